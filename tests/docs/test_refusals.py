"""docs/refusals.md has every code that the source can raise, and no other."""

from __future__ import annotations

from api.problems import STATUS, STATUS_OF_CODE
from tests.docs.refusals import PAGE, page
from tests.refusals import PASSED_ON, RAISED, RULES_OF, passing_on, told_of_answers, untold


def test_the_page_is_what_the_source_raises() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make openapi writes it anew"


def test_the_source_was_read() -> None:
    assert {kind.__name__ for kind in STATUS} <= {each.kind for each in RAISED}
    assert set(STATUS_OF_CODE) <= {each.code for each in RAISED}
    told = {(each.status, each.code) for each in RAISED}
    assert told >= {
        (403, "wrong_invite"), (404, "version_not_found"), (409, "opening_too_low"), (412, "stale_version"),
        (422, "reveals_midway"), (429, "too_many_requests"), (None, "dead_field"), (None, "seat_count"),
    }  # fmt: skip


def test_codes_that_are_passed_on_and_rules_that_are_not_written_there_are_known() -> None:
    assert passing_on() == set(PASSED_ON)
    unread = {each.code for each in RAISED if each.kind == "IllegalMove" and not each.rules}
    assert unread == set(RULES_OF)


def test_what_the_page_does_not_say_is_found() -> None:
    """The callers of all other tests hold every refusal to the page like this."""
    known = {"status": 409, "code": "table_full", "limit": 2, "detail": "", "errors": []}
    assert untold(known) == []
    assert untold({**known, "status": 403}) == ["403 table_full"]
    assert untold({**known, "why": 1}) == ["409 table_full: why"]
    assert untold({**known, "errors": [{"code": "no_such", "pointer": "/a"}]}) == ["422 no_such"]
    assert len(told_of_answers()) > 150
