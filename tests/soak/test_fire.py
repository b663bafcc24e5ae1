"""A short fire: each part of a running product is killed once under load."""

from pathlib import Path

from tests.soak.fire import PARTS, target, under_fire
from tests.soak.settled import check_settled


def test_what_was_accepted_is_done_once_when_each_part_is_killed(
    own_database: str, tmp_path: Path
) -> None:
    place = {"DATABASE_URL": own_database, "PRAMANA_EMBEDDINGS": "none"}
    with target(tmp_path, **place) as product:
        load = under_fire(product, 0, seed=3, kills=len(PARTS))
        figures = check_settled(product, load)
    assert figures["kills"] == len(PARTS)
    assert figures["messages"] and figures["documents"]
