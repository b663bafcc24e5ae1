"""The search that review pages ask: names in either script, each answer with its reason."""

from typing import Annotated, Any, Literal

from ninja import Query, Router, Schema

from pramana.registry.adapters import registry_for
from pramana.registry.api.fields import Asked
from pramana.registry.contracts import EntityType, Found
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router(tags=["registry"])

Type = Literal["PERSON", "ORGANIZATION", "LOCATION", "PROJECT"]


class FoundNameOut(Schema):
    text: str
    language: str


class FoundRecordOut(Schema):
    nes_id: str
    id: str
    entity_type: str
    entity_sub_type: str | None
    names: list[FoundNameOut]
    confidence: float
    reason: str


class FoundRecordsOut(Schema):
    results: list[FoundRecordOut]
    count: int


@router.get("/entities/search/", response=FoundRecordsOut, auth=needs(Role.VIEWER))
def find(
    request: ScopedRequest,
    q: Asked,
    type: Type | None = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> dict[str, Any]:
    """Records that a name may mean, likeliest first. Asks the registry that is configured."""
    kind = EntityType(type.lower()) if type else None
    found = registry_for(request.scope).search(q, entity_type=kind, limit=limit)
    return {"results": [_result(each) for each in found], "count": len(found)}


def _result(found: Found) -> dict[str, Any]:
    record = found.record
    return {
        "nes_id": record.nes_id or record.entity_id,
        "id": record.entity_id,
        "entity_type": record.type.upper(),
        "entity_sub_type": record.sub_type,
        "names": [
            {"text": text, "language": language}
            for name in record.data.names
            for language, text in name.texts
        ],
        "confidence": round(found.score, 4),
        "reason": "; ".join(found.reasons),
    }
