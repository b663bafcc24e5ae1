"""What every model of an answer has in common."""

from pydantic import BaseModel, ConfigDict


class Answer(BaseModel):
    """Frozen, and tolerant of fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="ignore")
