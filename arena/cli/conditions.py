"""Options that say how bots are started, common to several commands."""

from __future__ import annotations

import click

sandbox_option = click.option(
    "--sandbox",
    type=click.Choice(["none", "rlimit", "bwrap"]),
    help="How bots are kept from hurting anything; see SECURITY.md.  [default: as configured, else none]",
)
