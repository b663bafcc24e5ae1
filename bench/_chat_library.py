"""A library of many passages about made-up projects, and questions that name them."""

import random
from uuid import UUID

from pramana.kit.scope import Scope

PLACES = ("Tansen", "Bandipur", "Gorkha", "Ilam", "Jumla", "Dhankuta", "Syangja", "Baglung")
WORKS = ("bridge", "reservoir", "school", "road", "canal", "clinic", "market", "library")
PEOPLE = ("Sita Rai", "Hari Thapa", "Gita Lama", "Ram Gurung", "Maya Tamang", "Bina Magar")
PASSAGES_EACH = 50
WORDS = 220


def sentence(number: int) -> str:
    """What only passage `number` says."""
    place, work = PLACES[number % 8], WORKS[number // 8 % 8]
    return f"Project K{number:05d} in {place} was signed by {PEOPLE[number % 6]} for the {work}."


def question(number: int) -> str:
    return f"Who signed project K{number:05d} in {PLACES[number % 8]}?"


def fill(scope: Scope, count: int) -> list[UUID]:
    """Documents of fifty passages each, with words as common as in any administration.

    Returns the passages' ids, by number.
    """
    chance = random.Random(7)
    found: list[UUID] = []
    for first in range(0, count, PASSAGES_EACH):
        numbers = range(first, min(first + PASSAGES_EACH, count))
        texts = [_passage(number, chance) for number in numbers]
        found += _put(scope, f"Register {first // PASSAGES_EACH}", texts)
    return found


def _passage(number: int, chance: random.Random) -> str:
    common = (f"word{int(chance.paretovariate(0.7)) % 4000}" for _ in range(WORDS))
    return f"{sentence(number)} {' '.join(common)}."


def _put(scope: Scope, title: str, texts: list[str]) -> list[UUID]:
    from django.core.files.base import ContentFile
    from django.db import transaction

    from pramana.documents.models import Passage as Row
    from pramana.documents.reading.passages import AssembledDocument, PassageSpan
    from pramana.documents.services import add_file
    from pramana.documents.services.reading import finish_reading, save_text

    whole = "\n".join(texts)
    pieces: list[PassageSpan] = []
    for text in texts:
        start = pieces[-1].end + 1 if pieces else 0
        pieces.append(PassageSpan(start, start + len(text)))
    outcome = AssembledDocument(whole, (), tuple(pieces), title, "en", "latin")
    document = add_file(scope, f"{title}.txt", ContentFile(whole.encode()))
    with transaction.atomic():
        save_text(scope, document.id, outcome)
        finish_reading(scope, document.id, outcome)
    rows = Row.objects.in_scope(scope).filter(document_id=document.id).order_by("position")
    return list(rows.values_list("pk", flat=True))
