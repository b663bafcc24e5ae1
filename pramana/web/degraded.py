"""What was missing while a question was answered, as a sentence for its asker."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import gettext_noop as noted

from pramana.web.words import Words

REASONS: dict[str, Words] = {
    "words_unavailable": later(
        "Search by words was not available, so only meaning was compared. Ask again later."
    ),
    "vectors_unavailable": later(
        "Search by meaning was not available, so only words were compared. Ask again later."
    ),
    "encoder_unavailable": later(
        "Search by meaning was not available, so only words were compared. Ask again later."
    ),
    "answer_not_supported": later(
        "Sentences whose words could not be found in the sources were left out."
    ),
    "model_output_invalid": later("The language model answered in a form nobody can check."),
    "history_not_saved": later("This exchange could not be saved. Copy it if you need it."),
    "model_timeout": later("The language model took too long."),
    "model_unavailable": later("The language model does not answer just now."),
    "model_cut_off": later("The language model broke off in the middle."),
    "model_rate_limited": later("The language model is asked too much just now."),
    "model_busy": later("Too many questions wait for the language model just now."),
    "model_paused": later("The language model failed often and is left alone for a while."),
    "model_declined": later("The language model declined to answer."),
    "model_not_configured": later("The language model is not set up. Ask whoever runs this place."),
    "model_quota_exceeded": later("The language model's quota is used up."),
    "model_refused_request": later("The language model's provider refused the request."),
    "model_input_too_long": later("The passages were too long for the language model."),
    "model_error": later("The language model failed."),
}

ENDINGS = (
    noted("The language model does not answer. Try again later; nothing was lost."),
    noted(
        "The language model broke off in the middle of its answer. "
        "Try again later; nothing was lost."
    ),
)
"""What chat says of a model that left it without an answer: two halves, put together there."""


def reason_sentence(code: str) -> str:
    """The sentence for a code; an unknown code is shown rather than hidden."""
    known = REASONS.get(code)
    return str(known) if known else _("Something was missing: %(code)s.") % {"code": code}
