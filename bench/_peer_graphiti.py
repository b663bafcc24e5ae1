"""Run by Graphiti's own Python: messages as JSON lines on stdin; on stdout, as JSON, the
CPU time before the first and after each, and what its model was asked.

Its model, encoder and judge answer at once, so what is measured is Graphiti and its graph (Kuzu,
in this process).
"""

import asyncio
import hashlib
import json
import os
import sys
import time
from datetime import datetime
from typing import Any

os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"

from graphiti_core import Graphiti
from graphiti_core.cross_encoder.client import CrossEncoderClient
from graphiti_core.driver.driver import GraphProvider
from graphiti_core.driver.kuzu_driver import KuzuDriver
from graphiti_core.embedder.client import EmbedderClient
from graphiti_core.graph_queries import get_fulltext_indices
from graphiti_core.llm_client import LLMClient, LLMConfig
from graphiti_core.nodes import EpisodeType

DIMENSION = 384


class Scripted(LLMClient):
    """Answers from the facts of the message being read."""

    def __init__(self) -> None:
        super().__init__(LLMConfig(api_key="none", model="scripted"))
        self.facts: list[list[str]] = []
        self.calls = self.characters = 0

    async def _generate_response(
        self, messages: Any, response_model: Any = None, *_: Any, **__: Any
    ) -> Any:
        self.calls += 1
        self.characters += sum(len(message.content) for message in messages)
        name = response_model.__name__ if response_model else ""
        return getattr(self, f"_{name}", dict)()

    def _ExtractedEntities(self) -> Any:
        names = dict.fromkeys(name for s, _, o in self.facts for name in (s, o))
        return {"extracted_entities": [{"name": name, "entity_type_id": 0} for name in names]}

    def _ExtractedEdges(self) -> Any:
        return {
            "edges": [
                {
                    "source_entity_name": subject,
                    "target_entity_name": target,
                    "relation_type": relation,
                    "fact": f"{subject} {relation.lower()} {target}.",
                }
                for subject, relation, target in self.facts
            ]
        }

    def _NodeResolutions(self) -> Any:
        return {"entity_resolutions": []}

    def _EdgeDuplicate(self) -> Any:
        return {"duplicate_facts": [], "contradicted_facts": []}

    def _BatchEdgeTimestamps(self) -> Any:
        return {"timestamps": [{"valid_at": None, "invalid_at": None} for _ in self.facts]}

    def _SummarizedEntities(self) -> Any:
        return {"summaries": []}

    def _EntitySummary(self) -> Any:
        return {"summary": ""}


class Digest(EmbedderClient):
    """Vectors right in shape, and free."""

    async def create(self, input_data: Any) -> list[float]:
        return vector(str(input_data))

    async def create_batch(self, input_data_list: list[str]) -> list[list[float]]:
        return [vector(text) for text in input_data_list]


class Judge(CrossEncoderClient):
    async def rank(self, query: str, passages: list[str]) -> list[tuple[str, float]]:
        return [(passage, 1.0) for passage in passages]


def vector(text: str) -> list[float]:
    return [byte / 128 - 1 for byte in hashlib.shake_128(text.encode()).digest(DIMENSION)]


async def read(messages: list[dict[str, Any]]) -> dict[str, Any]:
    model, driver = Scripted(), KuzuDriver()
    driver._database = "bench"  # asked for by add_episode, and not set by this driver
    graph = Graphiti(
        graph_driver=driver, llm_client=model, embedder=Digest(), cross_encoder=Judge()
    )
    for statement in get_fulltext_indices(GraphProvider.KUZU):  # which its own set-up leaves out
        await driver.execute_query(statement)
    marks = [time.process_time()]
    for number, message in enumerate(messages):
        model.facts = message["facts"]
        await graph.add_episode(
            name=str(number),
            episode_body=f"user: {message['content']}",
            source_description="bench",
            reference_time=datetime.fromisoformat(message["at"]),
            source=EpisodeType.message,
            group_id="bench",
        )
        marks.append(time.process_time())
    return {"marks_s": marks, "calls": model.calls, "characters": model.characters}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(read([json.loads(line) for line in sys.stdin]))))
