"""Set-up does what is missing, once, and says so on stderr."""

import fcntl
import json
from threading import Timer

from tests.run.checkout import CARRIER, Checkout
from tests.run.wheels import write_wheel

STEPS = [
    "Python environment",
    "Python packages",
    "page files",
    "OCR language files",
    "fonts",
    "model gte-small",
    "model multilingual-e5-small",
    "model slanet-plus",
    "model page-orientation",
]


def steps_done(stderr: str) -> list[str]:
    """The steps that were announced, in order."""
    lines = [line.removeprefix("run: ") for line in stderr.splitlines()]
    return [line.split(" ... ")[0] for line in lines if " ... " in line]


def test_a_first_start_sets_up_step_by_step_and_a_second_one_does_nothing(
    checkout: Checkout,
) -> None:
    first = checkout.run("pramana", "doctor")
    second = checkout.run("pramana", "doctor")

    assert first.returncode == 0, first.stderr
    assert steps_done(first.stderr) == STEPS
    assert all(line.endswith(" s") for line in first.stderr.splitlines())
    assert (second.returncode, second.stderr) == (0, "")
    model = checkout.root / ".assets/models/gte-small"
    assert {path.name for path in model.iterdir()} == {
        "model.int8.onnx",
        "tokenizer.json",
        "stamp",
    }


def test_stdout_belongs_to_the_command(checkout: Checkout) -> None:
    done = checkout.run("pramana", "key", "create", "a b")

    assert json.loads(done.stdout)["argv"] == ["key", "create", "a b"]


def test_a_failing_step_names_itself_and_the_next_start_goes_on_from_there(
    checkout: Checkout,
) -> None:
    checkout.break_npm()
    failed = checkout.run("pramana")
    checkout.mend_npm()
    mended = checkout.run("pramana")

    assert failed.returncode == 1
    assert failed.stdout == ""
    assert "Set-up stopped at 'page files'" in failed.stderr
    assert "npm error: no network" in failed.stderr
    assert "npm ping" in failed.stderr
    assert mended.returncode == 0
    assert steps_done(mended.stderr) == STEPS[2:]


def test_two_at_once_do_the_work_once(checkout: Checkout) -> None:
    both = [checkout.start("pramana") for _ in range(2)]
    said = [process.communicate(timeout=300)[1] for process in both]

    assert [process.returncode for process in both] == [0, 0], said
    assert sorted(steps_done(said[0]) + steps_done(said[1])) == sorted(STEPS)


def test_whoever_has_to_wait_says_so_and_goes_on_afterwards(checkout: Checkout) -> None:
    (checkout.root / ".cache").mkdir()
    with (checkout.root / ".cache/setup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = checkout.start("pramana")
        deadline = Timer(120, process.kill)
        deadline.start()
        assert process.stderr is not None
        first = process.stderr.readline()
    deadline.cancel()
    _, rest = process.communicate(timeout=300)

    assert "another ./run is setting up" in first
    assert process.returncode == 0
    assert steps_done(rest) == STEPS


def test_a_checkout_that_cannot_be_written_to_gets_a_sentence(checkout: Checkout) -> None:
    (checkout.root / ".cache").write_text("in the way")
    done = checkout.run("pramana")

    assert done.returncode == 1
    assert "Set-up could not begin" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_changed_lock_installs_again_and_nothing_else(checkout: Checkout) -> None:
    checkout.run("setup")
    checkout.lock("requirements.lock", "present", "extra")
    changed = checkout.run("setup")

    assert steps_done(changed.stderr) == ["Python packages"]


def test_packages_for_development_stay_when_the_product_starts(checkout: Checkout) -> None:
    checkout.run("bench", "jobs")
    started = checkout.run("pramana")
    write_wheel(checkout.wheels, "another", {"another.py": ""})
    checkout.lock("requirements-dev.lock", "present", "extra", "another")
    renewed = checkout.run("pramana")

    assert (started.returncode, started.stderr) == (0, "")
    assert steps_done(renewed.stderr) == ["Python packages for development"]


def test_a_package_that_is_not_the_locked_one_is_refused(checkout: Checkout) -> None:
    write_wheel(checkout.wheels, "present", {"present.py": "import os"})
    refused = checkout.run("pramana")

    assert refused.returncode == 1
    assert "Set-up stopped at 'Python packages'" in refused.stderr
    assert "hash" in refused.stderr.lower()


def test_where_uv_does_not_work_pip_does_the_same(checkout: Checkout) -> None:
    (checkout.bin / "uv").unlink()
    write_wheel(
        checkout.wheels, "uv", {"uv/__main__.py": "raise SystemExit('not for this machine')"}
    )
    checkout.lock("setup/locks/uv.txt", "uv")
    done = checkout.run("pramana")

    assert done.returncode == 0, done.stderr
    assert "Trying pip" in done.stderr


def test_a_broken_environment_is_made_anew(checkout: Checkout) -> None:
    checkout.run("setup")
    interpreter = checkout.root / ".venv/bin/python"
    interpreter.unlink()
    interpreter.symlink_to("/nowhere/python3")
    done = checkout.run("pramana")

    assert done.returncode == 0, done.stderr
    assert steps_done(done.stderr)[:2] == STEPS[:2]


def test_a_home_that_cannot_be_written_to_is_left_alone(checkout: Checkout) -> None:
    done = checkout.run("pramana", env={"HOME": "/dev/null"})

    assert done.returncode == 0, done.stderr
    assert (checkout.root / ".cache/uv").is_dir()


def test_the_carrier_of_a_model_is_not_kept(checkout: Checkout) -> None:
    """npm puts it into a folder of its own, which goes when the model has been taken out."""
    checkout.run("setup")

    assert (checkout.shelf / CARRIER).exists()
    assert not list((checkout.root / ".assets").glob("**/node_modules"))
