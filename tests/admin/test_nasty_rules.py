"""Whatever is typed into a house rule's form comes back with what is wrong, and never as an error of the server."""

from __future__ import annotations

from itertools import cycle

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.variants.houses import made, published
from tests.variants.nasty import TEXTS
from variants.admin.profile_fields import name_of, rule_fields, shapes

TYPED = {**TEXTS, "pairs beyond": f"{'1' * 5000}: 3, 3: {'1' * 5000}", "pairs of others": "٣: ٣, ²: 3"}


def test_a_form_is_shown_again(alice: Client) -> None:
    """Everything is typed at once, each thing somewhere."""
    rule = made()
    sent = {"extends": "romme", "title_de": "Verein", "revision": "1" * 5000, "slug": TYPED["digits of another script"]}
    paths = [path for path, _ in shapes()]
    typed = dict(zip(map(name_of, paths), cycle(TYPED.values()), strict=False))
    rows = {"own_options": "own"}
    for number, (path, text) in enumerate(zip(paths, TYPED.values(), strict=False)):
        few = text[:190]
        rows |= {f"option_{number}_field": path, f"option_{number}_values": f"{few}-{few}/1" if number % 2 else few}
    change = f"/admin/variants/houserule/{rule.pk}/change/"
    assert alice.post(change, {**sent, **typed, **rows, "_check": "1"}).status_code == 200
    assert alice.post(change, {**sent, **rows, "revision": "1", "slug": "verein", "_save": "1"}).status_code == 302
    assert alice.get(change).status_code == 200


@pytest.mark.parametrize("typed", TYPED.values(), ids=TYPED)
def test_a_field_keeps_what_it_cannot_read(typed: str) -> None:
    for field in rule_fields().values():
        value = field.clean(typed)
        assert field.prepare_value(value) is not None


@pytest.mark.parametrize("seen", ["1" * 5000, "٣" * 5000, "\x00", "", "-1"])
def test_a_button_bears_any_revision_and_a_page_any_base(alice: Client, seen: str) -> None:
    rule = published()
    for button in ("publish", "retire", "discard"):
        assert alice.post(f"/admin/variants/houserule/{rule.pk}/{button}/", {"revision": seen}).status_code == 302
    for path, name in (("add/", "extends"), ("questionnaire/", "base")):
        assert alice.get(f"/admin/variants/houserule/{path}", {name: seen[:3000]}).status_code == 200
        assert alice.post(f"/admin/variants/houserule/{path}", {name: seen}).status_code == 200


@pytest.mark.parametrize("value", TEXTS.values(), ids=TEXTS)
def test_a_file_is_refused_in_words(alice: Client, value: str) -> None:
    upload = SimpleUploadedFile("other.toml", f'extends = "romme"\nmatch.target = {value}'.encode())
    answer = alice.post("/admin/variants/houserule/import/", {"file": upload, "slug": "other"})
    assert answer.status_code == 200
    assert answer.context["told"]
