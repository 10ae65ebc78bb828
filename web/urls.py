"""The page's one address; where in the page somebody is stands behind the `#`."""

from django.urls import path

from web.views import page

urlpatterns = [path("", page, name="page")]
