"""The body of `POST /messages`: read message by message, so that very many take little memory."""

from collections.abc import Iterator
from typing import Any

from ninja.errors import ValidationError as RequestInvalid
from pydantic import ValidationError

from pramana.kit.strict_json import check_texts, differences, read_around_list, texts, wanted
from pramana.memory.api.schemas import AddMessages, ConversationMessage
from pramana.memory.contracts.messages import IncomingMessage

MOST_ERRORS = 100
"""How many mistakes are reported at once."""


def _schema() -> dict[str, Any]:
    """The body's JSON schema without references, because it is described beside the operation."""
    schema = AddMessages.model_json_schema()
    message = schema.pop("$defs")[ConversationMessage.__name__]
    schema["properties"]["messages"]["items"] = message
    return schema


REQUEST_BODY = {"required": True, "content": {"application/json": {"schema": _schema()}}}


class MessageBody:
    """A body whose JSON is valid; its messages are validated as they are read."""

    def __init__(self, raw: bytes) -> None:
        body, self._messages, self.count = read_around_list(raw, "messages")
        self._group_id = _validated(AddMessages, body, ()).group_id
        check_texts(texts(body))

    def messages(self) -> Iterator[IncomingMessage]:
        """Each message, or an error that names the places of the first mistakes."""
        errors: list[dict[str, Any]] = []
        for number, written in enumerate(self._messages or ()):
            try:
                message = _validated(ConversationMessage, written, ("messages", number))
            except RequestInvalid as error:
                errors += error.errors
                if len(errors) >= MOST_ERRORS:
                    break
                continue
            if not errors:
                check_texts(texts(written))
                yield message.incoming(self._group_id)
        if errors:
            raise RequestInvalid(errors)


def _validated(model: Any, written: Any, place: tuple[str | int, ...]) -> Any:
    """The value, or an error in the form in which every other operation reports it."""
    try:
        read = model.model_validate(written)
        if found := list(differences(read, written, wants=wanted)):
            raise ValidationError.from_exception_data(model.__name__, found)
    except ValidationError as error:
        raise RequestInvalid(
            [
                {**each, "loc": ("body", *place, *each["loc"])}
                for each in error.errors(include_url=False, include_context=False)
            ]
        ) from None
    return read
