"""A deleted document's words are not kept in conversations either."""

from pramana.chat.contracts.questions import Asker
from pramana.chat.selectors import history
from pramana.documents.selectors import newest_documents
from pramana.documents.services import delete_document
from tests.chat.conftest import ANSWER, QUOTE, answer, in_db
from tests.documents.traces import traces_of


async def test_answers_that_rest_on_a_deleted_document_go_with_it(library):
    response = await answer(library, {"chat.compose": ANSWER})
    assert QUOTE in response.model_dump_json()

    await in_db(_delete_bridge)(library)

    kept = await in_db(history)(library, Asker(library.actor_id), response.session_id, limit=5)
    [entry] = kept.entries
    assert entry.query and "was deleted" in entry.response and entry.sources == []
    assert await in_db(traces_of)("Himal Builders", library) == []


def _delete_bridge(scope) -> None:
    [bridge] = newest_documents(scope, query="Bridge")
    delete_document(scope, bridge.id)
