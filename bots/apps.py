"""The Django app of bots."""

from django.apps import AppConfig


class BotsConfig(AppConfig):
    """Bots that play at hosted tables."""

    name = "bots"

    def ready(self) -> None:
        """From now on a bot's turn, and a piece of a playtest, is sent to a worker."""
        from bots import playtests, tasks  # noqa: PLC0415  # models can be imported only when all apps are loaded

        tasks.listen()
        playtests.listen()
