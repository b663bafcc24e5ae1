import pytest

from pramana.cli.product import ready_data
from pramana.postgres.errors import ForeignDirectory, NoSpace


def test_a_full_disk_is_said_before_anything_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr("pramana.cli.product.LEAST_FREE", 10**18)
    with pytest.raises(NoSpace, match="space"):
        ready_data(tmp_path / "data")
    assert not (tmp_path / "data" / "postgres").exists()


def test_a_directory_of_someone_elses_is_left_alone(tmp_path):
    (tmp_path / "thesis.odt").write_text("mine")
    with pytest.raises(ForeignDirectory):
        ready_data(tmp_path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["thesis.odt"]
