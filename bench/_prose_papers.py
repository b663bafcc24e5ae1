"""Made contracts, minutes and bids: papers whose values stand in sentences as well as at labels."""

from datetime import date, timedelta
from random import Random

from bench._paper_words import FIRMS, PEOPLE, TRADES
from bench._papers import MadePaper, drawn_day, fill_pattern


def write_day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def make_contract(chance: Random) -> MadePaper:
    """A lease or a contract for services, its clauses in one of several wordings."""
    roles = chance.choice(
        (("Landlord", "Tenant"), ("Client", "Contractor"), ("Employer", "Consultant"))
    )
    names = [
        f"{firm} {chance.choice(('Ltd', 'Limited', 'Pvt. Ltd.', 'LLP'))}"
        for firm in chance.sample(FIRMS, 2)
    ]
    signed = drawn_day(chance)
    start = signed + timedelta(days=chance.randint(5, 40))
    end = date(start.year + chance.randint(1, 5), start.month, min(start.day, 28))
    fee, deposit = (
        chance.randint(20, 400) * 50,
        chance.randint(2, 20) * 250 if chance.random() < 0.6 else 0,
    )
    notice = chance.choice(("30 days", "60 days", "three months", "six months", "14 days"))
    law = chance.choice(("England and Wales", "Nepal", "the State of Oregon", "Scotland"))
    opening = chance.choice(
        (
            f"THIS AGREEMENT is made on {write_day(signed)} between:\n(1) "
            f"{names[0].upper()} (number 0{chance.randint(1000000, 9999999)}), of 4 Dock Road "
            f'("the {roles[0]}"); and\n'
            f'(2) {names[1].upper()} of 9 Hill Road ("the {roles[1]}").',
            f"AGREEMENT\nDated: {write_day(signed)}\n{roles[0]}: {names[0]}, 4 Dock Street\n"
            f"{roles[1]}: {names[1]}, 9 Hill Road",
            f'This agreement dated {write_day(signed)} is between {names[0]} (the "{roles[0]}") '
            f'and {names[1]} (the "{roles[1]}").',
        )
    )
    clauses = [
        chance.choice(
            (
                f"Duration. It takes effect on {write_day(start)} and expires on {write_day(end)}.",
                f"The term begins on {write_day(start)} and ends on {write_day(end)}.",
                f"Commencement date: {write_day(start)}. Expiry date: {write_day(end)}.",
            )
        ),
        chance.choice(
            (
                f"Fee. The {roles[1]} pays £{fee:,} per month.",
                f"The monthly fee is GBP {fee:,}, payable in advance.",
            )
        ),
        chance.choice(
            (
                f"Ending the agreement. Each side can terminate on {notice}' notice in writing.",
                f"Notice period: {notice}.",
                f"Notice to terminate shall be {notice}.",
            )
        ),
        chance.choice(
            (
                f"Governing law: {law}.",
                f"The law of {law} applies to this agreement.",
                f"This contract shall be governed by the laws of {law}.",
            )
        ),
    ]
    if deposit:
        clauses.insert(
            2,
            chance.choice(
                (
                    f"The {roles[1]} has paid a deposit of £{deposit:,}.",
                    f"Deposit: £{deposit:,}, returned at the end.",
                )
            ),
        )
    body = "\n".join(f"{at}. {clause}" for at, clause in enumerate(clauses, 1))
    return MadePaper(
        "",
        f"{opening}\n{body}\nSigned by both parties.",
        {
            (roles[0], "string"): [names[0]],
            (roles[1], "string"): [names[1]],
            (chance.choice(("Date of agreement", "Agreement date", "Date signed")), "date"): [
                signed.isoformat()
            ],
            (chance.choice(("Start date", "Start of term", "Commencement date")), "date"): [
                start.isoformat()
            ],
            (chance.choice(("End date", "End of term", "Expiry date")), "date"): [end.isoformat()],
            (chance.choice(("Monthly fee", "Fee per month")), "money"): [str(fee)],
            (chance.choice(("Deposit", "Security deposit")), chance.choice(("money", "string"))): [
                str(deposit),
                f"£{deposit:,}",
            ]
            if deposit
            else None,
            (chance.choice(("Notice period", "Notice")), "string"): [notice],
            ("Governing law", "string"): [
                law,
                f"law of {law}",
                f"the law of {law}",
                law.removeprefix("the "),
            ],
            ("Guarantor", "string"): None,
            ("Penalty", "money"): None,
        },
    )


def make_minutes(chance: Random) -> MadePaper:
    """Minutes of a meeting: people with roles, an item with money and votes, the next meeting."""
    chair, clerk, other, absent = chance.sample(PEOPLE, 4)
    number, day = chance.randint(3, 90), drawn_day(chance)
    following = day + timedelta(days=chance.choice((28, 35, 91)))
    sum_, votes = chance.randint(5, 90) * 100, chance.randint(3, 9)
    body = chance.choice(
        ("Parish Council", "Board of Trustees", "School Committee", "Works Council")
    )
    style = chance.random() < 0.5
    present = (
        f"Present: {chair} (chair), {other}, {clerk} (minutes)"
        if style
        else f"Present: {chair}, {other}, {clerk}\nChair: {chair}\nMinutes: {clerk}"
    )
    text = (
        f"{body}\nMinutes of meeting no. {number}\nHeld on {write_day(day)} at 7 pm in the hall\n"
        f"{present}\nApologies: {absent}\n1. Minutes of the last meeting were agreed.\n"
        f"2. Finance. The grant for the new boiler is £{sum_:,}.\n"
        f"3. Fence. The quotation was accepted by {votes} votes to 1.\n"
        f"Next meeting: {write_day(following)}."
    )
    return MadePaper(
        "",
        text,
        {
            (chance.choice(("Meeting number", "Meeting no")), "string"): [str(number)],
            (chance.choice(("Date", "Date of meeting")), "date"): [day.isoformat()],
            ("Chair", "string"): [chair],
            (chance.choice(("Minutes taken by", "Minutes by")), "string"): [clerk],
            ("Apologies", "string"): [absent],
            (chance.choice(("Grant for the boiler", "Boiler grant")), "money"): [str(sum_)],
            ("Votes for the quotation", "integer"): [str(votes)],
            ("Next meeting", "date"): [following.isoformat()],
            ("Auditor", "string"): None,
            ("Treasurer", "string"): None,
        },
    )


def make_bid(chance: Random) -> MadePaper:
    """A short bid: letterhead, reference, prices with and without tax, start, days, validity."""
    firm, buyer = chance.sample(FIRMS, 2)
    bidder = f"{firm} {chance.choice(TRADES)}{chance.choice((' Ltd', '', ' & Sons'))}"
    reference, day = (
        fill_pattern(chance, chance.choice(("Q-####", "T-##/##", "AB-26/##"))),
        drawn_day(chance),
    )
    net = chance.randint(20, 300) * 100.0
    tax = round(net * 0.2, 2)
    start, days = day + timedelta(days=60), chance.randint(5, 40)
    until, years = day + timedelta(days=45), chance.choice((2, 5, 10))
    label = chance.choice(("Quotation", "Our ref.", "Estimate no.", "Reference:"))
    has_terms = chance.random() < 0.5
    terms = chance.choice(
        (
            "a third with the order, the balance when we finish",
            "half up front and half at handover",
            "two weeks after each monthly invoice",
        )
    )
    gap = chance.choice(("\t", "   ", " ........ "))
    bank = f"{chance.choice(FIRMS)} Bank"
    has_bank = chance.random() < 0.6
    guarantee = chance.choice(
        (
            f"The bid security was issued by {bank}.",
            f"A bank guarantee of {bank} is enclosed.",
            f"Bank: {bank}",
        )
    )
    work = (
        f"We can begin on {write_day(start)} and need {days} working days.",
        f"Work starts {write_day(start)}. Time on site: {days} working days.",
        f"Start date {write_day(start)}; duration {days} working days",
    )
    promise = (f"All work carries a guarantee of {years} years.", f"Warranty: {years} years")
    offer = (f"This offer is open until {write_day(until)}.", f"Valid until: {write_day(until)}")
    lines = [
        bidder.upper() if chance.random() < 0.5 else bidder,
        f"7 Quay Street, Hull - 07700 900 {chance.randint(100, 999)}",
        "",
        f"{label} {reference}",
        write_day(day),
        f"{chance.choice(('To:', 'For:'))} {buyer} Housing Association",
        "",
        f"Labour and materials{gap}{net:,.2f}",
        f"{chance.choice(('Net', 'Price without VAT', 'Subtotal'))}{gap}{net:,.2f}",
        f"VAT 20%{gap}{tax:,.2f}",
        f"TOTAL{gap}£{net + tax:,.2f}",
        "",
        *(chance.choice(each) for each in (work, promise, offer)),
        *([f"Payment: {terms}."] if has_terms else []),
        *([guarantee] if has_bank else []),
    ]
    text = "\n".join(lines)
    return MadePaper(
        "",
        text,
        {
            (chance.choice(("Bidder", "Supplier", "Company")), "string"): [bidder],
            (chance.choice(("Reference", "Our ref", "Quotation number")), "string"): [reference],
            ("Date", "date"): [day.isoformat()],
            (chance.choice(("Net price", "Price without VAT", "Net")), "money"): [str(net)],
            (chance.choice(("Total with VAT", "Total")), "money"): [str(round(net + tax, 2))],
            (chance.choice(("Start of work", "Start date")), "date"): [start.isoformat()],
            (chance.choice(("Working days", "Number of working days")), "integer"): [str(days)],
            (chance.choice(("Guarantee", "Warranty")), "string"): [f"{years} years", str(years)],
            (chance.choice(("Open until", "Valid until")), "date"): [until.isoformat()],
            ("Payment terms", "string"): [terms] if has_terms else None,
            ("Retention", "string"): None,
            ("Bank", "string"): [bank] if has_bank else None,
            ("Due date", "date"): None,
        },
    )
