"""The theme brings no translations: what it says on pages of the admin is said in the language of the page."""

import re
from gettext import GNUTranslations
from pathlib import Path

import pytest
from django.test import Client
from django.utils.translation import gettext, override

from config.env import ROOT

LANGUAGES = ("de", "nl")
PAGES = ("/admin/login/", "/admin/", "/admin/variants/houserule/", "/admin/variants/houserule/?q=nothing-like-it")


def catalogue(language: str) -> Path:
    return ROOT / "config" / "locale" / language / "LC_MESSAGES" / "django.po"


def words(language: str) -> dict[str, str]:
    """What the catalogue says, but for its head."""
    return dict(re.findall(r'^msgid "(.+)"\nmsgstr "(.+)"$', catalogue(language).read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_that_of_the_words(language: str) -> None:
    with catalogue(language).with_suffix(".mo").open("rb") as compiled:
        found = GNUTranslations(compiled)
    assert words(language).keys() == words("de").keys()
    assert {word: found.gettext(word) for word in words(language)} == words(language)
    with override(language):
        assert {word: gettext(word) for word in words(language)} == words(language)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_says_nothing_of_it_in_english(alice: Client, language: str, path: str) -> None:
    client = Client() if "login" in path else alice
    shown = client.get(path, headers={"accept-language": language}).content.decode()
    said = {text.strip() for text in re.findall(r">([^<>]+)<", shown)}
    english = {word for word, translated in words(language).items() if word != translated}
    assert said & english == set()
    assert said & set(words(language).values())
