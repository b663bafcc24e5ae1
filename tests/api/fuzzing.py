"""schemathesis against a served product: its own OpenAPI document, every check, a fixed seed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.api.server import Web

NOT_ASKED = "positive_data_acceptance"
"""Some upload is no file that can be read, some type no type: no schema can say which."""

FORM = "multipart/form-data"
TENANT = "X-Tenant-ID"
ENDLESS = "jobs_activity"
"""A stream without an end; test_streams.py follows it."""

JSON_LINES = "memory_transfer_import_into_group"
"""Its body is lines of JSON, which schemathesis cannot write; test_transfer.py sends bad ones."""

ALONE = ("access_remove_key", "jobs_run_events")
"""Not together with the others: one may revoke their key, one waits for what they began."""

TOGETHER = [
    word for each in (ENDLESS, JSON_LINES, *ALONE) for word in ("--exclude-operation-id", each)
]
APART = [word for each in ALONE for word in ("--include-operation-id", each)]
SLICES = {"together": TOGETHER, "apart": APART}


def fuzz(
    web: Web,
    folder: Path,
    slice_name: str,
    *,
    examples: int,
    seed: int = 20261115,
    phases: str = "examples,fuzzing",
) -> str:
    """Ask `examples` times per operation; anything that disagrees with the document is an error.

    Returns what schemathesis says at the end, with its counts.
    """
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        *("run", str(_document(web, folder)), "--url", web.url),
        *("--header", f"Authorization: Bearer {web.key}"),
        *("--checks", "all", "--seed", str(seed), "--max-examples", str(examples)),
        *("--request-timeout", "60", "--warnings", "off", "--suppress-health-check", "all"),
        *("--exclude-checks", NOT_ASKED),
        *("--phases", phases),
        *SLICES[slice_name],
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return done.stdout[-1000:]


def _document(web: Web, folder: Path) -> Path:
    """Without the header that chooses a tenant: nearly every made-up one would end at the door.

    In a form, where everything is text, 0 and 1 are as good as false and true.
    """
    with web.client() as client:
        document = client.get("/api/openapi.json").json()
    for path in document["paths"].values():
        for operation in path.values():
            given = operation.get("parameters", [])
            operation["parameters"] = [each for each in given if each.get("name") != TENANT]
            form = operation.get("requestBody", {}).get("content", {}).get(FORM, {})
            for each in form.get("schema", {}).get("properties", {}).values():
                if each.get("type") == "boolean":
                    del each["type"]
                    each["enum"] = [True, False, 0, 1]
    kept = folder / "openapi.json"
    kept.write_text(json.dumps(_without_joined_patterns(document)))
    return kept


def _without_joined_patterns(part: Any) -> Any:
    """The same document, with each pattern apart from the length that its text may have.

    Of both together schemathesis makes one regular expression that counts to thousands, and
    compiling those took three quarters of the time.
    """
    if isinstance(part, list):
        return [_without_joined_patterns(each) for each in part]
    if not isinstance(part, dict):
        return part
    schema = {name: _without_joined_patterns(value) for name, value in part.items()}
    if isinstance(schema.get("pattern"), str) and {"minLength", "maxLength"} & schema.keys():
        schema["allOf"] = [*schema.get("allOf", []), {"pattern": schema.pop("pattern")}]
    return schema
