"""All that the admin's pages take from its theme, django-unfold: to go back to Django's own, only this file changes."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the theme carries no types; what it replaces does
    from django.contrib import admin
    from django.forms import NumberInput as NumberWidget
    from django.forms import Select as SelectWidget
    from django.forms import Textarea as LongTextWidget
    from django.forms import TextInput as TextWidget

    ModelAdmin = admin.ModelAdmin[Any]
else:
    from unfold.admin import ModelAdmin
    from unfold.widgets import UnfoldAdminIntegerFieldWidget as NumberWidget
    from unfold.widgets import UnfoldAdminSelectWidget as SelectWidget
    from unfold.widgets import UnfoldAdminTextareaWidget as LongTextWidget
    from unfold.widgets import UnfoldAdminTextInputWidget as TextWidget

__all__ = ["LongTextWidget", "ModelAdmin", "NumberWidget", "SelectWidget", "TextWidget"]
