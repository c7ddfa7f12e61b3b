"""`python -m arena` is `arena`."""


def main() -> None:
    """The program's entry, which answers an interrupt while it is still being loaded, too."""
    try:
        from arena.cli import main as begin

        begin()
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
