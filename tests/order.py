"""Which files one process takes together, and which units begin.

Files of a unit share what takes long to start.
"""

TOGETHER = {
    "web": (
        "tests/api/test_schemathesis.py",
        "tests/api/test_context.py",
        "tests/api/test_cors.py",
        "tests/api/test_edge.py",
        "tests/api/test_streams.py",
    ),
    "site": (
        "tests/web/test_ask.py",
        "tests/web/test_case_work.py",
        "tests/web/test_dates.py",
        "tests/web/test_documents_work.py",
        "tests/web/test_embed.py",
        "tests/web/test_keyboard.py",
        "tests/web/test_library_work.py",
        "tests/web/test_looks.py",
        "tests/web/test_page_view.py",
        "tests/web/test_palette.py",
        "tests/web/test_reading.py",
    ),
    "another site": (
        "tests/web/test_extracting.py",
        "tests/web/test_matter_work.py",
        "tests/web/test_memory_explorer.py",
        "tests/web/test_registry_work.py",
        "tests/web/test_review_flow.py",
        "tests/web/test_reviewing.py",
        "tests/web/test_stack_table.py",
        "tests/web/test_thread.py",
        "tests/web/test_threads.py",
        "tests/web/test_walk.py",
    ),
    "product": (
        "tests/agni/test_walk.py",
        "tests/chat/test_memory_walk.py",
        "tests/chat/test_walk.py",
        "tests/client/test_docs.py",
        "tests/client/test_product.py",
        "tests/docs/test_readme.py",
        "tests/extraction/test_streams.py",
        "tests/mcp/test_access.py",
        "tests/mcp/test_tools.py",
        "tests/memory/test_walk.py",
    ),
}
"""By the fixture they share; browsers are at work so long that two processes do that side by side.
A file that uses such a fixture and is not named here works too: its process starts one more."""
UNITS = {file: unit for unit, files in TOGETHER.items() for file in files}


def unit_of(nodeid: str) -> str:
    """The file, or what it shares with others."""
    file = nodeid.split("::", 1)[0]
    return UNITS.get(file, file)


LONGEST = (
    "another site",
    "site",
    "web",
    "tests/cli/test_product.py",
    "tests/jobs/test_worker.py",
    "product",
    "tests/web/test_research_work.py",
    "tests/web/test_single_sign_on.py",
    "tests/extraction/test_kept_corrections.py",
    "tests/cli/test_upgrade.py",
    "tests/chat/test_papers.py",
    "tests/memory/test_changes.py",
    "tests/mcp/test_agent.py",
    "tests/agni/test_cluster.py",
    "tests/documents/test_ocr_service.py",
    "tests/run/test_checks.py",
    "tests/run/test_setting_up.py",
    "tests/llm/test_trouble.py",
    "tests/api/test_database_down.py",
    "tests/chat/test_streams.py",
    "tests/external/test_runs.py",
    "tests/web/test_every_page.py",
    "tests/memory/test_messages.py",
    "tests/jobs/test_cpu.py",
    "tests/chat/test_memory.py",
    "tests/chat/test_degradation.py",
    "tests/memory/test_offline.py",
    "tests/demo/test_story.py",
    "tests/cli/test_backup.py",
    "tests/jobs/test_subscriptions.py",
    "tests/observability/test_no_content.py",
    "tests/registry/test_cli.py",
)
"""The units that take longest begin, so that no process works alone at the end. Those that are not
named take less than a quarter of a minute."""


def turn_of(nodeid: str) -> int:
    unit = unit_of(nodeid)
    return LONGEST.index(unit) if unit in LONGEST else len(LONGEST)
