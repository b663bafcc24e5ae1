"""English told from other languages in Latin letters."""

import pytest

from pramana.language.scripts import is_english

OTHERS = (
    "Le paiement est dû dans les trente jours; une pénalité est due pour le retard.",
    "El pago se hará en los treinta días; la demora da lugar a una multa.",
    "De betaling is voor het einde van de maand met een korting.",
    "Beløpet betales til den konto som er oppgitt på fakturaen, og ikke senere enn 3. mai.",
)


@pytest.mark.parametrize("text", OTHERS)
def test_sentences_of_other_languages_are_not_english(text: str) -> None:
    assert not is_english(text)


@pytest.mark.parametrize("text", ["", "Ram Bahadur Thapa", "Qty 4 Price 12.50", "Pay by the 3rd."])
def test_what_says_little_counts_as_english(text: str) -> None:
    assert is_english(text)
