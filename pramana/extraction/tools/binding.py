"""What tools are bound to. No tool has a parameter for any of this, so no model can change it."""

from dataclasses import dataclass
from uuid import UUID

from pramana.extraction.domain.evidence import Paper
from pramana.extraction.services.authors import Author
from pramana.kit.scope import Scope


@dataclass(frozen=True)
class Binding:
    """Whose tools these are: tenant and person (scope), document, extraction, run."""

    scope: Scope
    document_id: UUID
    extraction_id: UUID
    run_id: UUID
    paper: Paper
    overwrite: bool = False

    def author(self, tool: str) -> Author:
        return Author(tool, run_id=self.run_id, overwrite=self.overwrite)
