from pramana.agni.contracts import EntityStatus
from pramana.agni.domain import decisions
from tests.agni.builders import candidate, decider, person, session


def test_with_nothing_set_creation_is_proposed_by_nobody():
    entity = person("Ram Thapa")

    assert entity.status is EntityStatus.CREATE_NEW
    assert not entity.is_decided


def test_candidates_ask_for_a_person():
    assert person("Ram", candidates=(candidate(),)).status is EntityStatus.NEEDS_DISAMBIGUATION


def test_each_decision_clears_what_an_earlier_one_set():
    by = decider()
    entity = person("Ram", candidates=(candidate(),))

    matched = decisions.match(entity, "person_7", by)
    assert matched.status is EntityStatus.MATCHED and matched.decided_by == by.user_id

    skipped = decisions.skip(matched, "A namesake.", by)
    assert skipped.status is EntityStatus.SKIPPED
    assert skipped.matched_id is None and skipped.skip_reason == "A namesake."

    created = decisions.create(skipped, by)
    assert created.status is EntityStatus.CREATE_NEW
    assert not created.is_skipped and created.skip_reason == ""


def test_taking_a_decision_back_leaves_what_was_proposed():
    sure = candidate(confidence=0.97, decisive=True)
    entity = decisions.create(decisions.propose(person("Ram", candidates=(sure,))), decider())

    reopened = decisions.reopen(entity)

    assert reopened.matched_id == "person_7"
    assert not reopened.is_decided


def test_a_name_alone_is_never_matched_by_itself():
    alike = person("Ram", candidates=(candidate(confidence=1.0),))

    assert decisions.propose(alike).matched_id is None


def test_a_confirmed_name_is_matched_by_nobody_in_particular():
    confirmed = person("Ram", candidates=(candidate(confidence=0.95, decisive=True),))

    proposed = decisions.propose(confirmed)

    assert proposed.matched_id == "person_7"
    assert not proposed.is_decided


def test_two_confirmed_candidates_are_for_a_person_to_tell_apart():
    twins = person(
        "Ram",
        candidates=(
            candidate("person_7", 0.99, decisive=True),
            candidate("person_8", 0.96, decisive=True),
        ),
    )

    assert decisions.propose(twins).status is EntityStatus.NEEDS_DISAMBIGUATION


def test_what_waits_for_a_person_is_listed():
    reviewed = session(person("A"), person("B", candidates=(candidate(),)), person("C"))

    assert decisions.unresolved(reviewed) == [1]


def test_confirming_the_whole_decides_only_what_nobody_had_decided():
    first, second = decider(), decider()
    decided = decisions.skip(person("A"), "", first)

    approved = decisions.approve_proposals(session(decided, person("B")), second)

    assert [entity.decided_by for entity in approved.entities] == [first.user_id, second.user_id]
