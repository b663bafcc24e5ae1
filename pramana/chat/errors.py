"""What can go wrong with a question. The codes are the Chat document's."""

from pramana.kit.errors import InvalidRequest, NotFound, RateLimited, Unavailable


class EmptyQuery(InvalidRequest):
    code = "empty_query"

    def __init__(self) -> None:
        super().__init__("Query cannot be empty. Ask something in words.")


class QueryTooLong(InvalidRequest):
    code = "query_too_long"

    def __init__(self, limit: int) -> None:
        super().__init__(f"A query may have at most {limit:,} characters. Shorten it.")


class SelectionTooLong(InvalidRequest):
    code = "selection_too_long"

    def __init__(self, limit: int) -> None:
        super().__init__(f"Selected text may have at most {limit:,} characters. Select less.")


class InvalidSessionId(InvalidRequest):
    code = "invalid_session_id"

    def __init__(self) -> None:
        super().__init__("A session id is a uuid of version 4. Leave it out to begin a new one.")


class ConversationNotFound(NotFound):
    """It does not exist, or belongs to someone else; the answer is the same on purpose."""

    code = "session_not_found"

    def __init__(self) -> None:
        super().__init__("There is no such conversation. Begin a new one without a session id.")


class TurnNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no answer with this request id to continue.")


class TooManyAtOnce(RateLimited):
    def __init__(self, slots: int) -> None:
        super().__init__(
            f"{slots} questions are being answered here already. Try again in half a minute.",
            retry_after=30,
        )


class ModelNotAnswering(Unavailable):
    """The code keeps the name in the Chat document, whichever model is configured."""

    code = "gemini_unavailable"
    retry_after = 30

    def __init__(self, reason: str = "The language model does not answer.") -> None:
        super().__init__(f"{reason} Try again later; nothing was lost.")


class SearchNotAnswering(Unavailable):
    """The code keeps the name in the Chat document, whichever store is configured."""

    code = "qdrant_unavailable"
    retry_after = 10

    def __init__(self) -> None:
        super().__init__("The documents cannot be searched now. Try again in a few seconds.")


class TurnInterrupted(Unavailable):
    """The answer was started and never finished: its process stopped, or it took too long."""

    def __init__(self) -> None:
        super().__init__("The answer was interrupted. Ask again; your question was kept.")
