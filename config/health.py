"""Two questions of those who run the server: is the process alive, and can it serve?"""

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse

from api.problems import Problem, problem_response
from hosting.models import Game


async def live(_request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers at all; touches nothing else, and waits for no other view."""
    return JsonResponse({"status": "ok"})


def ready(request: HttpRequest) -> HttpResponse:
    """200 when the database answers and holds our tables, else 503."""
    try:
        Game.objects.exists()
    except DatabaseError:
        return problem_response(Problem(503, "unavailable", headers={"Retry-After": "1"}), request)
    return JsonResponse({"status": "ok"})
