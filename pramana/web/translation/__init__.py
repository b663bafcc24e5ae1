"""Interface text in other languages: what must be translated, and the files Django reads.

`python -m pramana.web.translation` adds what is missing to each .po and compiles it, in Python
alone: nobody needs the gettext programs, and the compiled file is committed beside its source.
"""
