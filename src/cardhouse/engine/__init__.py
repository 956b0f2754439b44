"""Engines: many games of one kind played at once, by compiled rules (extra `fast`).

`batch` says what an engine offers.  `loops` and `hand_loops` are what is compiled, and
know no engine; `records` lays states out as arrays; `cpu` compiles with Numba, `hands`
the loops over hands; `cache` keeps what was compiled.
"""
