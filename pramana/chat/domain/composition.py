"""What a composer made of a question: the sentences that stood, and what became of the rest."""

from dataclasses import dataclass

from pramana.chat.domain.draft import Draft


@dataclass
class Composition:
    draft: Draft
    engine: str = ""
    dropped: int = 0
    """Sentences whose quotes were looked for and not found."""
    rubbish: int = 0
    failure: str | None = None
    """The code of the model's error, when it gave none or only a part of the answer."""
    kept: int = 0

    @property
    def broke_off(self) -> bool:
        """Whether the model failed after something of its answer was shown."""
        return self.failure is not None and self.kept > 0
