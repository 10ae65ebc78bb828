"""The real server, and a real Chromium for as long as one module's tests run.

Not longer: while Playwright's loop runs in this thread, Django takes every database call of other tests for one from
asynchronous code and refuses it.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests.conftest import CHROMIUM_FLAGS
from tests.servers import ROOT, TEST_ONLY, Server
from tests.web.player import Player

PASSWORD = "geheim fuer den Verein"
PATIENCE_MS = 20_000
"""How long a page may take on a machine that has other things to do."""

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, chromium: str) -> Iterator[Server]:  # noqa: ARG001  # no Chromium, no server
    with Server(tmp_path_factory.mktemp("web") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM_FLAGS))
        yield running
        running.close()


@pytest.fixture
def visit(server: Server, browser: Browser) -> Iterator[Callable[..., Player]]:
    """Somebody with a browser of their own, at the start page; whatever goes wrong in the page fails the test."""
    players: list[Player] = []

    def come(
        name: str = "Ada", *, language: str = "en-GB", width: int = 1200, height: int = 900, at: Server = server
    ) -> Player:
        context = browser.new_context(locale=language, viewport={"width": width, "height": height})
        context.set_default_timeout(PATIENCE_MS)
        players.append(Player(context.new_page(), at.url, name))
        return players[-1]

    yield come
    faults = [fault for player in players for fault in player.faults]
    for player in players:
        player.page.context.close()
    assert not faults


@pytest.fixture(scope="session")
def administrator(server: Server) -> str:
    """Somebody who may use the admin, as `make admin` makes her; her name."""
    subprocess.run(
        [sys.executable, "manage.py", "createsuperuser", "--noinput", "--username=vera", "--email=vera@example.org"],
        cwd=ROOT,
        env={**_server_environment(server.folder), "DJANGO_SUPERUSER_PASSWORD": PASSWORD},
        check=True,
        capture_output=True,
    )
    return "vera"


@pytest.fixture
def office(server: Server, browser: Browser, administrator: str) -> Iterator[Page]:
    """The admin in German, logged in; whatever goes wrong in a page fails the test."""
    faults: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.location["url"].endswith("/favicon.ico"):
            faults.append(f"{message.text} {message.location}")

    context = browser.new_context(locale="de-DE", viewport={"width": 360, "height": 740})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", heard)
    page.goto(f"{server.url}/admin/")
    page.get_by_label("Benutzername").fill(administrator)
    page.get_by_label("Passwort").fill(PASSWORD)
    page.get_by_role("button", name="Anmelden").click()
    expect(page.get_by_role("heading", name="Hausregeln").or_(page.get_by_text("Hausregeln")).first).to_be_attached()
    yield page
    context.close()
    assert faults == []


@pytest.fixture(scope="session")
def app_key(server: Server) -> str:
    """A key that may arrange deals and write house rules."""
    scopes = [word for scope in ("games:create", "games:arrange", "rules:write") for word in ("--scope", scope)]
    made = subprocess.run(
        [sys.executable, "manage.py", "create_app_key", "web-tests", *scopes],
        cwd=ROOT,
        env=_server_environment(server.folder),
        check=True,
        capture_output=True,
        text=True,
    )
    return made.stdout.strip()


def _server_environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in TEST_ONLY}
    return {**kept, "RUMMY_DATA_DIR": str(folder)}
