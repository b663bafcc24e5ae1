"""What everything shares: ids, time, scope, evidence, tool envelopes, errors. No Django."""
