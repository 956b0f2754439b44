"""``cardhouse``, which ``python -m cardhouse`` is too: where every command begins.

Until the command line is loaded nobody could catch an interrupt, so Ctrl-C simply
ends the process, as it does in a program that is not written in Python.
"""

import _signal as signal  # type: ignore[import-not-found]  # `signal` takes long to import

INTERRUPTED = 130


def run() -> None:
    """Load the command line and run it; an interrupt that was ignored stays so."""
    try:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    from cardhouse import cli  # noqa: PLC0415 (it takes long, too)

    cli.run()


if __name__ == "__main__":
    run()
