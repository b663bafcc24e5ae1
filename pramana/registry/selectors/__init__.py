from pramana.registry.selectors.gazetteer import GazetteerName, gazetteer, gazetteer_stamp
from pramana.registry.selectors.records import (
    find_records,
    get_record,
    record_count,
    records_by_id,
    records_page,
)
from pramana.registry.selectors.relationships import relationships_of
from pramana.registry.selectors.search import candidates_for, search_records
from pramana.registry.selectors.versions import (
    changes_from,
    get_version,
    version_for,
    versions_of,
)

__all__ = [
    "GazetteerName",
    "candidates_for",
    "changes_from",
    "find_records",
    "gazetteer",
    "gazetteer_stamp",
    "get_record",
    "get_version",
    "record_count",
    "records_by_id",
    "records_page",
    "relationships_of",
    "search_records",
    "version_for",
    "versions_of",
]
