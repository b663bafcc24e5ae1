"""The language of a text in Latin letters, told by its small words."""

import pytest

from pramana.language.glossary import bill_words
from pramana.language.scripts import latin_language
from pramana.language.stems import stem

TEXTS = {
    "Le paiement est dû dans les trente jours; une pénalité est due pour le retard.": "fr",
    "El pago se hará en los treinta días; la demora da lugar a una multa.": "es",
    "De betaling is voor het einde van de maand met een korting.": "nl",
    "Beløpet betales til den konto som er oppgitt på fakturaen, og ikke senere enn 3. mai.": "no",
    "Pay by the 3rd.": "en",
}
QUESTIONS = {
    "Wann wird der Brunnen gereinigt?": "de",
    "¿Cuánto cuesta el alquiler?": "es",
    "When is the well cleaned?": "en",
}


@pytest.mark.parametrize(("text", "language"), [*TEXTS.items(), *QUESTIONS.items()])
def test_small_words_tell_the_language(text: str, language: str) -> None:
    assert latin_language(text) == language


@pytest.mark.parametrize("text", ["", "Ram Bahadur Thapa", "Qty 4 Price 12.50"])
def test_names_and_figures_are_of_no_language(text: str) -> None:
    assert latin_language(text) == ""


def test_words_stand_for_each_other_in_both_directions() -> None:
    assert stem("schwimmbad") in bill_words(stem("pool"))
    assert stem("pool") in bill_words(stem("piscina"))
    assert stem("heating") in bill_words("heizungsanlage")
