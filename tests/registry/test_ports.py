"""One port, two registries: our own tables, and a remote one that may misbehave."""

import socket

import pytest

from pramana.registry import adapters as remote_adapter
from pramana.registry import services
from pramana.registry.adapters import OwnRegistry, RemoteRegistry, registry_for
from pramana.registry.contracts import IdCheck, RecordType
from pramana.registry.errors import RegistryUnreachable
from tests.registry.nes_server import entity_service
from tests.registry.sample_records import a_district, a_person

RAM = "entity:person/ram-bahadur-gurung"
TROUBLES = (
    "not json", "a list", "no entities", "no record", "broken", "large", "elsewhere", "cut",
)  # fmt: skip


@pytest.fixture
def service():
    remote_adapter.clear_cache()
    with entity_service() as started:
        yield started
    remote_adapter.clear_cache()


@pytest.fixture
def remote(scope, service):
    return RemoteRegistry(scope, service.url, timeout=20)


def test_our_own_tables_answer_by_default(scope):
    assert isinstance(registry_for(scope), OwnRegistry)


def test_a_configured_address_selects_the_remote_registry(scope, settings, monkeypatch, service):
    there = settings.PRAMANA.model_copy(update={"nes_api_base_url": service.url})
    monkeypatch.setattr("django.conf.settings.PRAMANA", there)
    assert registry_for(scope).get(RAM).title() == "Ram Bahadur Gurung"


def test_own_ids_are_known_unknown_malformed_or_of_another_type(scope, other_scope):
    services.create_record(scope, a_person())
    services.create_record(scope, a_district())
    own = OwnRegistry(scope)
    assert own.check("person_1", RecordType.PERSON) is IdCheck.KNOWN
    assert own.check("entity:person/sunita-rai") is IdCheck.KNOWN
    assert own.check("person_1", RecordType.ORGANIZATION) is IdCheck.OTHER_TYPE
    assert own.check("person_9", RecordType.PERSON) is IdCheck.UNKNOWN
    assert own.check("who?", RecordType.PERSON) is IdCheck.MALFORMED
    assert own.search("सुनिता राई", entity_type=RecordType.PERSON)[0].record.nes_id == "person_1"
    assert set(own.find(["person_1", "person_9"])) == {"person_1"}
    assert OwnRegistry(other_scope).get("person_1") is None


def test_a_remote_name_is_found_with_our_own_reasons(remote):
    found = remote.search("राम बहादुर गुरुङ", entity_type=RecordType.PERSON)
    assert [each.record.entity_id for each in found] == [RAM]
    assert found[0].score > 0.9 and found[0].reasons


def test_remote_records_are_read_by_id(remote):
    assert remote.get(RAM).version == 3
    assert remote.get("entity:person/nobody-here") is None
    assert remote.get("who?") is None
    assert set(remote.find([RAM, "entity:person/nobody-here", "?"])) == {RAM}


def test_more_ids_than_the_service_takes_at_once_are_asked_in_parts(remote, service):
    ids = [f"entity:person/person-{number}" for number in range(60)] + [RAM]
    assert set(remote.find(ids)) == {RAM}
    assert len(service.asked) == 3


def test_remote_ids_are_checked_for_form_type_and_existence(remote):
    assert remote.check(RAM, RecordType.PERSON) is IdCheck.KNOWN
    assert remote.check("entity:person/nobody-here") is IdCheck.UNKNOWN
    assert remote.check(RAM, RecordType.LOCATION) is IdCheck.OTHER_TYPE
    assert remote.check("who?") is IdCheck.MALFORMED


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_service_that_misbehaves_is_one_clear_sentence(remote, service, trouble):
    service.trouble = trouble
    with pytest.raises(RegistryUnreachable, match="NES_API_BASE_URL"):
        remote.search("Ram")


@pytest.mark.parametrize("trouble", ["broken", "not json", "cut"])
def test_an_id_that_cannot_be_looked_up_is_unverified(remote, service, trouble):
    service.trouble = trouble
    assert remote.check(RAM, RecordType.PERSON) is IdCheck.UNVERIFIED
    service.trouble = ""
    assert remote.check(RAM, RecordType.PERSON) is IdCheck.KNOWN


def test_a_service_that_does_not_answer_is_not_waited_for(scope, service):
    service.trouble = "slow"
    hasty = RemoteRegistry(scope, service.url, timeout=0.2)
    with pytest.raises(RegistryUnreachable, match=r"0\.2 s"):
        hasty.search("Ram")
    assert hasty.check(RAM) is IdCheck.UNVERIFIED


@pytest.mark.parametrize("url", ["http://127.0.0.1:{port}", "ftp://127.0.0.1", "http://", "x"])
def test_a_service_that_is_not_there_is_one_clear_sentence(scope, url):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = RemoteRegistry(scope, url.format(port=free.getsockname()[1]), timeout=5)
        with pytest.raises(RegistryUnreachable):
            nobody.search("Ram")
        assert nobody.check(RAM) is IdCheck.UNVERIFIED


def test_answers_are_cached_for_one_tenant_and_not_for_another(scope, other_scope, service):
    ours = RemoteRegistry(scope, service.url, timeout=20)
    ours.get(RAM)
    ours.get(RAM)
    assert len(service.asked) == 1
    RemoteRegistry(other_scope, service.url, timeout=20).get(RAM)
    assert len(service.asked) == 2
