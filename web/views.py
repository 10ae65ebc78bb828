"""The one page. All that it shows comes from the public API, by scripts that know no rule."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The page's frame, its `lang` the best of the browser's languages; the scripts fill it and may change that."""
    return render(request, "web/page.html", {"language": (get_language() or "en").partition("-")[0]})
