"""What pydantic-ai says while a run goes on, in our words."""

from typing import Any

from pydantic_ai.messages import (
    FunctionToolCallEvent,
    FunctionToolResultEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ToolCallPart,
)

from pramana.llm.contracts import AgentEvent, TextDelta, ToolCalled, ToolReturned


def event_of(event: object) -> AgentEvent | None:
    """Our event for one of theirs, or None: a model's thinking and its bookkeeping stay inside."""
    match event:
        case PartStartEvent(part=TextPart(content=text)) if text:
            return TextDelta(text)
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)) if text:
            return TextDelta(text)
        case FunctionToolCallEvent(part=part):
            return ToolCalled(part.tool_call_id, part.tool_name, _arguments(part))
        case FunctionToolResultEvent(part=part):
            return ToolReturned(
                part.tool_call_id,
                part.tool_name,
                part.model_response_str(wrap_if_error=False),
                is_error=part.outcome != "success",
            )
        case _:
            return None


def _arguments(part: ToolCallPart) -> dict[str, Any]:
    """The arguments as the model gave them; none when what it wrote cannot be read."""
    try:
        return part.args_as_dict()
    except ValueError:
        return {}
