from pramana.registry.selectors.records import (
    find_records,
    get_record,
    get_version,
    record_count,
    records_by_id,
    records_page,
    version_by_source_key,
    version_differences,
    versions_of,
)
from pramana.registry.selectors.relationships import relationships_of
from pramana.registry.selectors.search import (
    GazetteerName,
    candidates_for,
    gazetteer_names,
    gazetteer_stamp,
    search_records,
)

__all__ = [
    "GazetteerName",
    "candidates_for",
    "find_records",
    "gazetteer_names",
    "gazetteer_stamp",
    "get_record",
    "get_version",
    "record_count",
    "records_by_id",
    "records_page",
    "relationships_of",
    "search_records",
    "version_by_source_key",
    "version_differences",
    "versions_of",
]
