"""The pages' addresses: everything people see is under /app/, and / leads there."""

from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from pramana.web.views import (
    activity,
    audit,
    home,
    keys,
    library,
    members,
    missing,
    password,
    pieces,
    preferences,
    reader,
    search,
    sign_in,
)

app_name = "web"

pages = [
    path("", home.show, name="home"),
    path("sign-in", sign_in.show, name="sign-in"),
    path("sign-in/link/<str:token>", sign_in.by_link, name="sign-in-link"),
    path("sign-out", sign_in.leave, name="sign-out"),
    path("password", password.show, name="password"),
    path("prefer", preferences.prefer, name="prefer"),
    path("tenant", preferences.choose_tenant, name="choose-tenant"),
    path("library", library.show, name="library"),
    path("documents/<uuid:document_id>", reader.show, name="library-document"),
    path("documents/<uuid:document_id>/retry", library.retry, name="library-retry"),
    path("documents/<uuid:document_id>/delete", library.delete, name="library-delete"),
    path("search", search.show, name="search"),
    path("activity", activity.show, name="activity"),
    path("activity/<uuid:job_id>", activity.show_job, name="activity-job"),
    path("activity/<uuid:job_id>/retry", activity.retry, name="activity-retry"),
    path("activity/<uuid:job_id>/cancel", activity.cancel, name="activity-cancel"),
    path("settings", RedirectView.as_view(pattern_name="web:settings-keys"), name="settings"),
    path("settings/keys", keys.show, name="settings-keys"),
    path("settings/keys/<uuid:key_id>/revoke", keys.revoke, name="settings-key-revoke"),
    path("settings/members", members.show, name="settings-members"),
    path("settings/members/<uuid:user_id>/role", members.change, name="settings-member-role"),
    path("settings/members/<uuid:user_id>/remove", members.remove, name="settings-member-remove"),
    path("settings/audit", audit.show, name="settings-audit"),
    path("pieces", pieces.show, name="pieces"),
    path("<path:rest>", missing.show, name="missing"),
]

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="web:home")),
    path("favicon.ico", RedirectView.as_view(url=static("web/icon.svg"))),
    path("app/", include(pages)),
]
