"""Memory's API, in the envelope of the Messages document."""

from pramana.api.apis import make_api
from pramana.api.envelopes import MESSAGES
from pramana.memory.api import router

memory = make_api(
    "memory",
    MESSAGES,
    title="Memory",
    description="Messages become a graph that knows what was true when.",
)
memory.add_router("", router)
