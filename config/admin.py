"""The admin's start page, and its users and groups in its theme."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from variants.admin.lists import ListAdmin

admin.site.index_template = "config/start.html"
admin.site.unregister(User)
admin.site.unregister(Group)


@admin.register(User)
class PersonAdmin(UserAdmin, ListAdmin):  # type: ignore[type-arg]  # none to give at run time
    """Django's own, with the theme's forms."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm


@admin.register(Group)
class TeamAdmin(GroupAdmin, ListAdmin):
    """Django's own."""
