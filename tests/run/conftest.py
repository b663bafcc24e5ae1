"""Checkouts for the tests of `./run`."""

from pathlib import Path

import pytest

from tests.run.checkout import Checkout, make_checkout
from tests.starting import starts_processes


@pytest.fixture(scope="session")
def small_model() -> bytes:
    """A real model of one multiplication, which can really be quantised."""
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper

    weights = numpy_helper.from_array(np.eye(4, dtype=np.float32), "weights")
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "weights"], ["y"])],
        "small",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 4])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 4])],
        [weights],
    )
    opset = [helper.make_opsetid("", 17)]
    model: bytes = helper.make_model(graph, opset_imports=opset, ir_version=8).SerializeToString()
    return model


@pytest.fixture(scope="session")
@starts_processes
def ready(tmp_path_factory: pytest.TempPathFactory, small_model: bytes) -> Checkout:
    """One that is set up already, for tests that change nothing in it."""
    checkout = make_checkout(tmp_path_factory.mktemp("ready"), small_model)
    done = checkout.run("setup")
    assert done.returncode == 0, done.stderr
    return checkout


@pytest.fixture
@starts_processes
def checkout(tmp_path: Path, small_model: bytes) -> Checkout:
    return make_checkout(tmp_path, small_model)
