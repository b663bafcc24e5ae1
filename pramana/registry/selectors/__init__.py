from pramana.registry.selectors.duplicates import likely_duplicates, merged_records
from pramana.registry.selectors.records import (
    find_records,
    get_record,
    get_version,
    record_count,
    record_with_merged,
    records_by_id,
    records_page,
    version_by_source_key,
    version_differences,
    versions_of,
)
from pramana.registry.selectors.relationships import offices_of, relationships_of
from pramana.registry.selectors.search import (
    GazetteerName,
    candidates_for,
    gazetteer_names,
    gazetteer_stamp,
    is_bookmarked,
    saved_views,
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
    "is_bookmarked",
    "likely_duplicates",
    "merged_records",
    "offices_of",
    "record_count",
    "record_with_merged",
    "records_by_id",
    "records_page",
    "relationships_of",
    "saved_views",
    "search_records",
    "version_by_source_key",
    "version_differences",
    "versions_of",
]
