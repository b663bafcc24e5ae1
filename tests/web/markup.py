"""Markup without the white space that only serves whoever reads the templates."""

import re


def compact(page: str) -> str:
    """The page on one line, without white space around its tags.

    >>> compact("<p>\\n  1 row\\n</p>")
    '<p>1 row</p>'
    """
    line = re.sub(r"\s+>", ">", " ".join(page.split()))
    return re.sub(r"\s*(<[^<>]*>)\s*", r"\1", line)
