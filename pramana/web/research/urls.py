"""Addresses of research."""

from django.urls import path

from pramana.web.research.decisions import (
    download_report,
    remove_research,
    show_preview,
    submit_decision,
    submit_plan,
)
from pramana.web.research.policies import add_source_policy, remove_source_policy, show_policies
from pramana.web.research.run import show_run
from pramana.web.research.views import remove_schedule, show_research_list, start_run

urlpatterns = [
    path("research", show_research_list, name="research"),
    path("research/start", start_run, name="research-start"),
    path(
        "research/schedules/<uuid:schedule_id>/remove",
        remove_schedule,
        name="research-schedule-remove",
    ),
    path("research/sources", show_policies, name="research-sources"),
    path("research/sources/add", add_source_policy, name="research-source-add"),
    path(
        "research/sources/<uuid:policy_id>/remove",
        remove_source_policy,
        name="research-source-remove",
    ),
    path("research/<uuid:research_id>", show_run, name="research-run"),
    path("research/<uuid:research_id>/decide", submit_decision, name="research-decide"),
    path("research/<uuid:research_id>/plan", submit_plan, name="research-plan"),
    path(
        "research/<uuid:research_id>/report.<report_format:kind>",
        download_report,
        name="research-report",
    ),
    path("research/<uuid:research_id>/delete", remove_research, name="research-delete"),
    path(
        "research/<uuid:research_id>/pages/<uuid:candidate_id>",
        show_preview,
        name="research-look",
    ),
]
