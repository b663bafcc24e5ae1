"""Translations of the pages: the messages to translate, and the files Django reads.

`python -m pramana.web.translation` adds missing messages to each .po and compiles it. It needs no
gettext programs; the compiled file is committed beside its source.
"""
