"""`python -m arena` is `arena`."""

import atexit
import gc


def main() -> None:
    """The program's entry, which answers an interrupt while it is still being loaded, too."""
    # Whatever is loaded stays, so there is nothing to be found while it is: a look for it at every 700 objects took a
    # tenth of a short command's time, and the last looks, when all goes anyway, as much again.
    gc.set_threshold(10_000)
    atexit.register(gc.freeze)
    try:
        from arena.cli import main as begin

        begin()
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
