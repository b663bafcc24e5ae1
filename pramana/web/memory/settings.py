"""A group's settings as a form, and its export and import as a file."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.kit.texts import storable
from pramana.memory.contracts.graph import UniqueSide
from pramana.memory.domain.families import DEFAULTS
from pramana.memory.domain.groups import EntityTypeSetting, GroupRules
from pramana.memory.selectors.groups import rules_of
from pramana.memory.services.groups import configure_group
from pramana.memory.services.transfer import export_lines, import_group
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, redirect_back
from pramana.web.errors import error_sentence
from pramana.web.formatting import format_number
from pramana.web.memory.wording import SIDES

LARGEST_FILE = 32 * 1024 * 1024


@require_GET
@page()
def export_group(request: PageRequest, group_id: str) -> HttpResponse:
    lines = export_lines(request.principal.scope, group_id)
    answer = HttpResponse(lines, content_type="application/x-ndjson")
    answer.headers["Content-Disposition"] = f'attachment; filename="{group_id}.jsonl"'
    return answer


@require_POST
@page(Role.REVIEWER)
def import_file(request: PageRequest, group_id: str) -> HttpResponse:
    file = request.FILES.get("file")
    if file is None:
        messages.error(request, _("Choose a file."))
    elif (file.size or 0) > LARGEST_FILE:
        messages.error(
            request, _("The file is larger than 32 MB. Import it with the command line.")
        )
    else:
        try:
            counts = import_group(request.principal.scope, group_id, file.read())
        except AppError as error:
            messages.error(request, error_sentence(error.message))
        else:
            words = _(
                "Imported: %(entities)s entities, %(facts)s facts, %(messages)s messages to read."
            )
            said = {name: format_number(getattr(counts, name)) for name in COUNTED}
            messages.success(request, words % said)
    return redirect_back(request, "web:memory")


COUNTED = ("entities", "facts", "messages")


SIDE_OF_DEFAULT = {family.name: family.unique_side for family in DEFAULTS}


def settings_context(scope: Scope, group_id: str) -> dict[str, Any]:
    rules = rules_of(scope, group_id)
    given = rules.settings
    return {
        "entity_types": "\n".join(
            f"{name}: {each.description}".removesuffix(": ")
            for name, each in given.entity_types.items()
        ),
        "excluded": ", ".join(given.excluded_entity_types),
        "relation_types": ", ".join(given.relation_types),
        "keeps_words": given.store_raw_content,
        "families": [
            (hint, rules.families.of(hint.name).unique_side.value) for hint in rules.hints
        ],
        "sides": list(SIDES.items()),
    }


@require_POST
@page(Role.REVIEWER)
def save_settings(request: PageRequest, group_id: str) -> HttpResponse:
    """Save the form. Settings it does not show are kept."""
    scope = request.principal.scope
    rules = rules_of(scope, group_id)
    attempt(
        request,
        lambda: configure_group(
            scope,
            group_id,
            settings=_posted_settings(rules, request.POST),
            families=_posted_families(rules, request.POST),
        ),
        _("Settings saved. They apply to messages read from now on."),
    )
    return redirect_back(request, "web:memory")


def _posted_settings(rules: GroupRules, form: QueryDict) -> dict[str, Any]:
    known = rules.settings.entity_types
    return rules.settings.model_dump(mode="json") | {
        "entity_types": _entity_types(known, form.get("entity_types", "")),
        "excluded_entity_types": _split_list(form.get("excluded", "")),
        "relation_types": _split_list(form.get("relation_types", "")),
        "store_raw_content": form.get("keeps_words") == "yes",
    }


def _entity_types(known: Mapping[str, EntityTypeSetting], text: str) -> dict[str, dict[str, Any]]:
    """Parse `Name: description` lines. Types that stay keep their attributes."""
    found: dict[str, dict[str, Any]] = {}
    for line in storable(text).splitlines():
        name, _colon, description = (part.strip() for part in line.partition(":"))
        if name:
            kept = known[name].model_dump(mode="json") if name in known else {}
            found[name[:100]] = kept | {"description": description}
    return found


def _split_list(text: str) -> list[str]:
    parts = (part.strip() for part in storable(text).split(","))
    return [part for part in parts if part]


def _posted_families(rules: GroupRules, form: QueryDict) -> list[dict[str, Any]]:
    """The relation families that differ from the defaults; only these are stored."""
    defaults = {family.name: family for family in DEFAULTS}
    found = []
    for hint in rules.hints:
        now = rules.families.of(hint.name).unique_side
        side = _unique_side(form.get(f"side-{hint.name}", ""), now)
        usual = defaults.get(hint.name)
        is_usual = usual is not None and usual.aliases == frozenset(hint.aliases)
        if not is_usual or side is not SIDE_OF_DEFAULT[hint.name]:
            found.append(
                {
                    "name": hint.name,
                    "aliases": list(hint.aliases),
                    "unique_side": side.value,
                    "description": hint.description,
                }
            )
    return found


def _unique_side(query: str, now: UniqueSide) -> UniqueSide:
    return UniqueSide(query) if query in set(UniqueSide) else now
