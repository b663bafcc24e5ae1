"""The API of the product itself, in the Chat document's envelope."""

from pramana.api.apis import make_api
from pramana.api.envelopes import CHAT
from pramana.api.routes import cases, health, jobs, keys, me, members, metrics, runs
from pramana.chat.api import router as chat
from pramana.documents.api import router as documents
from pramana.external.api import router as research

core = make_api(
    "core",
    CHAT,
    title="Pramana",
    description="Knowledge in which every value points at the words it rests on.",
)
core.add_router("", health.router)
core.add_router("", metrics.router)
core.add_router("", chat)
core.add_router("/api", me.router)
core.add_router("/api", keys.router)
core.add_router("/api", members.router)
core.add_router("/api", jobs.router)
core.add_router("/api", runs.router)
core.add_router("/api", documents)
core.add_router("/api", research)
core.add_router("/api", cases.router)
