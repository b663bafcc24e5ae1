"""What belongs to a case: its things, notes and reports, and its runs with their cost.

The rows of cases and runs are in `pramana.tenancy`, because all work may belong to a case.
"""
