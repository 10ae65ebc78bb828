"""The app of the REST interface."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """It has no models; its extensions describe it in OpenAPI."""

    name = "api"

    def ready(self) -> None:
        """Registers how models and tokens are described."""
        import api.schema  # noqa: F401, PLC0415  # registers by being imported; DRF needs settings first
