"""The admin's side bar: what is in it depends on who looks, and on the language."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from variants.admin_texts import say

_PAGES: tuple[tuple[str, tuple[tuple[str, str, str, str], ...]], ...] = (
    (
        "rules",
        (
            ("house_rules", "variants_houserule_changelist", "variants.view_houserule", "gavel"),
            ("catalogue", "variants_catalogue", "variants.view_houserule", "menu_book"),
            ("playtests", "variants_playtest_changelist", "variants.view_playtest", "science"),
        ),
    ),
    (
        "tables",
        (
            ("games", "hosting_game_changelist", "hosting.view_game", "playing_cards"),
            ("seats", "hosting_seat_changelist", "hosting.view_seat", "chair"),
            ("events", "hosting_event_changelist", "hosting.view_event", "list_alt"),
            ("app_keys", "hosting_appkey_changelist", "hosting.view_appkey", "key"),
            ("disclosures", "hosting_disclosure_changelist", "hosting.view_disclosure", "visibility"),
        ),
    ),
    (
        "people",
        (
            ("users", "auth_user_changelist", "auth.view_user", "person"),
            ("groups", "auth_group_changelist", "auth.view_group", "group"),
        ),
    ),
)
"""Groups of pages: the word for each, its name among the URLs, the permission that it takes, its symbol."""


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """The groups and links that this user may follow."""
    groups = (
        {
            "title": say(group),
            "separator": True,
            "items": [
                {"title": say(word), "link": reverse(f"admin:{name}"), "icon": icon}
                for word, name, permission, icon in pages
                if request.user.has_perm(permission)
            ],
        }
        for group, pages in _PAGES
    )
    return [group for group in groups if group["items"]]
