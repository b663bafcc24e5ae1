"""Hybrid Search & Score: candidates from the collection and the web, in one order with reasons.

They are filtered, fused by rank, freed of repetitions, scored from 0 to 100, spread over several
hosts, and compared with what the collection already covers. Nothing here fetches candidates.
"""
