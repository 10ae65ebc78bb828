"""The Celery app, `celery -A config.celery worker -Q moves`, and the sweep that runs in each of its workers."""

import logging
import os
import random
import threading
from typing import Any

from celery import Celery, bootsteps
from celery.signals import setup_logging, worker_process_init
from django.conf import settings
from django.db import connections

from config.lifeline import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

SWEEP_S = 1.0
log = logging.getLogger(__name__)

# Its `delay_on_commit` sends a task only when the transaction that made it necessary is sure.
app = Celery("meldhouse", task_cls="celery.contrib.django.task:DjangoTask", set_as_current=True)
app.config_from_object(settings.CELERY)
app.autodiscover_tasks()


class Sweeper(bootsteps.StartStopStep):
    """Calls `sweep_once` about once a second for as long as the worker lives.

    It is the only thing that must run for no turn to be lost, so it is in every worker: sweeps are cheap and may
    overlap. It starts after the pool, whose processes must not inherit its database connection.
    """

    requires = ("celery.worker.components:Pool",)

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, parent: Any) -> None:  # noqa: ARG002  # Celery's signature
        """Begins to sweep, in a thread of its own."""
        self._thread = threading.Thread(target=self._run, name="sweeper", daemon=True)
        self._thread.start()

    def stop(self, parent: Any) -> None:  # noqa: ARG002  # Celery's signature
        """Ends within one sweep."""
        self._stop.set()
        if self._thread:
            self._thread.join(timeout=2)

    terminate = stop

    def _run(self) -> None:
        # Workers that start together would otherwise sweep together for ever.
        while not self._stop.wait(SWEEP_S * random.uniform(0.8, 1.2)):  # noqa: S311  # no secret
            sweep_once()


def sweep_once() -> None:
    """One sweep of each room, whose failure is logged and is no reason to stop: the next one begins anew."""
    from hosting import services  # noqa: PLC0415  # models can be imported only when Django is set up
    from variants import pieces  # noqa: PLC0415

    for sweep in (services.sweep, pieces.sweep):
        try:
            sweep()
        except Exception:
            log.exception("a sweep failed; the next one follows")
    # A pool process that is forked later must not inherit an open connection.
    connections.close_all()


app.steps["worker"].add(Sweeper)


@setup_logging.connect
def _keep_our_logging(**_details: Any) -> None:
    """Django has set up the logs already; listening to this signal keeps Celery from doing it again."""


@worker_process_init.connect
def _follow_the_worker(**_details: Any) -> None:
    """A pool process ends with its worker, even where that was killed."""
    die_with_parent()
