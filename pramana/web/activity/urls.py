"""Addresses of activity: jobs, runs and accuracy."""

from django.urls import path

from pramana.web.activity.accuracy import show_accuracy
from pramana.web.activity.views import (
    cancel_pending_job,
    retry_failed_job,
    show_activity,
    show_job,
    show_run,
    show_runs,
)

urlpatterns = [
    path("runs", show_runs, name="activity-runs"),
    path("runs/<uuid:run_id>", show_run, name="activity-run"),
    path("activity", show_activity, name="activity"),
    path("activity/evals", show_accuracy, name="activity-evals"),
    path("activity/<uuid:job_id>", show_job, name="activity-job"),
    path("activity/<uuid:job_id>/retry", retry_failed_job, name="activity-retry"),
    path("activity/<uuid:job_id>/cancel", cancel_pending_job, name="activity-cancel"),
]
