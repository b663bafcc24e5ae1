"""Words of many scripts, for properties that must hold in all of them."""

from hypothesis import strategies as st

from pramana.kit.evidence import nfc

LATIN = st.characters(min_codepoint=0x21, max_codepoint=0x24F, exclude_categories=("Cc", "Cf"))
DEVANAGARI = st.sampled_from("कखगघचजटडतदनपबमयरलवशसहक्षाािीुूेैोौंँ़्ः।१२३")
COMBINING = st.sampled_from("aeoxnशक\u0301\u0308\u0323\u0316\u093c\u094d")
EMOJI = st.sampled_from("😀🎉👩🏽🚀🇳🇵❤✌")
ARABIC = st.characters(min_codepoint=0x0621, max_codepoint=0x064A)
HEBREW = st.characters(min_codepoint=0x05D0, max_codepoint=0x05EA)
CJK = st.characters(min_codepoint=0x4E00, max_codepoint=0x4FFF)
HANGUL = st.characters(min_codepoint=0xAC00, max_codepoint=0xAEFF)
LIGATURES = st.sampled_from("ﬁﬂﬀĳ…Ⅳ№ﷺﬀＡ１İßς")
SPACES = st.sampled_from(" \n\t\u00a0\u3000")

SCRIPTS = (LATIN, DEVANAGARI, COMBINING, EMOJI, ARABIC, HEBREW, CJK, HANGUL, LIGATURES)
ANY = st.one_of(*SCRIPTS, SPACES)
UNSEEN = ["\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u200f", " ", "\n", "\u00a0"]


def texts(*, min_size: int = 0, max_size: int = 120) -> st.SearchStrategy[str]:
    """Texts of one script, and of all of them mixed."""
    alphabets = st.sampled_from((*SCRIPTS, ANY))
    strategy = alphabets.flatmap(lambda each: st.text(each, min_size=min_size, max_size=max_size))
    return strategy.map(nfc)
