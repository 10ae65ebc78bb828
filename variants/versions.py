"""What a house rule would be as a version, and whether that may, and needs to, be published. Nothing here writes."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from rummy.formats import dump_profile
from rummy.profile import SECTIONS
from variants import playtests
from variants.catalogue import Variant, merge
from variants.drafts import Draft, Judgement, text_of
from variants.errors import FaultyHouseRule, HouseRuleConflict
from variants.models import HouseRule, HouseRuleVersion, RuleState


def version_of(rule: HouseRule, judged: Judgement, author: str) -> HouseRuleVersion:
    """What would be published, without its number. Raises FaultyHouseRule."""
    if judged.variant is None or judged.base is None:
        raise FaultyHouseRule(judged.errors)
    version = HouseRuleVersion(
        rule=rule,
        hash=judged.variant.hash,
        extends=judged.base.id,
        extends_hash=judged.base.hash,
        written=written(judged.draft, judged.base, judged.variant),
        profile=dump_profile(judged.variant.profile),
        author=author,
    )
    content = {"extends": version.extends, "written": version.written, "profile": version.profile}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    version.content = hashlib.sha256(text.encode()).hexdigest()
    return version


def written(draft: Draft, base: Variant, variant: Variant) -> dict[str, Any]:
    """A sound draft as the content of a file that needs only the catalogue."""
    rows = HouseRuleVersion.objects.filter(rule__slug=base.id, hash=base.hash).order_by("-number")
    below = rows.values_list("written", flat=True).first() or {"extends": base.id}
    sections = merge({name: below[name] for name in SECTIONS if name in below}, draft.overrides)
    options = {option.path: option.written for option in variant.options}
    return {"extends": below["extends"], **sections, "options": options, "text": text_of(draft)}


def is_current(rule: HouseRule, version: HouseRuleVersion) -> bool:
    """Whether the version that is played, or was until the rule was retired, says the very same."""
    return rule.current is not None and rule.current.content == version.content


def is_offered(rule: HouseRule, version: HouseRuleVersion) -> bool:
    """Whether new games are played by what it says already: publishing it would change nothing."""
    return is_current(rule, version) and rule.state == RuleState.PUBLISHED


def refuse_failed(rule: HouseRule, version: HouseRuleVersion) -> None:
    """No playtest is needed; one that failed, and has not passed since, is told with what plays it again.

    Raises HouseRuleConflict (``playtest_failed``).
    """
    bad = playtests.failed(version.hash)
    if bad is not None:
        deal = (bad.failure or {}).get("deal")
        raise HouseRuleConflict("playtest_failed", slug=rule.slug, playtest=bad.pk, seed=bad.seed, deal=deal)


def is_news(rule: HouseRule, judged: Judgement) -> bool:
    """Whether publishing what it says, as it was judged, would change what is offered.

    Raises what publishing would be refused with: FaultyHouseRule, HouseRuleConflict.
    """
    version = version_of(rule, judged, rule.author)
    if is_offered(rule, version):
        return False
    refuse_failed(rule, version)
    return True
