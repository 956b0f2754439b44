"""The server: the table over HTTP, and the pages of the browser game."""
