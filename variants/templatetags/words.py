"""The admin's words in templates: ``{% say "key" number=3 %}``."""

from __future__ import annotations

from typing import Any

from django import template

from variants.admin_texts import say

register = template.Library()


@register.simple_tag(name="say")
def said(key: str, **data: Any) -> str:
    """What the admin says for a key, in the language of the page."""
    return say(key, **data)
