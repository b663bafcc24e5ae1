"""A Qdrant cluster beside PostgreSQL, for collections that one server cannot rank fast enough.

PostgreSQL stays the source of truth: every entry and vector is written there, triggers record what
changed in the same transaction, and points are made from the rows. The cluster finds candidates;
PostgreSQL checks which tenant they belong to and scores them. So a cluster that is lost, late or
wrong never loses data or shows it to someone else.
"""
