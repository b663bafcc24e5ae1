"""Addresses of signing in, preferences and settings."""

from django.urls import path
from django.views.generic import RedirectView

from pramana.web.settings.account import (
    choose_case,
    choose_mail,
    choose_tenant,
    save_preferences,
    save_profile,
    show_password,
    show_sign_in,
    sign_in_by_link,
    sign_out_elsewhere,
)
from pramana.web.settings.audit import export_audit, show_audit
from pramana.web.settings.choices import (
    change_choice,
    forget_choice,
    show_choices,
    try_choice,
)
from pramana.web.settings.sign_on import return_from_sign_on, sign_out, start_sign_on
from pramana.web.settings.usage import show_usage
from pramana.web.settings.views import (
    change_member_role,
    load_demo,
    remove_demo,
    remove_from_tenant,
    revoke_api_key,
    send_new_link,
    show_demo,
    show_keys,
    show_members,
)

urlpatterns = [
    path("sign-in", show_sign_in, name="sign-in"),
    path("sign-in/with/<slug:provider_id>", start_sign_on, name="sign-on"),
    path("sign-in/return", return_from_sign_on, name="sign-on-return"),
    path("sign-in/link/<str:token>", sign_in_by_link, name="sign-in-link"),
    path("sign-out", sign_out, name="sign-out"),
    path("sign-out-elsewhere", sign_out_elsewhere, name="sign-out-elsewhere"),
    path("profile", save_profile, name="profile"),
    path("password", show_password, name="password"),
    path("prefer", save_preferences, name="prefer"),
    path("mail", choose_mail, name="choose-mail"),
    path("tenant", choose_tenant, name="choose-tenant"),
    path("case", choose_case, name="choose-case"),
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
            path(f"settings/{of}", show_choices, {"of": of}, name=f"settings-{of}"),
            path(f"settings/{of}/try", try_choice, {"of": of}, name=f"settings-{of}-try"),
            path(
                f"settings/{of}/<slug:name>",
                change_choice,
                {"of": of},
                name=f"settings-{of}-change",
            ),
            path(
                f"settings/{of}/<slug:name>/reset",
                forget_choice,
                {"of": of},
                name=f"settings-{of}-reset",
            ),
        )
    ),
    path("settings/audit", show_audit, name="settings-audit"),
    path("settings/audit/export", export_audit, name="settings-audit-export"),
    path("settings/demo", show_demo, name="settings-demo"),
    path("settings/demo/load", load_demo, name="settings-demo-load"),
    path("settings/demo/remove", remove_demo, name="settings-demo-remove"),
]
