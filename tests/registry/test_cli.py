"""The command `pramana registry`."""

import json
import os
import subprocess

from tests.prepared import run_prepared


def registry(*arguments: str, url: str, data: str) -> subprocess.CompletedProcess[str]:
    command = ["-m", "pramana.cli", "registry", *arguments, "--data", data]
    return run_prepared(command, env={**os.environ, "DATABASE_URL": url})


def test_records_are_imported_and_exported_and_errors_are_one_sentence(own_database, tmp_path):
    place = {"url": own_database, "data": str(tmp_path / "data")}
    names = tmp_path / "people.csv"
    names.write_text("en,ne\nSunita Rai,सुनिता राई\n,\n", encoding="utf-8")

    taken = registry("import", str(names), "--type", "person", **place)
    assert (taken.returncode, taken.stdout) == (0, "1 created\n"), taken.stderr

    given = registry("export", "-", **place)
    [record] = [json.loads(line) for line in given.stdout.splitlines()]
    assert record["id"] == "entity:person/sunita-rai"

    missing = registry("import", str(tmp_path / "none.csv"), **place)
    assert missing.returncode == 1
    assert missing.stderr == f"pramana: There is no file {tmp_path / 'none.csv'}.\n"
