"""What the web process may load before its first request: start-up is light."""

import subprocess
import sys

import pytest

HEAVY = {
    "anthropic", "boto3", "botocore", "fastembed", "google.genai", "hypothesis", "langgraph",
    "mcp", "mistralai", "numpy", "onnx", "onnxruntime", "openai", "opentelemetry.sdk", "pandas",
    "pydantic_ai", "pypdfium2", "spacy", "tokenizers", "torch", "transformers",
}  # fmt: skip
CODE = """
import sys
import config.asgi
import config.urls  # what the first request loads
print(*sorted(sys.modules))
"""


@pytest.mark.starts
def test_the_asgi_entry_loads_nothing_heavy() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)

    assert HEAVY.isdisjoint(done.stdout.split())
