"""Names of people, organisations and places found in a text without a language model."""

from pramana.language.tagging.gazetteer import Gazetteer
from pramana.language.tagging.mentions import MentionKind, NameMention
from pramana.language.tagging.tagger import tag

__all__ = ["Gazetteer", "MentionKind", "NameMention", "tag"]
