"""Fakes that ship with the product: a gateway that follows a script, and a model server.

The server is real HTTP on loopback and speaks the providers' wire formats, so tests of the gateway
go through the providers' own clients.
"""

from pramana.llm.testing.scripted import ScriptedGateway, ToolScript
from pramana.llm.testing.server import ModelServer, model_server
from pramana.llm.testing.wire_formats import (
    ModelFault,
    ModelReply,
    answers,
    breaks_off,
    calls,
    fails,
    garbles,
    hangs,
    limits,
    says,
    slowly,
)

__all__ = [
    "ModelFault",
    "ModelReply",
    "ModelServer",
    "ScriptedGateway",
    "ToolScript",
    "answers",
    "breaks_off",
    "calls",
    "fails",
    "garbles",
    "hangs",
    "limits",
    "model_server",
    "says",
    "slowly",
]
