"""Which files one process takes together: they share what takes long to start."""

from xdist.scheduler import LoadFileScheduling

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
        "tests/web/test_embed.py",
        "tests/web/test_keyboard.py",
        "tests/web/test_library_work.py",
        "tests/web/test_looks.py",
        "tests/web/test_reading.py",
    ),
    "another site": (
        "tests/web/test_extracting.py",
        "tests/web/test_matter_work.py",
        "tests/web/test_memory_explorer.py",
        "tests/web/test_registry_work.py",
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


class Sharing(LoadFileScheduling):
    """Gives out units of what is shared."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)
