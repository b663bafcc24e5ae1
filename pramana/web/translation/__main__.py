"""`python -m pramana.web.translation` updates the .po files and compiles them."""

import json
import os
import sys
from pathlib import Path

import django


def main() -> int:
    """Append missing messages, compile, and report how many are untranslated."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from pramana.web.translation.catalogue import WEB, messages_of_pages, mo_bytes, read_po

    waiting = 0
    for path in sorted((WEB / "locale").rglob("*.po")):
        known = {message.singular for message in read_po(path)}
        missing = [found for found in messages_of_pages() if found.singular not in known]
        _append(path, [(found.singular, found.plural) for found in missing])
        messages = read_po(path)
        waiting += sum(not message.is_translated for message in messages)
        path.with_suffix(".mo").write_bytes(mo_bytes(messages))
    sys.stderr.write(f"{waiting} sentences wait for a translation.\n")
    return 1 if waiting else 0


def _append(path: Path, missing: list[tuple[str, str | None]]) -> None:
    with path.open("a", encoding="utf-8") as file:
        for singular, plural in missing:
            file.write(f"\nmsgid {_quoted(singular)}\n")
            if plural is None:
                file.write('msgstr ""\n')
            else:
                file.write(f'msgid_plural {_quoted(plural)}\nmsgstr[0] ""\nmsgstr[1] ""\n')


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
