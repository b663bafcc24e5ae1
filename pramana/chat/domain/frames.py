"""A turn as the frames of its stream: what was said, then its sources, or why it failed."""

from typing import Any

from pramana.chat.contracts.answering import ChatResponse
from pramana.chat.contracts.history import TurnView
from pramana.chat.contracts.states import RequestState
from pramana.kit.errors import AppError

DONE = {"done": True}

FrameData = dict[str, Any]


def delta(text: str) -> FrameData:
    return {"delta": text}


def sources(response: ChatResponse) -> FrameData:
    """The one frame with everything but the text; where there is no answer, it says why."""
    kept = response.model_dump(mode="json")
    return _sources(
        kept["sources"], kept["metadata"], kept["session_id"], response.fallback_message or ""
    )


def failed(error: AppError) -> FrameData:
    return {"error": error.message, "error_code": error.code.upper()}


def frames_of(turn: TurnView) -> list[FrameData]:
    """The same frames in the same order, from a turn that was kept."""
    found = [delta(text) for text in turn.said]
    if turn.state is RequestState.COMPLETED:
        listed = list(turn.sources)
        found.append(_sources(listed, turn.metadata, str(turn.session_id), turn.fallback_message))
        found.append(DONE)
    elif turn.state is RequestState.FAILED:
        found.append({"error": turn.error, "error_code": turn.error_code})
    return found


def _sources(
    listed: list[FrameData], metadata: FrameData, session_id: str, fallback: str
) -> FrameData:
    said = {"fallback_message": fallback} if fallback else {}
    return {"sources": listed, "metadata": metadata, "session_id": session_id, **said}
