"""Engines: many games of one kind played at once, by compiled rules (extra `fast`).

`loops` and `hand_loops` are what is compiled, and know no engine; `records` lays
states out as arrays; `cpu` compiles with Numba; `cache` keeps what was compiled.
"""
