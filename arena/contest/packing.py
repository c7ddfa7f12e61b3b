"""A contest's bots as they go into a bundle: their files, and a configuration that plays it again with them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import msgspec
import yaml

from arena.contest.bots import Bot, files_of
from arena.contest.bundle import BundleError
from arena.contest.config import Contest
from arena.contest.identity import differences, fingerprint

CONFIG = "contest.yaml"


def pack(contest: Contest, facts: dict[str, Any]) -> dict[str, Path | bytes]:
    """Members of a bundle, by name. Of a bot's files these are the ones in its hash (see `hash_files`): the others
    nobody could tell from those that played. `facts` are those of the contest's file; raises BundleError where its
    games were played by other bots."""
    if contest.format == "ladder":
        raise BundleError("the bots of a ladder come and go: their files are in its folder of entries, keep that")
    if lines := differences(facts["contest"], fingerprint(contest)):
        raise BundleError("the configuration is not that of the games; what differs:\n  " + "\n  ".join(lines))
    members: dict[str, Path | bytes] = {}
    bots = {}
    for index, (name, bot) in enumerate(contest.bots.items()):
        place = f"bots/{index}-{re.sub(r'[^A-Za-z0-9_-]', '_', name)}"
        files = {file: os.path.abspath(file) for file in files_of(bot).values()}
        # A command may name files beside its bot's folder, as ../common.py: these go beside it here too.
        top = os.path.commonpath([bot.folder, *map(os.path.dirname, files.values())])
        folder = os.path.normpath(os.path.join(place, os.path.relpath(bot.folder, top)))
        members[folder + "/"] = b""
        members |= {f"{place}/{os.path.relpath(path, top)}": file for file, path in files.items()}
        bots[name] = _bot(bot, folder)
    return {CONFIG: _config(contest, facts["seed"], bots), **members}


def _bot(bot: Bot, folder: str) -> dict[str, Any]:
    keys = {"env": bot.env, "files": list(bot.files), "build": list(bot.build)}
    return {"command": list(bot.command), "dir": folder} | {key: value for key, value in keys.items() if value}


def _config(contest: Contest, seed: str, bots: dict[str, Any]) -> bytes:
    plain = {name: getattr(contest, name) for name in contest.__struct_fields__ if name != "bots"}
    keys = msgspec.to_builtins({**plain, "seed": seed}) | {"bots": bots}
    told = {key: value for key, value in keys.items() if value not in (None, [], ())}
    head = "# Made by `arena seal`: plays the contest of this bundle again with the bots that lie beside this file.\n"
    return (head + yaml.safe_dump(told, sort_keys=False)).encode()
