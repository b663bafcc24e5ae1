"""The environment variables that commands and tests get."""

import os
import re

from setup.browser import browser
from setup.places import ROOT, WORK, assets
from setup.process import clean_environment

LEAKS = re.compile(
    r"PRAMANA_(?!TEST_|SOAK_|SEED$)|DATABASE_URL$|DJANGO_|PG[A-Z]+$|QDRANT_|NES_|OTEL_|AWS_|PYTEST_|HYPOTHESIS_"
    r"|(ANTHROPIC|GEMINI|GOOGLE|MISTRAL|OLLAMA|OPENAI)_|.*_(API_KEY|TOKEN|SECRET|SECRET_KEY)$"
    r"|(https?|all|no|ftp)_proxy$",
    re.IGNORECASE,
)
"""Settings, keys and proxies of the user, which would make tests depend on the machine. The
variables for the soak tests are kept."""
NO_AUTHORITIES = WORK / "no-authorities"
"""An empty place: tests talk to this machine only. Every HTTP client of the usual library reads all
certificate authorities when it is made, which takes 20 to 50 CPU milliseconds."""


def product_environment() -> dict[str, str]:
    """The person's own, with this checkout as the place modules come from.

    The safe path keeps a `bench` or `config` folder in the caller's directory from being ours.
    """
    return {**clean_environment(), "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"}


def checks_environment() -> dict[str, str]:
    """The environment of tests: the same on every machine, with fixed random seeds.

    Bytecode is written even where the shell forbids it: a run starts about a hundred Python
    processes, and each of them would compile everything again.
    """
    kept = {name: value for name, value in product_environment().items() if not LEAKS.match(name)}
    for name in ("PYTHONDONTWRITEBYTECODE", "SSL_CERT_FILE"):
        kept.pop(name, None)
    return {
        **kept,
        "SSL_CERT_DIR": str(NO_AUTHORITIES),
        "PRAMANA_ASSETS": str(assets()),
        "PRAMANA_CHROMIUM": browser(),
        "PYTHONHASHSEED": "0",
        "PATH": os.environ.get("PATH", os.defpath),
    }
