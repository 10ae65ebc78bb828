"""The page as files: safe under its security policy, complete, and free of anybody's host."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

ROOM = Path(__file__).resolve().parents[2] / "web/static/web"
SCRIPTS = sorted((ROOM / "js").rglob("*.js"))


def page(language: str = "en") -> str:
    answer = Client().get("/", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize(("asked", "language"), [("de-AT,de;q=0.9", "de"), ("nl", "nl"), ("fr", "en"), ("", "en")])
def test_it_is_in_the_browsers_language(asked: str, language: str) -> None:
    assert f'<html lang="{language}">' in page(asked)


def test_it_may_run_no_script_but_its_own() -> None:
    policy = Client().get("/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    html = page()
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=", html)


def test_it_changes_nothing() -> None:
    assert Client().post("/").status_code == 405


def test_all_its_files_are_there() -> None:
    named = re.findall(r'(?:src|href)="/static/([^"#]+)"', page())
    assert len(named) >= 6
    assert not [name for name in named if finders.find(name) is None]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_imports_what_is_there_and_puts_no_text_into_markup(script: Path) -> None:
    text = script.read_text()
    missing = [name for name in re.findall(r'from "([^"]+)"', text) if not (script.parent / name).is_file()]
    assert not missing
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|https?://", text)
    assert len(text.splitlines()) <= 300


def test_what_others_wrote_has_its_licence() -> None:
    assert "Apache License" in (ROOM / "vendor/LICENSE.htm").read_text()
    assert "The MIT License" in (ROOM / "vendor/LICENSE.preact").read_text()
