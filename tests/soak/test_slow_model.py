"""A model that hangs while work comes in, and then is well again: nothing waits for it for ever."""

from pathlib import Path
from typing import Any

from pramana.llm.testing import hangs, model_server, says
from tests.memory.scripted_model import over_http
from tests.soak.fire import target
from tests.soak.load import Sender, goes_on, under_load
from tests.soak.settled import check_settled

TIMEOUT_S = "2"


def test_a_model_that_hangs_holds_nobody_up(own_database: str, tmp_path: Path) -> None:
    with model_server() as models:
        models.otherwise = hangs()
        place = {
            "DATABASE_URL": own_database,
            "PRAMANA_EMBEDDINGS": "none",
            "PRAMANA_MODEL": "openai:small",
            "PRAMANA_MODEL_TIMEOUT_S": TIMEOUT_S,
            "OPENAI_BASE_URL": models.openai_url,
        }
        with target(tmp_path, **place) as product:
            ways = (Sender.upload, Sender.tell, Sender.ask)
            with under_load(product, seed=0, ways=ways, patience=60) as load:
                goes_on(load)
                models.otherwise = well
                goes_on(load)
            figures = check_settled(product, load)
    print(figures)


def well(asked: Any) -> Any:
    """Reads messages as it should; to questions it has nothing to say."""
    return over_http(asked) if "<message>" in str(asked.body) else says("I do not know.")
