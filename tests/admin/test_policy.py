"""What a browser is told of every page of the admin: to load and run nothing from elsewhere, and to be in no frame."""

import pytest
from django.test import Client

from tests.variants.houses import made


def policy(client: Client, address: str) -> dict[str, str]:
    said = client.get(address).headers["Content-Security-Policy"].split(";")
    return dict(part.strip().split(" ", 1) for part in said)


@pytest.mark.parametrize(
    "address",
    [
        "/admin/login/",
        "/admin/",
        "/admin/jsi18n/",
        "/admin/variants/houserule/",
        "/admin/variants/houserule/{rule}/change/",
        "/admin/variants/houserule/{rule}/sheet/",
        "/admin/variants/playtest/",
    ],
)
def test_the_admin_loads_only_what_is_the_houses_own(alice: Client, address: str) -> None:
    assert policy(alice, address.format(rule=made().pk)) == {
        "default-src": "'self'",
        "script-src": "'self' 'unsafe-eval'",
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }


def test_no_other_page_may_do_as_much(client: Client) -> None:
    assert "unsafe" not in client.get("/").headers["Content-Security-Policy"]
    assert "unsafe-eval" not in client.get("/api/v1/docs").headers["Content-Security-Policy"]
