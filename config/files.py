"""File storage: the data directory, or S3 if PRAMANA_FILES=s3."""

from typing import Any

from config.environment import Environment


def storages(environment: Environment) -> dict[str, dict[str, Any]]:
    return {
        "default": _s3(environment) if environment.files == "s3" else _disk(environment),
        "staticfiles": {"BACKEND": "pramana.api.edge.DigestedStaticFiles"},
    }


def _disk(environment: Environment) -> dict[str, Any]:
    return {
        "BACKEND": "pramana.tenancy.storage.DurableFileSystemStorage",
        "OPTIONS": {"location": environment.data / "files"},
    }


def _s3(environment: Environment) -> dict[str, Any]:
    options: dict[str, Any] = {
        "bucket_name": environment.s3_bucket,
        "default_acl": None,
        "querystring_auth": True,
        "file_overwrite": True,
    }
    if environment.s3_endpoint:
        options["endpoint_url"] = environment.s3_endpoint
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
