"""The description of the API, and its page."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request

from api.plain import plain
from api.problems import Problem, problem_of, problem_response
from api.rendering import JSON, json_response
from api.schema import whole_schema

YAML: Final = "application/vnd.oai.openapi"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Swagger's page: only what this server has; its styles are written by its script."""


@csrf_exempt
def schema(request: HttpRequest) -> HttpResponse:
    """``GET schema``: OpenAPI 3.1 as YAML, or as JSON for who asks for it."""
    if request.method not in ("GET", "HEAD"):
        return problem_response(Problem(405, "method_not_allowed", headers={"Allow": "GET, HEAD"}), request)
    offered = (YAML, JSON, "application/yaml", "text/yaml", f"{YAML}+json")
    kind = request.get_preferred_type(offered)
    if kind is None:
        return problem_response(Problem(406, "not_acceptable", offered=list(offered)), request)
    response = json_response(whole_schema()) if kind.endswith("json") else HttpResponse(_yaml(), content_type=kind)
    response.headers["Cache-Control"] = "public, max-age=300"
    response.headers["Vary"] = "Accept"
    return response


def _yaml() -> bytes:
    renderer: Any = OpenApiYamlRenderer()
    text: bytes = renderer.render(whole_schema(), renderer_context={})
    return text


class Docs(SpectacularSwaggerSplitView):
    """``GET docs``: Swagger's page, from this server alone."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()
    http_method_names = ("get", "head")
    url_name = "api:schema"

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """The page's own policy: nothing from elsewhere."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.headers["Content-Security-Policy"] = POLICY
        return answer

    def handle_exception(self, exc: Exception) -> Any:
        """Problems here too."""
        problem = problem_of(exc)
        return super().handle_exception(exc) if problem is None else problem_response(problem, plain(self.request))
