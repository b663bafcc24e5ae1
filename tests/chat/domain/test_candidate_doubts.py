"""What speaks against a sentence as an answer."""

from pramana.chat.contracts.passages import PassageReading
from pramana.chat.domain.candidate_certainty import reading_certainty
from pramana.chat.domain.candidate_doubts import answer_doubt, subject_doubt, with_end
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.prompts.compose import NumberedPassage

TEXT = "We shear ninety sheep a week, says Una Flett, head shearer. Lambs weigh 4 kg at birth."


def doubt(question: str, words: str, text: str = TEXT) -> float:
    evidence = QuestionEvidence(question, [NumberedPassage(1, text, title="Sheep farm")])
    start = text.index(words)
    sentence = evidence.sentence_at(evidence.passages[0], start)
    assert sentence is not None
    reading = PassageReading(start, start + len(words), 0.9, 9)
    return answer_doubt(evidence, question, sentence, reading, evidence.terms)


def test_a_title_is_no_number_even_beside_one() -> None:
    question = "How much does Una Flett of the sheep farm weigh?"
    assert doubt(question, "head shearer") < doubt(question, "4 kg")


def test_a_passage_with_hardly_a_word_of_the_question_is_doubted() -> None:
    near = "How much do lambs weigh at birth?"
    far = "At what altitude do condors usually breed and weigh anchor?"
    assert doubt(near, "4 kg") == 1
    assert doubt(far, "4 kg") < 1


def test_a_sentence_without_the_code_is_doubted_where_another_line_has_it() -> None:
    text = "K4 rinse: 15 min\nK5 spin: 6 min\n\nWait 30 minutes before you open the lid."
    question = "How many minutes does K5 take?"
    evidence = QuestionEvidence(question, [NumberedPassage(1, text, title="Card")])
    doubts = {
        each.text: subject_doubt(evidence, question, evidence.things, each, evidence.terms)
        for each in evidence.sentences
    }
    assert doubts["K5 spin: 6 min"] > doubts["Wait 30 minutes before you open the lid."]


def test_a_sentence_with_only_the_name_of_its_paper_is_doubted() -> None:
    text = "Alder Works Ltd\nThe Osprey series is painted in Leeds."
    passage = NumberedPassage(1, text, title="Osprey series")

    def left(question: str) -> list[float]:
        evidence = QuestionEvidence(question, [passage])
        return [
            subject_doubt(evidence, question, evidence.things, each, evidence.terms)
            for each in evidence.sentences
        ]

    assert max(left("Who drew the emblem of the Osprey series?")) < 1
    assert max(left("Where is the Osprey series painted?")) == 1


def test_a_word_of_the_title_counts_less_than_one_of_the_sentence() -> None:
    question = "How many free days are there for painting a cottage?"

    def chance(title: str, text: str) -> float:
        evidence = QuestionEvidence(question, [NumberedPassage(1, text, title=title)])
        (passage,), sentence = evidence.passages, evidence.sentences[-1]
        reading = PassageReading(sentence.start, sentence.end, 0.5, 0)
        return reading_certainty(evidence, passage, sentence, reading, evidence.terms)

    titled = chance("Rose Cottage", "Guests may cancel free of charge 3 days before.")
    assert titled < chance("Rules", "Guests of the cottage may cancel free 3 days before.")


def test_the_day_on_which_a_paper_was_made_is_not_the_day_on_which_it_ends() -> None:
    made, ends = "This licence is made on 3 May 2024.", "The term is five years, ending 2 May 2029."
    question = "When does the licence run out?"
    assert with_end(0.8, question, made) < 0.5 < 0.8 < with_end(0.8, question, ends)
    assert with_end(0.8, "When was the licence made?", made) == 0.8
    nepali = "यो सम्झौता २०८१ साल जेठ १ गते सुरु भएको हो।"
    assert with_end(0.8, "सम्झौता कहिले सकिन्छ?", nepali) < 0.5


def test_a_nepali_sentence_without_the_value_that_is_asked_for_is_doubted() -> None:
    text = "घाँसको खरिद मूल्य रु. ४० कायम गरियो। गोठको लागत अनुमान रु. ९०,००० रहेको छ।"
    question = "घाँस काट्ने मेसिनको लागत अनुमान कति हो?"
    evidence = QuestionEvidence(question, [NumberedPassage(1, text, title="निर्णय")])
    price, estimate = (
        subject_doubt(evidence, question, evidence.things, each, evidence.terms)
        for each in evidence.sentences
    )
    assert price < estimate
