"""What two names say their bearers are, compared apart from what they are called."""

from pramana.language.names.kinds import NameKind
from pramana.language.names.words import Name

UNSAID = 0.86
"""One name says what it is and the other does not."""

UNSAID_DISTRICT = 0.96
"""A place named without saying what it is may well be the district."""

CONTRADICTED = 0.75
"""Both say what they are, and it is not the same."""


def compared_generics(one: Name, other: Name) -> tuple[float, tuple[str, ...]]:
    """What the score is multiplied with, and the sentence that says why."""
    if one.kind is not NameKind.LOCATION or one.generic == other.generic:
        return 1.0, ()
    if one.generic and other.generic:
        if one.generic.type == other.generic.type:
            return 1.0, (f"both are: {one.generic.text} / {other.generic.text}",)
        return CONTRADICTED, (f"not the same: {one.generic.text} / {other.generic.text}",)
    said = one.generic or other.generic
    if said is None:
        return 1.0, ()
    factor = UNSAID_DISTRICT if said.type == "district" else UNSAID
    return factor, (f"only one of the names says: {said.text}",)
