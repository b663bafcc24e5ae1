"""Facts as they are told: each with the episodes that state it, whoever asks for them."""

from collections.abc import Sequence

from pramana.kit.scope import Scope
from pramana.memory.api.schemas import FactResult
from pramana.memory.contracts.views import FactView
from pramana.memory.selectors.stating import episodes_stating


def told(scope: Scope, facts: Sequence[FactView]) -> list[FactResult]:
    """The facts in their order; one more question for all of them together."""
    stated = episodes_stating(scope, [each.id for each in facts])
    return [FactResult.of(each, stated[each.id]) for each in facts]
