"""Every environment variable that Meldhouse reads, in one typed model.

`docs/operations.md` lists the same variables; a test compares the two. Nothing else in the code reads the environment.
"""

import ipaddress
import socket
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Self
from urllib.parse import unquote, urlsplit

from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

SERVERS = frozenset({"amqp", "amqps", "redis", "rediss"})
"""Kinds of brokers that are servers of their own."""
ROOT = Path(__file__).resolve().parent.parent
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class Env(BaseSettings):
    """The process's environment, checked. The default of each variable suits `make run` on one machine."""

    model_config = SettingsConfigDict(frozen=True, env_ignore_empty=True, extra="ignore")

    host: str = Field("127.0.0.1", description="Address to listen on; `0.0.0.0` lets phones in the same network play.")
    port: int = Field(8000, ge=1, le=65535, description="Port to listen on.")
    rummy_data_dir: Path = Field(
        ROOT / "var",
        description="Folder of the database, the broker's files, the secret key and the process numbers. "
        "Default `var` in the project's folder. It must be on a local disk; one running instance per folder.",
    )
    bot_think_seconds: float = Field(
        0.8, ge=0, le=60, description="How long a bot waits before each of its moves, in seconds; 0 plays at once."
    )
    open_tables: bool = Field(True, description="Whether a game can be created without an app key.")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "INFO", description="The least severe message that is logged."
    )
    debug: bool = Field(False, description="Django's debug mode: for development only, never on a reachable address.")
    secret_key: str = Field(
        "",
        description="Django's secret. Empty: made at the first run and kept in the data folder, for its owner only.",
    )
    allowed_hosts: str = Field(
        "", description="Host names the server answers to, by commas. Empty: this machine's own names and addresses."
    )
    https: bool = Field(
        False,
        description="Whether a proxy in front speaks HTTPS and sets `X-Forwarded-Proto`; cookies then need HTTPS.",
    )
    num_proxies: int = Field(
        0, ge=0, le=10, description="Proxies in front whose `X-Forwarded-For` entries are believed."
    )
    database_url: str = Field(
        "", description="`postgresql://user:password@host:port/name`. Empty: SQLite in the data folder."
    )
    broker_url: str = Field(
        "",
        description="Celery's broker: `amqp://...` (RabbitMQ) or `redis://...`. Empty: files in the data folder.",
    )
    cache_url: str = Field(
        "",
        description="`redis://...`, for the limits of several web processes. Empty: memory, for one process.",
    )

    @field_validator("rummy_data_dir")
    @classmethod
    def _absolute(cls, value: Path) -> Path:
        return value.expanduser().absolute()

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, value: str) -> str:
        if value and urlsplit(value).scheme not in {"postgres", "postgresql"}:
            raise ValueError("DATABASE_URL must begin with postgresql://; leave it empty for SQLite")
        return value

    @field_validator("broker_url")
    @classmethod
    def _known_broker(cls, value: str) -> str:
        if value and urlsplit(value).scheme not in {*SERVERS, "memory"}:
            raise ValueError("BROKER_URL must begin with amqp:// or redis://; leave it empty for the built-in broker")
        return value

    @model_validator(mode="after")
    def _debug_stays_home(self) -> Self:
        if self.debug and not is_loopback(self.host):
            raise ValueError("DEBUG shows secrets to whoever asks: it is refused unless HOST is a loopback address")
        return self

    @property
    def database(self) -> dict[str, Any]:
        """The parts of `DATABASE_URL` in Django's words; empty where SQLite is used."""
        if not self.database_url:
            return {}
        parts = urlsplit(self.database_url)
        return {
            "NAME": unquote(parts.path.lstrip("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": unquote(parts.hostname or ""),
            "PORT": parts.port or "",
        }

    @property
    def hosts(self) -> list[str]:
        """The host names to answer to: those given, or loopback and, where others can reach us, our own names."""
        if self.allowed_hosts:
            return [name.strip() for name in self.allowed_hosts.split(",") if name.strip()]
        if is_loopback(self.host):
            return list(LOOPBACK)
        name = socket.gethostname()
        return [*LOOPBACK, self.host, lan_address(), name, f"{name}.local"]


def complaints(error: ValidationError) -> list[str]:
    """What is wrong with the environment, a line for each variable."""
    found = []
    for fault in error.errors():
        name = ".".join(str(part) for part in fault["loc"]).upper()
        found.append(": ".join(part for part in (name, fault["msg"].removeprefix("Value error, ")) if part))
    return found


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that listens on `host`."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def lan_address() -> str:
    """The address by which others in the network reach this machine; `127.0.0.1` where there is no network.

    Connecting a datagram socket sends nothing: it only asks the system which of its addresses it would use.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


@lru_cache(maxsize=1)
def env() -> Env:
    """The environment as it was when first asked for. Raises pydantic's `ValidationError`, naming all that is wrong."""
    return Env()
