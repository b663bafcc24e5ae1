"""The product's settings for a worker that knows the queue alone: it starts in a third of the time.

Tests kill and start workers dozens of times; what they try is the queue, not what it is used for.
"""

from config.settings import *  # noqa: F403 - the very same, but for the apps

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "pramana.postgres",
    "pramana.tenancy",
    "pramana.jobs",
]
