"""Settings of the product for one test: pytest-django puts back what they were."""

from typing import Any


def change(settings: Any, **values: Any) -> None:
    settings.PRAMANA = settings.PRAMANA.model_copy(update=values)
