"""What every list of the admin shares: it can be narrowed down by the filters beside it, and by nothing else."""

from __future__ import annotations

from typing import Any

from django.contrib.admin.utils import get_fields_from_path
from django.db.models import QuerySet
from django.db.models.fields.related import RelatedField
from django.http import HttpRequest

from variants.admin.theme import ModelAdmin


class ListAdmin(ModelAdmin):
    """A list whose address asks for no more than its filters offer.

    Django takes every column of the table, with every comparison: whoever sees the list could ask for the games in
    which somebody holds a card, and a comparison that the database does not know would break the page.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Whether a filter of the list asks like this; Django answers 400 where none does."""
        offered = {name for each in self.get_list_filter(request) for name in self._asked_by(each)}
        return lookup in offered and "\x00" not in value and super().lookup_allowed(lookup, value, request)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Django's own; what no text can hold is found nowhere (PostgreSQL would refuse the question)."""
        if "\x00" in search_term:
            return queryset.none(), False
        return super().get_search_results(request, queryset, search_term)

    def _asked_by(self, list_filter: Any) -> tuple[str, ...]:
        """The parameters of a filter that names a field, as those of ``django.contrib.admin.filters`` are called."""
        field = get_fields_from_path(self.model, list_filter)[-1]
        if isinstance(field, RelatedField):
            return f"{list_filter}__{field.target_field.name}__exact", f"{list_filter}__isnull"
        return list_filter, f"{list_filter}__exact", f"{list_filter}__isnull"
