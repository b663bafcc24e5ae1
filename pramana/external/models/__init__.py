from pramana.external.models.candidate import Candidate
from pramana.external.models.decision import Decision
from pramana.external.models.policy import SourcePolicy
from pramana.external.models.research import ResearchRun
from pramana.external.models.tool_call import ToolCall

__all__ = ["Candidate", "Decision", "ResearchRun", "SourcePolicy", "ToolCall"]
