"""Small talk is answered as such, and a question never is."""

import pytest

from pramana.chat.domain.messages import SmallTalk, small_talk, small_talk_reply

TALK = {
    "Hi!": SmallTalk.GREETING,
    "good afternoon everyone": SmallTalk.GREETING,
    "नमस्कार": SmallTalk.GREETING,
    "namaste": SmallTalk.GREETING,
    "dherai dherai dhanyabad sathi": SmallTalk.THANKS,
    "Many thanks, very helpful": SmallTalk.THANKS,
    "Cheers, that did it": SmallTalk.THANKS,
    "thx, it worked!": SmallTalk.THANKS,
    "धन्यवाद": SmallTalk.THANKS,
    "bye bye, see you tomorrow": SmallTalk.GOODBYE,
    "How are you today?": SmallTalk.WELLBEING,
    "Who are you?": SmallTalk.ABILITY,
    "What can you do?": SmallTalk.ABILITY,
    "ok great": SmallTalk.AGREEMENT,
    "Thanks, and who signed the lease?": None,
    "Thanks, what helped the tenant?": None,
    "Hello, what is the deposit?": None,
    "Is there a help desk?": None,
    "Good practice for storage": None,
}


@pytest.mark.parametrize("message", TALK)
def test_small_talk_is_known_as_such(message: str) -> None:
    assert small_talk(message) is TALK[message]


def test_it_is_answered_in_its_own_language() -> None:
    assert small_talk_reply(SmallTalk.THANKS, "thanks").startswith("You are welcome")
    assert small_talk_reply(SmallTalk.THANKS, "dhanyabad").startswith("स्वागत")
    assert small_talk_reply(SmallTalk.GREETING, "नमस्ते").startswith("नमस्ते")


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("shubha bihani", SmallTalk.GREETING),
        ("subha prabhat hajur", SmallTalk.GREETING),
        ("शुभ साँझ", SmallTalk.GREETING),
        ("dhanyabaad, pheri bhetaunla", SmallTalk.THANKS),
        ("bholi bhetaula", SmallTalk.GOODBYE),
        ("के छ खबर?", SmallTalk.WELLBEING),
        ("namaskar, k chha hal khabar", SmallTalk.WELLBEING),
        ("k cha yo bill ma?", None),
        ("feri kahile tirne?", None),
    ],
)
def test_nepali_is_understood_as_people_spell_it(message: str, kind: SmallTalk | None) -> None:
    assert small_talk(message) is kind
    if kind and not message.startswith(("शुभ", "के")):
        assert small_talk_reply(kind, message) == small_talk_reply(kind, "नमस्ते")
