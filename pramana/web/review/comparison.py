"""Comparison of an entity with candidate records: what agrees, differs and would be added."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from pramana.agni.contracts import ExtractedEntity, MatchEntityCandidate
from pramana.agni.domain.changes import patch_for
from pramana.kit.errors import Unavailable
from pramana.kit.scope import Scope
from pramana.registry.adapters import registry_for
from pramana.registry.contracts import RecordView
from pramana.registry.domain.json_patch import display_text
from pramana.web.registry.wording import attribute_name

MOST_CANDIDATES = 5
"""As many as there are shortcuts to select them; search finds the others."""


@dataclass(frozen=True)
class AttributeDifference:
    """An attribute's value in the record and in the document."""

    key: str
    record: str
    document: str

    @property
    def name(self) -> str:
        return attribute_name(self.key)


@dataclass(frozen=True)
class ComparedCandidate:
    """A candidate with its record, if the registry was available."""

    number: int
    candidate: MatchEntityCandidate
    is_chosen: bool
    record: RecordView | None = None
    other_name: str = ""
    agrees: tuple[tuple[str, str], ...] = ()
    differs: tuple[AttributeDifference, ...] = ()
    adds: tuple[str, ...] = field(default=())

    @property
    def reasons(self) -> list[str]:
        """Why it is a candidate, without the differences that are listed by themselves."""
        listed = {f"{each.key.replace('_', ' ')} differs" for each in self.differs}
        every = self.candidate.reason.split("; ")
        return [each for each in every if each.partition(": ")[0] not in listed]


def compared_candidates(scope: Scope, entity: ExtractedEntity) -> list[ComparedCandidate]:
    """The most likely candidates compared with their records, in one registry call."""
    likely = entity.candidates[:MOST_CANDIDATES]
    records = _candidate_records(scope, [each.nes_id for each in likely])
    ids = [each.nes_id for each in likely]
    chosen = entity.matched_id if entity.matched_id in ids else next(iter(ids), None)
    return [
        _compare(number, entity, each, records.get(each.nes_id), each.nes_id == chosen)
        for number, each in enumerate(likely, start=1)
    ]


def _candidate_records(scope: Scope, ids: Sequence[str]) -> dict[str, RecordView]:
    """Candidate records; none if the registry is unavailable."""
    try:
        return registry_for(scope).find(ids) if ids else {}
    except Unavailable:
        return {}


def _compare(
    number: int,
    entity: ExtractedEntity,
    candidate: MatchEntityCandidate,
    record: RecordView | None,
    is_chosen: bool,
) -> ComparedCandidate:
    if record is None:
        return ComparedCandidate(number, candidate, is_chosen)
    known = record.data.attributes
    return ComparedCandidate(
        number,
        candidate,
        is_chosen,
        record,
        other_name=_other_name(record, candidate.name),
        agrees=tuple(
            (attribute_name(key), display_text(known[key])) for key in _matching_keys(entity, known)
        ),
        differs=tuple(
            AttributeDifference(key, display_text(known[key]), display_text(value))
            for key, value in entity.entity_data.items()
            if key in known and not _agree(known[key], value)
        ),
        adds=additions(patch_for(entity, record.data.model_dump(mode="json"))),
    )


def _matching_keys(entity: ExtractedEntity, known: Mapping[str, Any]) -> list[str]:
    said = entity.entity_data
    return [key for key, value in said.items() if key in known and _agree(known[key], value)]


def _agree(one: Any, other: Any) -> bool:
    return display_text(one).casefold().split() == display_text(other).casefold().split()


def _other_name(record: RecordView, name: str) -> str:
    """The name in the other script, if any."""
    both = (record.title("en"), record.title("ne"))
    return next((each for each in both if each and each != name), "")


def additions(patch: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The additions of a patch, as short texts.

    >>> additions([{"op": "add", "path": "/attributes/position", "value": "Mayor"}])
    ('Position: Mayor',)
    """
    return tuple(_addition(str(step["path"]), step.get("value")) for step in patch)


def name_text(name: Mapping[str, Any]) -> str:
    """A record's name in all its languages."""
    return _("Name: %(name)s") % {
        "name": display_text([name[key] for key in name if key != "kind"])
    }


def _addition(path: str, value: Any) -> str:
    if path.startswith("/names/") and isinstance(value, Mapping):
        return name_text(value)
    key = path.rsplit("/", 1)[-1].replace("~1", "/").replace("~0", "~")
    return f"{attribute_name(key)}: {display_text(value)}"
