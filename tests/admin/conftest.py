"""Who uses the admin in these tests: Alice may do everything, Bob may look at games."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client


@pytest.fixture
def alice(client: Client, db: None) -> Client:  # noqa: ARG001  # the database
    client.force_login(User.objects.create_superuser("alice", password="secret of alice"))
    return client


@pytest.fixture
def bob(db: None) -> Client:  # noqa: ARG001  # the database
    return staff("bob", "view_game", "view_event", "view_seat", "view_appkey")


def staff(name: str, *permissions: str) -> Client:
    """A client of somebody of the house who has these permissions and no other."""
    user = User.objects.create_user(name, password=f"secret of {name}", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    return client
