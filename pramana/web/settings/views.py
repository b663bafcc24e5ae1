"""Settings of a tenant: API keys, members, the demonstration, and what models cost."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.generic import RedirectView

from pramana.demo.selectors import find_demo
from pramana.demo.services import delete_demo, find_loading, start_demo
from pramana.documents.selectors import collections_of, document_count
from pramana.kit.errors import AppError
from pramana.llm.selectors import Spending, daily_spending
from pramana.mail.services import Invitation, invite_again, invite_member
from pramana.tenancy.contracts import KeyKind, NewKey, Role
from pramana.tenancy.selectors import keys_of, members_of
from pramana.tenancy.services import change_role, create_key, remove_member, revoke_key
from pramana.tenancy.services.quotas import budget_uses, day_start, quota_uses
from pramana.tenancy.services.stored_choices import choice_views
from pramana.web.access import PageRequest, member_names, page
from pramana.web.actions import attempt, attempt_confirmed, confirmation_page, is_confirmed
from pramana.web.activity.wording import purpose_name
from pramana.web.errors import error_sentence
from pramana.web.formatting import format_decimal, format_number
from pramana.web.home.guide import demo_steps
from pramana.web.navigation import Tab, shortcut
from pramana.web.params import choice_param, text_param
from pramana.web.settings import account, audit, choices
from pramana.web.wording import KEY_KINDS, ROLES

PERIODS: dict[str, int] = {"": 30, "7": 7, "90": 90}
"""Days by the value of the `days` parameter."""
CHART_HEIGHT = 100


@dataclass(frozen=True)
class UsageRow:
    name: str
    calls: int
    tokens: int
    cost: Decimal


@dataclass(frozen=True)
class Bar:
    """A bar of the chart, on a grid of ten units a bar and `CHART_HEIGHT` units high."""

    x: int
    y: float
    height: float
    text: str


@page(Role.ADMIN)
def show_usage(request: PageRequest) -> HttpResponse:
    scope = request.principal.scope
    chosen = request.GET.get("days", "")
    chosen = chosen if chosen in PERIODS else ""
    since = day_start() - timedelta(days=PERIODS[chosen] - 1)
    spent = daily_spending(scope, since=since)
    names = member_names(scope)
    days = [since.date() + timedelta(days=each) for each in range(PERIODS[chosen])]
    by_day = [_row(_day_name(day), (each for each in spent if each.day == day)) for day in days]
    context = {
        "title": _("Usage"),
        "tabs": _period_tabs(chosen),
        "total": _row("", spent),
        "bars": chart_bars(by_day),
        "days": [row for row in reversed(by_day) if row.calls],
        "first": by_day[0].name,
        "last": by_day[-1].name,
        "tables": [
            (_("By capability"), _grouped(spent, lambda each: purpose_name(f"{each.capability}."))),
            (_("By member"), _grouped(spent, lambda each: _member_name(each, names))),
        ],
        "limits": [use for use in quota_uses(scope) if use.quota.is_spending],
        "alarms": budget_uses(scope),
        "view": choice_views(scope)["alarms"],
    }
    return render(request, "web/settings/usage.html", context)


def _period_tabs(chosen: str) -> list[Tab]:
    names = {"7": _("7 days"), "": _("30 days"), "90": _("90 days")}
    return [Tab(value, label, value == chosen) for value, label in names.items()]


def _day_name(day: date) -> str:
    return format_number(date_format(day, "j M"))


def _row(name: str, spent: Iterable[Spending]) -> UsageRow:
    listed = list(spent)
    return UsageRow(
        name,
        sum(each.calls for each in listed),
        sum(each.tokens for each in listed),
        sum((each.cost for each in listed), Decimal(0)),
    )


def _grouped(spent: Sequence[Spending], name_of: Callable[[Spending], str]) -> list[UsageRow]:
    """One row per name, dearest first."""
    names = {name_of(each) for each in spent}
    rows = [_row(name, (each for each in spent if name_of(each) == name)) for name in names]
    return sorted(rows, key=lambda row: (-row.cost, -row.tokens, row.name))


def _member_name(spent: Spending, names: dict[UUID, str]) -> str:
    """Work that nobody asked for, such as a schedule, has no member."""
    if spent.actor_id is None:
        return _("Automatic")
    return names.get(spent.actor_id, _("Former member"))


def chart_bars(rows: Sequence[UsageRow]) -> list[Bar]:
    """The days as bars: by cost, or by tokens where no call has a price."""
    is_priced = any(row.cost for row in rows)
    sizes = [float(row.cost) if is_priced else float(row.tokens) for row in rows]
    largest = max(sizes, default=0.0) or 1.0
    heights = [round(size / largest * CHART_HEIGHT, 1) for size in sizes]
    return [
        Bar(place * 10, CHART_HEIGHT - height, height, f"{row.name}: {_amount_text(row)}")
        for place, (row, height) in enumerate(zip(rows, heights, strict=True))
    ]


def _amount_text(row: UsageRow) -> str:
    if row.cost:
        return f"${format_decimal(float(row.cost), 2)}"
    return _("%(count)s tokens") % {"count": format_number(row.tokens)}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.ADMIN)
def show_keys(request: PageRequest) -> HttpResponse:
    """A new key is only in this response, never in a URL, session or log."""
    new_key = _create_key(request) if request.method == "POST" else None
    context = {
        "title": _("Keys"),
        "keys": (shortcut("n", _("New key")),),
        "new_key": new_key,
        "found": keys_of(request.principal.scope),
        "roles": ROLES.items(),
        "kinds": KEY_KINDS.items(),
        "collections": collections_of(request.principal.scope),
        "line": _embed_line(request, new_key) if new_key else "",
    }
    return render(request, "web/settings/keys.html", context)


def _create_key(request: PageRequest) -> NewKey | None:
    kind = choice_param(request.POST, "kind", KeyKind) or KeyKind.SECRET
    try:
        return create_key(
            request.principal.scope,
            text_param(request.POST, "name", 200),
            role=_role_param(request),
            kind=kind,
            origins=request.POST.get("origins", "").split(),
            collections=_selected_collections(request) if kind is KeyKind.PUBLISHABLE else (),
        )
    except AppError as error:
        messages.error(request, error_sentence(error.message))
        return None


def _embed_line(request: PageRequest, new_key: NewKey) -> str:
    """The line that embeds the chat in another site's pages."""
    address = request.build_absolute_uri(reverse("web:embed"))
    return f'<script src="{address}" data-key="{new_key.secret}" defer></script>'


def _selected_collections(request: PageRequest) -> list[UUID]:
    """The selected collections, limited to this tenant's."""
    wanted = set(request.POST.getlist("collections"))
    return [each.id for each in collections_of(request.principal.scope) if str(each.id) in wanted]


@require_POST
@page(Role.ADMIN)
def revoke_api_key(request: PageRequest, key_id: UUID) -> HttpResponse:
    return attempt_confirmed(
        request,
        lambda: revoke_key(request.principal.scope, key_id),
        _("Key revoked."),
        question=_("Revoke this key?"),
        text=_("Programs that use it stop working immediately. This cannot be undone."),
        yes=_("Revoke the key"),
        back="web:settings-keys",
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.ADMIN)
def show_members(request: PageRequest) -> HttpResponse:
    link = _add_member(request) if request.method == "POST" else None
    return _members_page(request, link, request.POST.get("name", ""))


def _members_page(request: PageRequest, link: str | None, invited: str) -> HttpResponse:
    """The members, and the link for the one who was just invited; it is shown nowhere else."""
    context = {
        "title": _("Members"),
        "keys": (shortcut("n", _("New member")),),
        "link": link,
        "name": invited,
        "members": members_of(request.principal.scope),
        "roles": ROLES.items(),
    }
    return render(request, "web/settings/members.html", context)


def _add_member(request: PageRequest) -> str | None:
    """Add a member and return their one-time link; people with an account get none."""
    name, scope = request.POST.get("name", "").strip(), request.principal.scope
    email = text_param(request.POST, "email", 254)
    try:
        invited = invite_member(scope, name, _role_param(request), email=email)
    except AppError as error:
        messages.error(request, error_sentence(error.message))
        return None
    if invited.secret is None:
        text = _("%(name)s was added as a member. They sign in as they do elsewhere.")
        messages.success(request, text % {"name": name})
        return None
    return _invitation_link(request, invited)


def _invitation_link(request: PageRequest, invited: Invitation) -> str:
    """The address of the link. It works beside the one that was sent, should that not arrive."""
    if invited.sent_to:
        text = _("The invitation is on its way to %(address)s.")
        messages.success(request, text % {"address": invited.sent_to})
    return _link_address(request, invited.secret or "")


def _link_address(request: PageRequest, token: str) -> str:
    return request.build_absolute_uri(reverse("web:sign-in-link", args=[token]))


@never_cache
@require_POST
@page(Role.ADMIN)
def send_new_link(request: PageRequest, user_id: UUID) -> HttpResponse:
    """Show a new sign-in link for someone who has not set a password yet."""
    scope, link = request.principal.scope, None
    try:
        link = _invitation_link(request, invite_again(scope, user_id))
    except AppError as error:
        messages.error(request, error_sentence(error.message))
    names = member_names(scope)
    return _members_page(request, link, names.get(user_id, ""))


def _role_param(request: PageRequest) -> Role:
    return choice_param(request.POST, "role", Role) or Role.VIEWER


@require_POST
@page(Role.ADMIN)
def change_member_role(request: PageRequest, user_id: UUID) -> HttpResponse:
    role = _role_param(request)
    attempt(
        request,
        lambda: change_role(request.principal.scope, user_id, role),
        _("Role changed."),
    )
    return redirect("web:settings-members")


@require_POST
@page(Role.ADMIN)
def remove_from_tenant(request: PageRequest, user_id: UUID) -> HttpResponse:
    return attempt_confirmed(
        request,
        lambda: remove_member(request.principal.scope, user_id),
        _("Member removed."),
        question=_("Remove this member?"),
        text=_("They and their keys lose access immediately. Their work is kept."),
        yes=_("Remove the member"),
        back="web:settings-members",
    )


@require_POST
@page(Role.ADMIN)
def load_demo(request: PageRequest) -> HttpResponse:
    said = _("The demonstration is being loaded. You can leave this page.")
    attempt(request, lambda: start_demo(request.principal.scope), said)
    return redirect("web:settings-demo")


@page(Role.ADMIN)
def show_demo(request: PageRequest) -> HttpResponse:
    scope = request.principal.scope
    loading = find_loading(scope)
    story = None if loading else find_demo(scope)
    steps = demo_steps(request, story) if story else []
    context = {
        "title": _("Demo"),
        "story": story,
        "loading": loading,
        "is_empty": not document_count(scope),
        "steps": steps,
        "done": sum(step.is_done for step in steps),
    }
    return render(request, "web/settings/demo.html", context)


@require_POST
@page(Role.ADMIN)
def remove_demo(request: PageRequest) -> HttpResponse:
    if not is_confirmed(request):
        return confirmation_page(
            request,
            question=_("Remove the demo?"),
            text=demo_loss_text(),
            yes=_("Remove"),
            back="web:settings-demo",
        )
    gone = delete_demo(request.principal.scope)
    said = _("Demo removed. Everything you added yourself is still here.")
    messages.success(request, said if gone else _("The demo is not installed."))
    return redirect("web:home")


def demo_loss_text() -> str:
    return _(
        "Its documents are permanently deleted with everything extracted, decided and "
        "answered from them, and so are its memory, stack, research, case and "
        "records. Everything you added yourself is kept."
    )


urlpatterns = [
    path("sign-in", account.show_sign_in, name="sign-in"),
    path("sign-in/with/<slug:provider_id>", account.start_sign_on, name="sign-on"),
    path("sign-in/return", account.return_from_sign_on, name="sign-on-return"),
    path("sign-in/link/<str:token>", account.sign_in_by_link, name="sign-in-link"),
    path("sign-out", account.sign_out, name="sign-out"),
    path("sign-out-elsewhere", account.sign_out_elsewhere, name="sign-out-elsewhere"),
    path("profile", account.save_profile, name="profile"),
    path("password", account.show_password, name="password"),
    path("prefer", account.save_preferences, name="prefer"),
    path("mail", account.choose_mail, name="choose-mail"),
    path("tenant", account.choose_tenant, name="choose-tenant"),
    path("case", account.choose_case, name="choose-case"),
    path("settings", RedirectView.as_view(pattern_name="web:settings-keys"), name="settings"),
    path("settings/keys", show_keys, name="settings-keys"),
    path("settings/keys/<uuid:key_id>/revoke", revoke_api_key, name="settings-key-revoke"),
    path("settings/members", show_members, name="settings-members"),
    path("settings/members/<uuid:user_id>/role", change_member_role, name="settings-member-role"),
    path("settings/members/<uuid:user_id>/invite", send_new_link, name="settings-member-invite"),
    path(
        "settings/members/<uuid:user_id>/remove", remove_from_tenant, name="settings-member-remove"
    ),
    path("settings/usage", show_usage, name="settings-usage"),
    *(
        each
        for of in ("models", "defaults")
        for each in (
            path(f"settings/{of}", choices.show_choices, {"of": of}, name=f"settings-{of}"),
            path(f"settings/{of}/try", choices.try_choice, {"of": of}, name=f"settings-{of}-try"),
            path(
                f"settings/{of}/<slug:name>",
                choices.change_choice,
                {"of": of},
                name=f"settings-{of}-change",
            ),
            path(
                f"settings/{of}/<slug:name>/reset",
                choices.forget_choice,
                {"of": of},
                name=f"settings-{of}-reset",
            ),
        )
    ),
    path("settings/audit", audit.show_audit, name="settings-audit"),
    path("settings/audit/export", audit.export_audit, name="settings-audit-export"),
    path("settings/demo", show_demo, name="settings-demo"),
    path("settings/demo/load", load_demo, name="settings-demo-load"),
    path("settings/demo/remove", remove_demo, name="settings-demo-remove"),
]
