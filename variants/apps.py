"""The Django app of the variants."""

from django.apps import AppConfig

from variants.admin_texts import lazily


class VariantsConfig(AppConfig):
    """The catalogue of variants."""

    name = "variants"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = lazily("app_variants")
