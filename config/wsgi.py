"""The WSGI application: the API of a large set-up, all but the event streams."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver
from servestatic import ServeStatic

from config.static import add_static_files

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

_application = get_wsgi_application()
# The first request would otherwise wait 0.7 s for every view to be imported.
_ = get_resolver().url_patterns
application = add_static_files(ServeStatic(_application, autorefresh=settings.DEBUG, allow_all_origins=False))
