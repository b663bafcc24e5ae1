"""The same question answered by rapidfuzz on transliterated names, as is usually done."""

from bench._name_sets import NameSet


def by_wratio(data: NameSet) -> dict[str, list[tuple[str, float]]]:
    """The twenty names with the highest WRatio, scores brought to 0..1."""
    from anyascii import anyascii
    from rapidfuzz import fuzz, process, utils

    names = {name: utils.default_process(anyascii(name)) for name in data.registry}
    rankings = {}
    for _, english in data.pairs:
        asked = utils.default_process(anyascii(english))
        found = process.extract(asked, names, scorer=fuzz.WRatio, processor=None, limit=20)
        rankings[english] = [(name, score / 100) for _, score, name in found]
    return rankings
