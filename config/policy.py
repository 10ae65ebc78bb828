"""What a page may load and run: one policy for the house, another for the admin, whose theme needs more."""

from __future__ import annotations

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase


class PolicyMiddleware(CSPMiddleware):
    """django-csp's own; below ``/admin/`` it states ``ADMIN_CONTENT_SECURITY_POLICY``."""

    def get_policy_parts(
        self,
        request: HttpRequest,
        response: HttpResponseBase,
        report_only: bool = False,  # noqa: FBT001  # its own
    ) -> PolicyParts:
        """The policy that a view chose, else that of the part of the house in which its address is."""
        parts = super().get_policy_parts(request, response, report_only)
        if parts.config is None and not report_only and request.path_info.startswith("/admin/"):
            parts.config = settings.ADMIN_CONTENT_SECURITY_POLICY
        return parts
