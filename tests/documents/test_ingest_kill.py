from tests.documents.ingest_kill import ingest_under_fire


def test_ingest_survives_a_worker_that_is_killed(own_database, tmp_path):
    ingest_under_fire(own_database, str(tmp_path / "data"), documents=12, kills=2, seed=1)
