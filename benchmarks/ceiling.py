"""The ceiling of `benchmarks.server`: a bare DRF view that authenticates, reads one row and writes it, durably."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.auth import TokenAuthentication
from config.urls import urlpatterns as own
from hosting.models import Seat


class Ceiling(APIView):
    authentication_classes = (TokenAuthentication,)
    permission_classes = ()

    def post(self, _request: Request, game_id: str) -> Response:
        with transaction.atomic():
            seat = Seat.objects.select_for_update().get(game=game_id, number=0)
            Seat.objects.filter(pk=seat.pk).update(misses=F("misses") + 1)
        return Response({"name": seat.name})


urlpatterns = [*own, path("ceiling/<str:game_id>", Ceiling.as_view())]
