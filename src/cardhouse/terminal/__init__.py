"""The terminal game: plain lines in, plain lines out."""
