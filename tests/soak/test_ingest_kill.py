"""Ingest while the worker is killed again and again."""

import pytest

from tests.documents.ingest_kill import ingest_under_fire


@pytest.mark.parametrize("seed", range(2))
def test_nothing_is_lost_and_nothing_twice(own_database, tmp_path, seed):
    ingest_under_fire(own_database, str(tmp_path / "data"), documents=100, kills=8, seed=seed)
