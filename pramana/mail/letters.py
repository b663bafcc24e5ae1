"""The words of each e-mail, in the reader's language. They quote no document."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pramana.kit.listings import WaitingKind, WaitingPage


@dataclass(frozen=True)
class Letter:
    subject: str
    body: str


def invitation(*, person: str, tenant: str, link: str) -> Letter:
    body = (
        _("Hello %(person)s,") % {"person": person},
        _("you were invited to “%(tenant)s” in Pramana.") % {"tenant": tenant},
        _("This link signs you in once, within seven days. Then you choose a password:"),
        link,
        _("If you did not expect this, delete this message. Nothing happens without the link."),
    )
    return Letter(_("Your invitation to “%(tenant)s”") % {"tenant": tenant}, "\n\n".join(body))


def waiting_work(
    pages: list[WaitingPage], *, person: str, tenant: str, home: str, account: str
) -> Letter:
    total = sum(page.total for page in pages)
    subject = ngettext(
        "%(count)s decision waits in “%(tenant)s”",
        "%(count)s decisions wait in “%(tenant)s”",
        total,
    )
    body = (
        _("Hello %(person)s,") % {"person": person},
        "\n".join(f"· {_count_text(page)}" for page in pages),
        _("Decide here: %(address)s") % {"address": home},
        _("You can switch these messages off here: %(address)s") % {"address": account},
    )
    return Letter(subject % {"count": total, "tenant": tenant}, "\n\n".join(body))


def _count_text(page: WaitingPage) -> str:
    count = page.total
    texts = {
        WaitingKind.REVIEW: ngettext("%(count)s review", "%(count)s reviews", count),
        WaitingKind.REGISTRY_CHANGE: ngettext(
            "%(count)s change of the registry", "%(count)s changes of the registry", count
        ),
        WaitingKind.SOURCES: ngettext("%(count)s research run", "%(count)s research runs", count),
        WaitingKind.EXTRACTION: ngettext("%(count)s extraction", "%(count)s extractions", count),
        WaitingKind.STACK: ngettext("%(count)s table", "%(count)s tables", count),
        WaitingKind.DUPLICATE: ngettext(
            "%(count)s pair of possible duplicates", "%(count)s pairs of possible duplicates", count
        ),
    }
    other = ngettext("%(count)s other decision", "%(count)s other decisions", count)
    return texts.get(page.kind, other) % {"count": count}
