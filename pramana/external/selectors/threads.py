"""Which checkpoints are still wanted."""

from datetime import datetime

from django.db.models import Q

from pramana.external.models import ResearchRun

REASON = "checkpoints of every tenant are pruned alike"


def open_threads(*, ended_after: datetime) -> frozenset[str]:
    """The runs that go on, or ended after a moment: by the name their checkpoints have."""
    rows = ResearchRun.objects.unscoped(REASON).order_by()
    wanted = rows.filter(Q(ended_at__isnull=True) | Q(ended_at__gte=ended_after))
    return frozenset(str(run_id) for run_id in wanted.values_list("run_id", flat=True))
