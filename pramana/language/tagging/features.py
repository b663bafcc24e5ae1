"""The features of a word and its neighbours, as short strings.

Training and tagging use the same function, so that a model meets the features it was trained on.
"""

from collections.abc import Iterator, Sequence

from pramana.language.tagging.words import CASE_ENDINGS, NepaliWord, hints, shape

WINDOW = 3
NEAR = 2
LONGEST_AFFIX = 5


def features(sentence: Sequence[NepaliWord]) -> list[list[str]]:
    """The features of each word of a sentence."""
    contexts = _Sentence(sentence)
    return [list(contexts.at(index)) for index in range(len(sentence))]


class _Sentence:
    """A sentence with the properties of each word, which several features use, computed once."""

    def __init__(self, sentence: Sequence[NepaliWord]) -> None:
        self._sounds = [word.sound for word in sentence]
        self._texts = [word.text for word in sentence]
        self._shapes = [shape(word.text) for word in sentence]
        self._hints = [hints(word.sound) for word in sentence]
        self._endings = [word.ending for word in sentence]
        for index, word in enumerate(sentence[1:]):
            if word.text in CASE_ENDINGS and not self._endings[index]:
                self._endings[index] = word.text  # some writers put a space before the ending

    def at(self, index: int) -> Iterator[str]:
        yield "bias"
        yield from self._own(index)
        yield from self._around(index)
        yield from self._together(index)

    def _own(self, index: int) -> Iterator[str]:
        own, ending = self._sounds[index], self._endings[index]
        yield f"w={own}"
        yield f"t={self._texts[index]}"
        yield f"e={ending}"
        yield f"f={self._shapes[index]}"
        for size in range(1, LONGEST_AFFIX + 1):
            if len(own) > size:
                yield f"<{own[:size]}"
                yield f">{own[-size:]}"
        closed = f"^{own}$"
        for size in (3, 4):
            for start in range(len(closed) - size + 1):
                yield f"~{closed[start : start + size]}"
        for hint in self._hints[index]:
            yield f"h={hint}"
            if ending:
                yield f"h={hint}|{ending}"

    def _around(self, index: int) -> Iterator[str]:
        for offset in (*range(-WINDOW, 0), *range(1, WINDOW + 1)):
            other = index + offset
            if not 0 <= other < len(self._sounds):
                yield f"{offset}none"
                continue
            yield f"{offset}w={self._sounds[other]}"
            yield from (f"{offset}h={hint}" for hint in self._hints[other])
            if abs(offset) <= NEAR:
                yield f"{offset}e={self._endings[other]}"
                yield f"{offset}f={self._shapes[other]}"
                yield f"{offset}<{self._sounds[other][:3]}"
                yield f"{offset}>{self._sounds[other][-3:]}"

    def _together(self, index: int) -> Iterator[str]:
        own, last = self._sounds[index], len(self._sounds) - 1
        if index < last:
            yield f"w+={own}|{self._sounds[index + 1]}"
            yield f"e+={self._endings[index]}|{self._sounds[index + 1]}"
            for hint in self._hints[index]:
                yield from (f"h+={hint}|{other}" for other in self._hints[index + 1])
        if index:
            yield f"-w={self._sounds[index - 1]}|{own}"
            for hint in self._hints[index]:
                yield from (f"-h={other}|{hint}" for other in self._hints[index - 1])
        if 0 < index < last:
            yield f"-+={self._sounds[index - 1]}|{self._sounds[index + 1]}"
