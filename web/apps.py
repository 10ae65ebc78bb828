"""The browser table as a Django app: it has no models, only a page and its static files."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """The browser table."""

    name = "web"
