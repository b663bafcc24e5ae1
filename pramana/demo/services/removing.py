"""Taking the demonstration away: everything it brought, by the same services people use."""

from collections import Counter

from django.db import transaction

from pramana.agni import demo as review
from pramana.chat import demo as chat
from pramana.demo.contracts import PropKind, Story
from pramana.demo.models import Prop
from pramana.demo.selectors.story import story_of
from pramana.documents.services import erase_documents
from pramana.external import demo as research
from pramana.extraction.demo import stacks as bids
from pramana.jobs.forgetting import forget_ended
from pramana.kit.scope import Scope
from pramana.memory import demo as memory
from pramana.tenancy.services import audit
from pramana.tenancy.services.closing import forget_empty_case


@transaction.atomic
def remove_story(scope: Scope) -> Counter[str]:
    """Erase what the demonstration brought, and what was made from it; say how much of each.

    All of it or nothing, and a second time does nothing. What people added themselves stays; a
    document they put into its stack, too.
    """
    held = Prop.objects.in_scope(scope).select_for_update()
    list(held)  # of two who ask together the second waits here, and finds nothing left
    story = story_of(scope)
    if story is None:
        return Counter()
    gone = _taken_away(scope, story)
    held.delete()
    audit(scope, "demo.removed", "tenant", scope.tenant_id, **gone)
    return gone


def _taken_away(scope: Scope, story: Story) -> Counter[str]:
    """Reviews before the documents they read, runs before the case they serve."""
    pages = research.let_in(scope, story.ids(PropKind.RESEARCH))
    papers, stacks = [*story.ids(PropKind.DOCUMENT), *pages], story.ids(PropKind.STACK)
    groups = story.props.get(PropKind.GROUP, ())
    worked_on = [*papers, *bids.tables(scope, stacks), *memory.messages(scope, groups), *groups]
    forget_ended(scope, worked_on)
    made = review.remove(scope, papers)
    return Counter(
        conversations=chat.remove(scope, story.ids(PropKind.CONVERSATION)),
        research=research.remove(scope, story.ids(PropKind.RESEARCH)),
        stacks=bids.remove(scope, stacks),
        documents=erase_documents(scope, papers),
        groups=memory.remove(scope, groups),
        records=made + sum(review.delete_known(scope, each) for each in story.ids(PropKind.RECORD)),
        cases=sum(forget_empty_case(scope, each) for each in story.ids(PropKind.CASE)),
    )
