"""The registry, read as the public Nepal Entity Service is; failures as `{"detail": …}`."""

from pramana.api.apis import make_api
from pramana.api.envelopes import DETAIL
from pramana.registry.api import router

registry = make_api("registry", DETAIL, title="Registry")
registry.add_router("", router)
