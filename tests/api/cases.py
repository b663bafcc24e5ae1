"""A case with a note and a report, for tests of its addresses."""

from uuid import UUID

from pramana.cases.selectors import get_report
from pramana.cases.services import create_report, write_note
from pramana.kit.scope import Scope
from pramana.tenancy.services import open_case


def make_report(scope: Scope) -> dict[str, UUID]:
    case_id = open_case(scope, "ours")
    report_id = create_report(scope, case_id, "", ["Who signed?"])
    return {
        "case_id": case_id,
        "note_id": write_note(scope, case_id, "Ours alone."),
        "report_id": report_id,
        "section_id": get_report(scope, report_id).sections[0].id,
    }
