"""Rules sheets: of a variant, and of a game with the options it was opened with."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

from django.templatetags.static import static
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.language import language_of
from api.parsing import Query, none_match, preferred
from api.plain import plain
from api.schema import HASH, IF_NONE_MATCH, LANGUAGE, RUMMY_SEAT
from api.views.base import ApiView
from variants import lookup
from variants.catalogue import UnknownVariant, Variant
from variants.sheet import LANGUAGES, Document, Writer, markdown, page, sheet

MARKDOWN: Final = "text/markdown"
HTML: Final = "text/html"
POLICY: Final = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The page has one stylesheet, and nothing else is loaded."""


class _Sheet(BaseRenderer):
    """A sheet as text of one kind; the view gives it the document and its writer."""

    charset = "utf-8"

    def render(self, data: Any, *_: object, **__: object) -> bytes:
        """The text as it is."""
        return str(data or "").encode()


class MarkdownRenderer(_Sheet):
    """``text/markdown``."""

    media_type = MARKDOWN
    format = "md"


class PageRenderer(_Sheet):
    """``text/html``: a whole page, which prints well."""

    media_type = HTML
    format = "html"


class _ByQuality(DefaultContentNegotiation):
    """What the caller likes best; DRF's own choice passes over the qualities of ``Accept``."""

    def select_renderer(self, request: Any, renderers: Any, *_: object, **__: object) -> Any:
        """The renderer, and the media type that it is chosen for. Raises Problem 406."""
        by_kind = {renderer.media_type: renderer for renderer in renderers}
        kind = preferred(plain(request), *by_kind)
        return by_kind[kind], kind


class RulesView(ApiView):
    """A rules sheet: Markdown, or a page for who prefers that."""

    renderer_classes = (MarkdownRenderer, PageRenderer)
    content_negotiation_class = _ByQuality

    def answer(self, request: Request, document: Document, language: str, scope: str) -> Response:
        """The sheet as the caller likes it best; 304 while its ``ETag`` still holds. ``scope``: who may keep it."""
        write = Writer(language)
        as_page = getattr(request.accepted_renderer, "media_type", MARKDOWN) == HTML
        text = page(document, write, static("variants/sheet.css")) if as_page else markdown(document, write)
        headers = {
            "ETag": f'"{sha256(text.encode()).hexdigest()[:32]}"',
            "Cache-Control": f"{scope}, no-cache",
            "Content-Language": language,
        }
        if as_page:
            headers["Content-Security-Policy"] = POLICY
        if none_match(plain(request), headers["ETag"]):
            return Response(status=304, headers=headers)
        return Response(text, headers=headers)


def language_asked(request: Request, query: Query) -> str:
    """The language of ``?language=``, which a link can name; else that of ``Accept-Language``."""
    return query.choice("language", LANGUAGES) or language_of(plain(request))


class VariantRules(RulesView):
    """The rules of a variant."""

    @extend_schema(
        operation_id="variants_rules_retrieve",
        parameters=[HASH, LANGUAGE, IF_NONE_MATCH],
        responses={(200, MARKDOWN): OpenApiTypes.STR, (200, HTML): OpenApiTypes.STR, 304: None},
    )
    def get(self, request: Request, variant_id: str) -> Response:
        """All rules of the variant in words, with examples: Markdown, or a page that prints well."""
        query = Query(plain(request))
        wanted = query.hash("hash")
        language = language_asked(request, query)
        query.check()
        variant = lookup.find(variant_id, wanted)
        document = sheet(
            variant.profile,
            variant,
            title=variant.title(language),
            summary=variant.summary(language),
            parent_of=lookup.parent_of,
        )
        return self.answer(request, document, language, "public")


class GameRules(RulesView):
    """The rules of a game."""

    @extend_schema(
        operation_id="games_rules_retrieve",
        parameters=[RUMMY_SEAT, LANGUAGE, IF_NONE_MATCH],
        responses={(200, MARKDOWN): OpenApiTypes.STR, (200, HTML): OpenApiTypes.STR, 304: None},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """The rules that the game is played by, its options applied; as of a variant."""
        table = self.table(request, game_id)
        query = Query(plain(request))
        language = language_asked(request, query)
        query.check()
        variant = _variant_of(table.game.variant, table.game.variant_version)
        document = sheet(
            table.profile,
            variant,
            title=table.game.variant if variant is None else variant.title(language),
            summary="" if variant is None else variant.summary(language),
            of_game=True,
            parent_of=lookup.parent_of,
        )
        return self.answer(request, document, language, "private")


def _variant_of(variant_id: str, version: str) -> Variant | None:
    """What a game was opened as; None where it is no longer known."""
    try:
        return lookup.as_made(variant_id, version)
    except UnknownVariant:
        return None
