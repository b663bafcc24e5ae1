"""What a follow-up becomes before anything is searched for."""

from pydantic import BaseModel, Field


class Rewritten(BaseModel):
    """The question as it reads without the conversation around it."""

    question: str = Field(description="The same question, complete in itself.")
