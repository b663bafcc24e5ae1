"""Which document a question means, and whether one paper changes another."""

import pytest

from pramana.chat.domain.document_identity import (
    DocumentProfile,
    changes_paper,
    document_date,
    kind_words,
    likeliest_document,
)

PAPERS = {
    "minutes March": DocumentProfile(
        "Harbour committee committee_2026-03.txt",
        "HARBOUR COMMITTEE\nMinutes of the 12th meeting, 9 March 2026\nPresent: five members",
        "The crane was discussed.",
        True,
    ),
    "minutes June": DocumentProfile(
        "Harbour committee committee_2026-06.txt",
        "HARBOUR COMMITTEE\nMinutes of the 13th meeting, 8 June 2026\nPresent: six members",
        "The minutes of 9 March 2026 were signed.",
        True,
    ),
    "release": DocumentProfile(
        "Ferry carries its millionth guest ferry-million.pdf",
        "MEDIA RELEASE\nFerry carries its millionth guest",
        "On Monday the ferry carried a guest.",
        False,
    ),
    "mail": DocumentProfile(
        "Re: the new crane re-crane.eml",
        "From: Ada\nTo: Per\nSubject: Re: the new crane",
        "The crane comes in May.",
        True,
    ),
    "addendum": DocumentProfile(
        "Addendum 2 addendum2.docx",
        "ADDENDUM No. 2 to the Mooring Agreement of 4 May 2024",
        "Clause 3.1 is replaced.",
        True,
    ),
    "agreement": DocumentProfile(
        "Mooring Agreement mooring.pdf", "MOORING AGREEMENT of 4 May 2024", "3.1 Fees", True
    ),
}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What happened at the meeting of 9 March 2026?", "minutes March"),
        ("Sum up the June meeting of the harbour committee", "minutes June"),
        ("Recap of the 13th meeting, please", "minutes June"),
        ("What is in the news for the press?", "release"),
        ("Give me the gist of what we told the media", "release"),
        ("Tell me briefly what the mails about the crane say", "mail"),
        ("What does addendum no. 2 alter?", "addendum"),
        ("Summarise the mooring agreement", "agreement"),
    ],
)
def test_document_is_known_by_kind_date_number_and_title(question: str, expected: str) -> None:
    assert likeliest_document(question, PAPERS) == expected


def test_no_document_is_meant_that_has_nothing_of_the_question() -> None:
    papers = {"release": PAPERS["release"]}
    assert likeliest_document("Summarise the roof inspection", papers) is None


def test_kind_words_find_documents_that_call_themselves_otherwise() -> None:
    assert "press" in kind_words("What did we tell the media?")
    assert kind_words("What does it weigh?") == []


def test_paper_changes_the_one_it_names_by_date_or_parties() -> None:
    lease = "LEASE\nmade on 3 May 2024 between Orla Quinn and Tide Mills Limited, Westport"
    assert changes_paper("Deed of variation\nof the lease of 3 May 2024", lease)
    assert changes_paper("SUPPLEMENT\nOrla Quinn and Tide Mills Limited agree", lease)
    assert not changes_paper("Addendum to the loan of 9 July 2020 with Finn Bank", lease)
    assert not changes_paper("Minutes of 3 May 2024", lease)


def test_amendment_has_its_own_date_and_not_that_of_what_it_changes() -> None:
    head = "AMENDMENT 3\nto the Cleaning Agreement of 2 June 2023\nDate: 5 January 2026"
    assert document_date("Amendment 3", head) == "5 January 2026"
    assert document_date("Cleaning", "Cleaning Agreement of 2 June 2023") == "2 June 2023"
