from collections import defaultdict

from pramana.demo.contracts import PropKind, Story
from pramana.demo.models import Prop
from pramana.kit.scope import Scope


def story_of(scope: Scope) -> Story | None:
    """What the demonstration brought here; None where it was never told, or is removed."""
    props: dict[PropKind, list[str]] = defaultdict(list)
    rows = list(Prop.objects.in_scope(scope))
    for row in rows:
        props[PropKind(row.kind)].append(row.thing)
    return Story(dict(props), rows[-1].brought_at) if rows else None
