"""The admin's side bar and start page: what they lead to depends on who looks, and on the language."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest
from django.urls import reverse

from variants.admin_texts import say

_PAGES: tuple[tuple[str, tuple[tuple[str, str, str, str], ...]], ...] = (
    (
        "rules",
        (
            ("house_rules", "variants_houserule_changelist", "variants.view_houserule", "gavel"),
            ("rule_by_questions", "variants_houserule_questionnaire", "variants.add_houserule", "quiz"),
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
            ("disclosures", "hosting_disclosure_changelist", "hosting.view_disclosure", "visibility"),
        ),
    ),
    (
        "access",
        (
            ("app_keys", "hosting_appkey_changelist", "hosting.view_appkey", "key"),
            ("users", "auth_user_changelist", "auth.view_user", "person"),
            ("groups", "auth_group_changelist", "auth.view_group", "group"),
        ),
    ),
)
"""Groups of pages: the word for each, its name among the URLs, the permission that it takes, its symbol.

What a club comes for is first. The words of a page have others beside them, ``about_...``, that say what it is for.
"""


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """The groups and links that this user may follow."""
    groups: list[dict[str, Any]] = [
        {
            "title": say(group),
            "separator": True,
            "items": [
                {
                    "title": say(word),
                    "about": say(f"about_{word}"),
                    "link": reverse(f"admin:{name}"),
                    "icon": icon,
                }
                for word, name, permission, icon in pages
                if _may(request.user, permission)
            ],
        }
        for group, pages in _PAGES
    ]
    _mark_where_we_are([item for group in groups for item in group["items"]], request.path)
    return [group for group in groups if group["items"]]


def _may(user: User | AnonymousUser, permission: str) -> bool:
    """Whether the admin lets somebody in: who may change something may look at it too."""
    return user.has_perm(permission) or user.has_perm(permission.replace(".view_", ".change_"))


def _mark_where_we_are(items: list[dict[str, Any]], path: str) -> None:
    """The theme marks every link that the address contains, and some pages are below another's address."""
    here = max((item["link"] for item in items if path.startswith(item["link"])), key=len, default=None)
    for item in items:
        item["active"] = item["link"] == here
