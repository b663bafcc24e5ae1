"""From a file to pages of NFC text and passages. Runs in the CPU pool and imports no Django.

`file_reader` is what the pool calls. There is one module per kind of file; `session` turns the text
they find into pages, `text_quality` judges it, `layout` and the modules of tables order it, and
`passages` joins the pages into a document.
"""
