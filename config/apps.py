"""The app that ties the others together."""

from importlib import import_module

from django.apps import AppConfig


class HouseConfig(AppConfig):
    """Makes our Celery app the current one wherever Django is set up: no task goes to another broker."""

    name = "config"

    def ready(self) -> None:
        """Imports the Celery app."""
        import_module("config.celery")
