"""A toy game that no other file knows, and what plays it."""
