"""Hybrid Search & Score: candidates of our own and from outside, in one order, with reasons.

Filtered, fused by rank, freed of repetition, scored from 0 to 100, spread over several hosts, and
held against what the collection says already. Nothing here knows where candidates come from.
"""
