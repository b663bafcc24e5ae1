"""Reports: text with numbered sources, written as Markdown, DOCX or PDF."""
