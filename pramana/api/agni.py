"""Agni's API, in its document's envelope."""

from pramana.agni.api import router
from pramana.api.apis import make_api
from pramana.api.envelopes import AGNI

agni = make_api(
    "agni",
    AGNI,
    title="Agni",
    description="A document becomes reviewed entities.",
)
agni.add_router("", router)
