"""Small XML documents as trees, read without a DTD and so without entities."""

from dataclasses import dataclass, field
from xml.parsers.expat import ExpatError, ParserCreate

MAX_DEPTH = 64
MAX_ELEMENTS = 500_000


class NotXml(Exception):
    """The bytes are not XML that we read."""


@dataclass
class XmlElement:
    """An element by its local name, with its namespace apart."""

    name: str
    namespace: str
    attributes: dict[str, str]
    children: "list[XmlElement]" = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The words of the element and of everything in it."""
        return "".join([*self.pieces, *(child.text for child in self.children)]).strip()

    def all(self, name: str) -> "list[XmlElement]":
        return [child for child in self.children if child.name == name]

    def first_text(self, *names: str) -> str:
        """The words of the first child with one of these names that has any."""
        found = (child.text for name in names for child in self.all(name))
        return next((text for text in found if text), "")


class _TreeBuilder:
    def __init__(self) -> None:
        self.root: XmlElement | None = None
        self._open: list[XmlElement] = []
        self._count = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        namespace, _, local = name.rpartition(" ")
        plain = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
        element = XmlElement(local, namespace, plain)
        self._count += 1
        if len(self._open) >= MAX_DEPTH or self._count > MAX_ELEMENTS:
            raise NotXml("it is too deep or too large")
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def end(self, _: str) -> None:
        self._open.pop()

    def text(self, words: str) -> None:
        if self._open:
            self._open[-1].pieces.append(words)

    def doctype(self, *_: object) -> None:
        raise NotXml("it declares a document type")


def parse_xml(content: bytes) -> XmlElement:
    """The root element, or `NotXml`."""
    builder, parser = _TreeBuilder(), ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = builder.start, builder.end
    parser.CharacterDataHandler = builder.text
    parser.StartDoctypeDeclHandler = builder.doctype
    try:
        parser.Parse(content, True)
    except ExpatError as error:
        raise NotXml("it is not well-formed") from error
    except (LookupError, ValueError) as error:
        raise NotXml("its encoding is unknown") from error
    if builder.root is None:
        raise NotXml("it is empty")
    return builder.root
