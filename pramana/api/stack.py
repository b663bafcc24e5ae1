"""Stacks: many documents become one table. Failures are told as `detail`."""

from pramana.api.apis import make_api
from pramana.api.envelopes import DETAIL
from pramana.extraction.api.stacks import router

stack = make_api(
    "stack",
    DETAIL,
    title="Stacks",
    description="Many documents become one table.",
)
stack.add_router("", router)
