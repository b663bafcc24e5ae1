"""The product's settings, with operations beside it that fail while they hold content."""

from config.settings import *  # noqa: F403 - that is the point

ROOT_URLCONF = "tests.observability.leaky_urls"
