"""Messages: adding them, following their jobs, and a group's settings."""

from collections.abc import Iterator
from typing import Annotated, Any
from uuid import UUID

from ninja import Header, Query
from ninja import Status as Answer
from ninja.errors import ValidationError as RequestInvalid
from pydantic import ValidationError

from pramana.kit.strict_json import check_texts, differences, read_around_list, texts, wanted
from pramana.memory.api.schemas import (
    AddMessages,
    ConversationMessage,
    EpisodeResult,
    GroupConfiguration,
    MessageJobs,
    Result,
)
from pramana.memory.contracts.messages import (
    GROUP_ID,
    LONGEST_GROUP_ID,
    IncomingMessage,
    MessageState,
    MessageView,
)
from pramana.memory.selectors.graph import newest_episodes
from pramana.memory.selectors.groups import counts_of, messages_of, rules_of
from pramana.memory.services.groups import configure_group
from pramana.memory.services.inbox import accept_stream, retry_message
from pramana.postgres.loans import Turnstile
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs

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


router = AreaRouter("memory_messages")
FEW = 1000
LONG_BODIES = Turnstile(2, waiting=6, patience_s=60, most_of_one=1)
"""Very many messages hold a connection for seconds, so few requests of that kind run at once, and
one tenant's leave a place for the others'."""
ACCEPTED = {"message": "Messages added to processing queue", "success": True}
IdempotencyKey = Annotated[str, Header(alias="Idempotency-Key", max_length=255)]
GroupId = Annotated[str, Query(pattern=GROUP_ID, max_length=LONGEST_GROUP_ID)]


@router.post(
    "/messages",
    response={202: Result},
    auth=needs(Role.REVIEWER),
    openapi_extra={"requestBody": REQUEST_BODY},
)
def add_messages(request: ScopedRequest, key: IdempotencyKey = "") -> Answer[dict[str, object]]:
    """Accept messages for a group. Each is read in the background, in order, by its own job.

    All messages are accepted or none. A repeated request with the same `Idempotency-Key` queues
    nothing.
    """
    body = MessageBody(request.body)
    if body.count <= FEW:
        accept_stream(request.scope, body.messages(), body.count, key=key)
    else:
        with LONG_BODIES.enter(request.scope.tenant_id):
            accept_stream(request.scope, body.messages(), body.count, key=key)
    return Answer(202, ACCEPTED)


@router.post(
    "/messages/jobs/{uuid:message_id}/retry",
    response={202: MessageView},
    auth=needs(Role.REVIEWER),
)
def retry_failed_message(request: ScopedRequest, message_id: UUID) -> Answer[MessageView]:
    """Read a failed or partly read message again. 409 if it is neither."""
    return Answer(202, retry_message(request.scope, message_id))


@router.get("/messages/jobs", response=MessageJobs, auth=needs(Role.VIEWER))
def list_jobs(
    request: ScopedRequest,
    group_id: str,
    state: MessageState | None = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> MessageJobs:
    """List the jobs of a group's messages, newest first, and count the messages by state."""
    jobs = messages_of(request.scope, group_id, state=state, limit=limit)
    counts = {state.value: number for state, number in counts_of(request.scope, group_id).items()}
    return MessageJobs(jobs=jobs, **counts)


@router.get("/episodes/{group_id}", response=list[EpisodeResult], auth=needs(Role.VIEWER))
def get_episodes(
    request: ScopedRequest, group_id: str, last_n: Annotated[int, Query(ge=1, le=1000)] = 10
) -> list[EpisodeResult]:
    """List a group's latest episodes, oldest first. An unknown group has none."""
    episodes = newest_episodes(request.scope, group_id, last=last_n)
    return [EpisodeResult.of(each) for each in episodes]


@router.get("/messages/settings", response=GroupConfiguration, auth=needs(Role.VIEWER))
def get_settings(request: ScopedRequest, group_id: GroupId) -> GroupConfiguration:
    """A group's settings, or the defaults if it has none of its own."""
    return GroupConfiguration.of(rules_of(request.scope, group_id))


@router.put(
    "/messages/settings",
    response=GroupConfiguration,
    auth=needs(Role.ADMIN),
    operation_id="memory_messages_put_settings",
)
def replace_settings(
    request: ScopedRequest, group_id: GroupId, body: GroupConfiguration
) -> GroupConfiguration:
    """Replace a group's settings. They apply to messages read from now on.

    409 if the settings contradict themselves; nothing is changed then.
    """
    settings = body.model_dump(mode="json", exclude_unset=True)
    families = settings.pop("families", [])
    configure_group(request.scope, group_id, settings=settings, families=families)
    return GroupConfiguration.of(rules_of(request.scope, group_id))
