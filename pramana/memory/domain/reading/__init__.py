"""Reading a message without a model: who did what to whom, and when, in its own words.

`reader` turns a message into an extraction. `messages` splits and parses it, `referents` finds whom
words refer to, `clauses` and `dates` read verbs and times, `verbs`, `nouns`, `attributes` and
`nepali` make claims, and `phrases` words them. The tables are in `lexicon` and `verb_rules`.
"""
