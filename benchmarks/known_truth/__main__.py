"""Writes docs/contests/statistics.md: `python -m benchmarks.known_truth [CHAPTER ...]`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from benchmarks.known_truth import claims, coverage, drift, few, mirrored, online, order, sequential
from benchmarks.known_truth.pages import Pool, put

SECTIONS = {
    "coverage": coverage.section,
    "few": few.section,
    "sprt": sequential.section,
    "settled": order.section,
    "drift": drift.section,
    "claims": claims.section,
    "mirrored": mirrored.section,
    "online": online.section,
}
PAGE = Path(__file__).parents[2] / "docs" / "contests" / "statistics.md"


@click.command()
@click.argument("chapters", nargs=-1, type=click.Choice(list(SECTIONS)))
@click.option("--scale", default=1.0, show_default=True, help="Part of the contests that the document should have.")
@click.option("--jobs", default=1, show_default=True, help="Processes side by side; the figures are the same.")
@click.option("--to", "page", type=click.Path(path_type=Path), default=PAGE, help="The document to write.")
def main(chapters: tuple[str, ...], scale: float, jobs: int, page: Path) -> None:
    """Simulate, and write the chapters (default: all) into the document; others stay as they are."""
    for name in chapters or SECTIONS:
        before = _processor_time()
        section = SECTIONS[name](scale, Pool(jobs))
        seconds = _processor_time() - before
        how = f"python -m benchmarks.known_truth {name}" + (f" --scale {scale:g}" if scale != 1 else "")
        put(page, {name: section}, f"Made by `{how}` in {seconds:.0f} s of processor time.")
        click.echo(f"{name}: {seconds:.0f} s of processor time")


def _processor_time() -> float:
    """Seconds, those of processes that have ended included."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    main()
