"""Claims that nouns make: is an engineer at, was elected mayor, my sister Maya."""

from collections.abc import Iterator
from dataclasses import replace

from pramana.language.tagging import MentionKind
from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.attributes import (
    age_claims,
    birth_claims,
    names_work,
    passive_state_claims,
    personal_detail_claims,
    role_relation,
    state_claims,
)
from pramana.memory.domain.reading.claims import (
    BLOOD_TIES,
    FORMER,
    Aspect,
    EntityKind,
    Referent,
    RelationClaim,
    Token,
    make_claim,
    with_kind,
)
from pramana.memory.domain.reading.clauses import (
    Clause,
    Tense,
    clause_subjects,
    is_passive,
    linked_tokens,
    parse_clause,
    with_conjuncts,
)
from pramana.memory.domain.reading.dates import clause_interval, clause_times
from pramana.memory.domain.reading.phrases import (
    appositive_name,
    copula,
    noun_phrase,
    position_words,
    tie_sentence,
    with_article,
)
from pramana.memory.domain.reading.referents import Referents

LASTING_PERSON_NOUNS = lexicon.word_set(
    "vegetarian vegan christian hindu muslim buddhist jew atheist immigrant refugee veteran widow"
    " widower orphan twin citizen nepali foreigner volunteer activist graduate freelancer"
    " homeowner survivor introvert extrovert parent mom mother dad father grandparent teenager"
    " feminist candidate contractor businessman businesswoman politician celebrity"
)
"""What a person may lastingly be, besides their work."""

PRAISE_WORDS = lexicon.word_set(
    "great good nice amazing awesome wonderful beautiful lovely perfect real big huge true total"
    " special important bad terrible sweet cute fun incredible fantastic little tough hard such"
    " best worst favorite favourite"
)
REMARK_NOUNS = lexicon.word_set(
    "addition gift reminder blast dream start mix journey challenge privilege honor honour game joy"
    " pleasure relief treat success mess inspiration lifesaver sign symbol example step chance hit"
    " breeze winner star rock angel hero team pic picture photo shot ride experience moment feeling"
    " process result help work shame pain place must goal topic passion story memory look choice"
    " mood vibe world life career opportunity path combination source boost escape outlet matter"
    " proof need success"
)
"""Nouns that express an opinion: "she is a great addition"."""
TIE_CONFIDENCE, UNNAMED_FACTOR = 0.85, 0.6
"""Confidence of a tie, and the factor if the relative has no name: "Ram has a brother"."""
TIE_RELATIONS = frozenset((*lexicon.TIES.values(), *lexicon.ORGANIZATION_TIES.values()))
ROLE_CONFIDENCE, KIND_CONFIDENCE = 0.85, 0.7
EMPLOYER_LINKS = ("at", "with", "for", "of")
"""Prepositions between somebody's work and the body they do it for."""
REPLACEMENT_VERBS = frozenset(("replace", "succeed"))


def copula_claims(referents: Referents, verb: Token) -> Iterator[RelationClaim]:
    """Claims of "X is Y", "X became Y" and "X was elected Y"."""
    clause = parse_clause(verb)
    aspect = _aspect(verb)
    if not clause.possible:
        yield from _name_claims(referents, clause)
        yield from personal_detail_claims(referents, clause)
        yield from birth_claims(referents, clause)
        yield from passive_state_claims(referents, clause)
        yield from age_claims(referents, clause)
    if clause.possible or aspect is None or clause.tense is Tense.FUTURE:
        return
    if is_passive(verb) and verb.lemma_ in REPLACEMENT_VERBS:
        aspect = Aspect.END
    if not is_passive(verb) and verb.lemma_ in lexicon.ELECTING_VERBS:
        return  # "the members elected Rosa": the object holds the office
    for noun in _complements(verb):
        for who in clause_subjects(clause):
            yield from _complement_claims(referents, clause, aspect, who, noun)
        for who in linked_tokens(verb, "by") if aspect is Aspect.END else ():
            yield from _complement_claims(referents, clause, Aspect.START, who, noun)
        for who in _predecessors(verb) if aspect is Aspect.START else ():
            yield from _complement_claims(referents, clause, Aspect.END, who, noun)


def _predecessors(verb: Token) -> list[Token]:
    """Who held an office before: "Pia replaced Omar as …", "Pia took over from Omar as …"."""
    if verb.lemma_ in REPLACEMENT_VERBS and not is_passive(verb):
        return [each for each in linked_tokens(verb, "object") if each.pos_ == "PROPN"]
    takes_over = verb.lemma_ == "take" and any(each.lower_ == "over" for each in verb.children)
    return [each for each in linked_tokens(verb, "from") if takes_over and each.pos_ == "PROPN"]


def _name_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim]:
    """ "My boss is here. His name is Uwe Pohl.": a described person gets a name."""
    if clause.verb.lemma_ != "be" or clause.negated:
        return
    for noun in clause_subjects(clause):
        who = referents.owner_of(noun) if noun.lemma_ == "name" else None
        relation = lexicon.TIES.get(who.tie) if who else None
        for child in clause.verb.children:
            is_name = child.dep_ == "attr" and child.pos_ == "PROPN"
            named = referents.resolve(child) if is_name and relation else None
            if who and relation and named and who.owner:
                owner = Referent(who.owner, EntityKind.PERSON, 0.85, is_named=True)
                person, at = with_kind(named, EntityKind.PERSON), Interval(referents.message.at)
                yield tie_claim(referents, clause.verb, person, relation, owner, who.tie, at)


def _aspect(verb: Token) -> Aspect | None:
    if verb.lemma_ in ("be", "serve", "work"):
        return Aspect.STATE
    return next(
        (each for each, verbs in lexicon.OFFICE_VERBS.items() if verb.lemma_ in verbs), None
    )


def _complements(verb: Token) -> list[Token]:
    complements = [child for child in verb.children if child.dep_ in ("attr", "oprd", "acomp")]
    for prep in verb.children:
        if prep.dep_ == "prep" and prep.lower_ in ("as", "to") and verb.lemma_ != "be":
            complements += [each for each in prep.children if each.dep_ == "pobj"]
    return [each for token in complements for each in with_conjuncts(token)]


def _complement_claims(
    referents: Referents, clause: Clause, aspect: Aspect, who: Token, noun: Token
) -> Iterator[RelationClaim]:
    interval = clause_interval(
        clause, aspect, clause_times(clause, referents.message.at), referents.message.at
    )
    if noun.lemma_.lower() in lexicon.TIME_NOUNS:
        return  # "my last day as a driver is 26 September"
    role = role_relation(referents, noun) or (
        role_relation(referents, who) if noun.pos_ == "PROPN" else None
    )
    holder = referents.resolve(noun if role and not role_relation(referents, noun) else who)
    if role and holder:
        claim = tie_claim(referents, clause.verb, holder, *role, interval)
        yield replace(claim, is_false=True) if _was_never(clause, claim) else claim
        return
    office = who.lower_ in lexicon.OFFICES or lexicon.is_occupation(who.lemma_)
    if noun.pos_ == "PROPN" and office and who.pos_ == "NOUN" and not clause.negated:
        person = referents.resolve(noun)
        if person:
            yield _position_claim(clause, with_kind(person, EntityKind.PERSON), who, interval)
        return
    yield from state_claims(referents, clause, who, noun)
    subject = referents.resolve(who)
    if subject and (clause.over or not clause.negated) and states_kind(noun, subject):
        yield _kind_claim(referents, clause, (who, subject), noun, interval)
        if names_work(noun) and not FORMER.match(position_words(noun)[0]):
            yield from _employer_claims(referents, clause, subject, noun, interval)


def _was_never(clause: Clause, claim: RelationClaim) -> bool:
    """Whether a denial means that it was never so: "I was never chair", "he isn't my brother"."""
    is_lasting = claim.relation in (*BLOOD_TIES, "RELATIVE_OF")
    return clause.never or (is_lasting and clause.negated and not clause.over)


def _kind_claim(
    referents: Referents,
    clause: Clause,
    who: tuple[Token, Referent],
    noun: Token,
    interval: Interval,
) -> RelationClaim:
    is_work = names_work(noun)
    subject = with_kind(who[1], EntityKind.PERSON if is_work else None)
    words, stated = position_words(noun) if is_work else (noun_phrase(noun), "")
    no_longer = " no longer" if clause.over else ""
    stated = stated or with_article(noun, words)
    text = f"{subject.name} {copula(clause)}{no_longer} {stated}."
    referents.remember_person(who[0], subject)
    relation, confidence = (
        ("HAS_POSITION", ROLE_CONFIDENCE) if is_work else ("IS_A", KIND_CONFIDENCE)
    )
    return make_claim(
        noun,
        subject,
        relation,
        Referent(words),
        text,
        interval,
        confidence * subject.confidence / 0.9,
    )


def _position_claim(
    clause: Clause, person: Referent, office: Token, interval: Interval
) -> RelationClaim:
    """ "The treasurer is Omar": an office whose organization is not named."""
    words, _ = position_words(office)
    text = f"{person.name} is {words}."
    return make_claim(
        clause.verb, person, "HAS_POSITION", Referent(words), text, interval, ROLE_CONFIDENCE
    )


def _employer_claims(
    referents: Referents, clause: Clause, subject: Referent, noun: Token, interval: Interval
) -> Iterator[RelationClaim]:
    """The employer in "I am an engineer at Acme"."""
    for link, token in _employers(noun):
        body = referents.resolve(token)
        if body and _is_employer(body, link, token):
            body, work = with_kind(body, EntityKind.ORGANIZATION), with_article(noun, noun.text)
            said = "works" if link == "of" else f"{copula(clause)} {work}"
            text = f"{subject.name} {said} at {body.name}."
            yield make_claim(
                noun,
                subject,
                "WORKS_AT",
                body,
                text,
                interval,
                ROLE_CONFIDENCE * subject.confidence / 0.9,
            )


def _employers(noun: Token) -> list[tuple[str, Token]]:
    return [(link, each) for link in EMPLOYER_LINKS for each in linked_tokens(noun, link)]


def _is_employer(body: Referent, link: str, token: Token) -> bool:
    if not body.is_named:
        return link in ("at", "with") and token.lemma_.lower() in lexicon.WORKPLACES
    return link == "at" or body.kind is not EntityKind.PERSON


def person_claims(referents: Referents, name: Token) -> Iterator[RelationClaim]:
    """ "Ilse from the bank": where somebody who is named works, or from which flat they are."""
    mention = referents.mention_at(name)
    if mention is None or mention.kind is not MentionKind.PERSON or name.sent.text.endswith("?"):
        return
    person, at = referents.resolve(name), referents.message.at
    for token in linked_tokens(name, "from"):
        body = referents.resolve(token) if token.lemma_.lower() in lexicon.WORKPLACES else None
        is_definite = any(child.lower_ in ("the", "our") for child in token.children)
        if person and body and (is_definite or body.is_named):
            text = f"{person.name} is from {body.words}."
            other = with_kind(body, EntityKind.ORGANIZATION)
            yield make_claim(name, person, "WORKS_AT", other, text, Interval(at), KIND_CONFIDENCE)


def noun_claims(referents: Referents, noun: Token) -> Iterator[RelationClaim]:
    """Claims such as "my sister Maya" or "Ram Thapa, the mayor of Pokhara"."""
    role = role_relation(referents, noun)
    if (
        noun.lemma_ in lexicon.POSSESSIONS
        and appositive_name(noun) is not None
        and referents.owner_of(noun)
    ):
        role = ("OWNS", referents.owner_of(noun) or Referent(""), noun.lemma_)
    name = appositive_name(noun) if noun.pos_ != "PROPN" else None
    is_asked = noun.sent.text.rstrip().endswith("?")
    if is_asked and (role is None or role[0] not in TIE_RELATIONS or role[0] == "OWNS"):
        return  # "Is Rosa the owner of the lodge?"
    if role is None and lexicon.is_occupation(noun.lemma_):
        yield from _appositive_position_claims(referents, noun)
    if noun.dep_ == "compound" and noun.head.pos_ == "PROPN" and role and role[1].is_named:
        name = noun.head  # Ken's wife Lucy
    if noun.dep_ == "appos" and noun.pos_ == "NOUN" and noun.head.pos_ == "PROPN":
        name = noun.head
    if _copula_names_it(noun) or role is None or (name is None and role[0] not in TIE_RELATIONS):
        return
    if (
        name is None
        and noun.tag_ == "NNS"
        and (role[0] in lexicon.MUTUAL_TIES or _has_plural_owner(noun))
    ):
        return  # "my friends" are nobody in particular; "our children" have several parents
    yield from _further_ties(referents, noun, name, role)
    holder = referents.resolve(name) if name is not None else None
    if holder is None and noun.dep_ not in ("attr", "oprd") and referents.owner_of(noun):
        holder = referents.resolve(noun)
    if holder and holder.name != role[1].name:
        at = referents.message.at
        yield tie_claim(
            referents, noun, holder, *role, Interval(None, at) if _has_died(noun) else Interval(at)
        )


def _further_ties(
    referents: Referents, noun: Token, name: Token | None, role: tuple[str, Referent, str]
) -> Iterator[RelationClaim]:
    """The ties to all but the first of "my parents, Otto and Lena"."""
    for each in with_conjuncts(name)[1:] if name is not None and noun.tag_ == "NNS" else ():
        other = referents.resolve(each) if each.pos_ == "PROPN" else None
        if other and other.name != role[1].name:
            yield tie_claim(referents, noun, other, *role, Interval(referents.message.at))


def _appositive_position_claims(referents: Referents, noun: Token) -> Iterator[RelationClaim]:
    """ "Dale Frost, night guard at the Rex" and "the gardener, Abel Cruz": work beside a name."""
    name = appositive_name(noun)
    if noun.dep_ == "appos" and noun.head.pos_ == "PROPN":
        name = noun.head
    clause = parse_clause(noun.head) if noun.head.pos_ in ("VERB", "AUX") else None
    if name is None or (clause and clause.possible):
        return
    for each in with_conjuncts(name) if noun.tag_ == "NNS" else (name,):
        yield from _worker_claims(referents, noun, each)


def _worker_claims(referents: Referents, noun: Token, name: Token) -> Iterator[RelationClaim]:
    holder = referents.resolve(name)
    if holder is None or holder.kind is EntityKind.LOCATION:
        return
    person, at = with_kind(holder, EntityKind.PERSON), referents.message.at
    words, stated = position_words(noun)
    if noun.tag_ == "NNS":
        words = f"{words[: -len(noun.text)]}{noun.lemma_}"
        stated = f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"
    text = f"{person.name} is {stated}."
    referents.remember_person(name, person)
    yield make_claim(
        noun, person, "HAS_POSITION", Referent(words), text, Interval(at), ROLE_CONFIDENCE
    )
    if FORMER.match(words):
        return
    for link, token in _employers(noun):
        body = referents.resolve(token)
        if body and _is_employer(body, link, token):
            body = with_kind(body, EntityKind.ORGANIZATION)
            text = f"{person.name} is {with_article(noun, noun.text)} at {body.name}."
            yield make_claim(noun, person, "WORKS_AT", body, text, Interval(at), ROLE_CONFIDENCE)


def _has_died(noun: Token) -> bool:
    verb = noun.head
    away = verb.lemma_ == "pass" and any(child.lower_ == "away" for child in verb.children)
    return noun.dep_ == "nsubj" and (away or verb.lemma_ == "die")


def _has_plural_owner(noun: Token) -> bool:
    return any(child.lower_ == "our" for child in noun.children)


def _copula_names_it(noun: Token) -> bool:
    """Whether the verb already states it with a name, as in "my husband is Ram"."""
    return noun.dep_ == "nsubj" and any(
        child.dep_ == "attr" and child.pos_ == "PROPN" for child in noun.head.children
    )


def tie_claim(
    referents: Referents,
    token: Token,
    holder: Referent,
    relation: str,
    owner: Referent,
    word: str,
    interval: Interval,
) -> RelationClaim:
    gender = "f" if word in lexicon.FEMALE_TIES else "m" if word in lexicon.MALE_TIES else ""
    is_pet = relation == "OWNS"
    subject = holder if is_pet else with_kind(holder, lexicon.SUBJECT_KINDS.get(relation))
    referents.remember_person(token, subject, gender)
    ended = interval.end is not None and interval.end <= referents.message.at
    text = tie_sentence(token, subject, owner, word, ended=ended)
    one, other = subject, with_kind(owner, lexicon.OBJECT_KINDS.get(relation))
    if relation in lexicon.INVERSE_TIES or (relation in lexicon.MUTUAL_TIES and owner.is_named):
        one, other = owner, subject
    confidence = TIE_CONFIDENCE * holder.confidence / 0.85 * owner.confidence / 0.85
    confidence *= UNNAMED_FACTOR if holder.tie else 1
    return make_claim(token, one, relation, other, text, interval, confidence)


def states_kind(noun: Token, subject: Referent) -> bool:
    """Whether "subject is noun" states what it is, and not what the speaker thinks of it.

    For people, only known nouns count: work, faith, family state. For anything else with a name,
    a noun with an article counts, unless it praises.
    """
    words = {child.lower_ for each in (noun, *noun.conjuncts) for child in each.lefts}
    if noun.pos_ != "NOUN" or noun.lemma_ in lexicon.VAGUE_NOUNS or noun.lemma_ in REMARK_NOUNS:
        return False
    if noun.tag_ == "NNS" and subject.is_named:
        return False  # a plural does not describe one thing
    is_work = names_work(noun) and subject.is_named
    if subject.kind is EntityKind.PERSON or (is_work and subject.kind is EntityKind.OTHER):
        known = noun.lemma_ in LASTING_PERSON_NOUNS | lexicon.POSSESSIONS  # pets have names too
        known = known or names_work(noun)
        return known and not words & PRAISE_WORDS
    return subject.is_named and bool(words & {"a", "an", "the"}) and not words & PRAISE_WORDS
