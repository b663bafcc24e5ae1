"""Business papers read without a model: kind, fields, sums, rows; and corrections in words.

Its patterns take a while to compile, so nothing is loaded with the package: whoever reads a paper
names the part that does it, when it is needed.
"""
