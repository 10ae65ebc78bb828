"""The Django app of hosted games."""

from django.apps import AppConfig

from variants.admin_texts import lazily


class HostingConfig(AppConfig):
    """Games, seats, event logs and app keys."""

    name = "hosting"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = lazily("tables")
