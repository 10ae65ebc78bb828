"""What several rooms' tests share: where Chromium is, and that nothing is skipped where nothing may be."""

import os
import shutil

import pytest

from benchmarks import compiled

REQUIRE_BROWSER = bool(os.environ.get("REQUIRE_BROWSER"))
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def pytest_configure() -> None:
    """Extensions older than their source would be tested in its place."""
    if found := compiled.complaint():
        raise pytest.UsageError(found)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium of this machine. Where there is none the test skips; with REQUIRE_BROWSER it fails."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    message = "no Chromium was found on this machine: the browser tests did not run"
    if REQUIRE_BROWSER:
        pytest.fail(message)
    pytest.skip(message)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says in one line which tests did not run, since a skipped browser test is easily overlooked."""
    for reason in sorted({str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", [])}):
        terminalreporter.write_line(reason, yellow=True)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where nothing may be skipped, a skipped test is a failure of the run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if REQUIRE_BROWSER and reporter and reporter.stats.get("skipped") and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
