"""What every layer of Django's chain here is: at home in both worlds, without a hop to a thread."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class Layer(ABC):
    """A middleware that answers in the world it was put into; `is_async` says which."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    @abstractmethod
    def __call__(self, request: Any) -> HttpResponseBase | Awaitable[HttpResponseBase]: ...
