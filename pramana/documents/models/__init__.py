from pramana.documents.models.collection import Collection
from pramana.documents.models.document import Document
from pramana.documents.models.ocr_result import OcrResult
from pramana.documents.models.page import Page
from pramana.documents.models.passage import Passage
from pramana.documents.models.source import Source

__all__ = ["Collection", "Document", "OcrResult", "Page", "Passage", "Source"]
