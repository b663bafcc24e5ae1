"""A Qdrant cluster beside PostgreSQL, for collections that one server cannot rank fast enough.

Rows stay the truth: every entry and vector is written to PostgreSQL as before, triggers note what
changed in the same transaction, and points are made from the rows. The cluster brings candidates;
PostgreSQL checks whose they are and scores them. So the cluster may be lost, late or wrong without
a word being lost, late by more than moments, or shown to somebody else.
"""
