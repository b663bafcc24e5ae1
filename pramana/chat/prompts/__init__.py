"""The prompts of chat: one pair of files each, with its typed input and output."""
