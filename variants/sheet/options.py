"""What a host may choose at a variant, or has chosen at a table."""

from __future__ import annotations

from rummy.profile import RuleProfile
from variants.catalogue import Variant, options_of
from variants.options import Option
from variants.sheet.document import Joined, Section, Table, Text, Titled, say, section


def offered(variant: Variant) -> Section | None:
    """The options of a variant; None where it has none."""
    if not variant.options:
        return None
    rows = tuple((Titled(option.path), _values(option), _value(option, option.default)) for option in variant.options)
    head = (say("options.option"), say("options.possible"), say("options.usual"))
    return section("options", Table(say("options.caption"), head, rows))


def chosen(variant: Variant, profile: RuleProfile) -> Section | None:
    """What this profile has for the options of its variant; None where there are none."""
    if not variant.options:
        return None
    values = options_of(variant, profile)
    rows = tuple(
        (Titled(option.path), _value(option, values[option.name]), _value(option, option.default))
        for option in variant.options
    )
    head = (say("options.option"), say("options.chosen"), say("options.usual"))
    return section("settings", Table(say("options.chosen_caption"), head, rows))


def _values(option: Option) -> Text:
    if option.kind == "range":
        return say("options.range", least=option.values[0], most=option.values[-1], step=option.step)
    return Joined(tuple(_value(option, value) for value in option.values), "; ")


def _value(option: Option, value: object) -> Text:
    return Titled(option.path, value, of_value=True)
