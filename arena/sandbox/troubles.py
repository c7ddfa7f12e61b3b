"""Why a jail could not be made, in words that say what to do about it.

Bubblewrap's exit status is 1 for all of these; only what it writes tells them apart.
"""

from __future__ import annotations

from arena.sandbox.program import Program

ASKED = 'sandbox "bwrap" was asked for, but '
INSTEAD = (
    "Or choose none (unprotected), for bots that you trust: `--sandbox none`, or `sandbox: none` in the configuration."
)

_CAUSES = (
    (
        ("max_*_namespaces", "Creating new namespace failed", "No space left on device"),
        "this machine allows no (more) user namespaces: raise the setting with "
        "`sysctl user.max_user_namespaces=10000`, as root.",
    ),
    (
        ("setting up uid map: Permission denied", "Failed RTM_NEWADDR"),
        "AppArmor forbids user namespaces to bwrap (Ubuntu 23.10 and later): install a profile for /usr/bin/bwrap that "
        "has `userns,` in it, or run as root.",
    ),
    (
        ("No permissions to create new namespace", "No permissions to creating new namespace"),
        "this kernel allows no user namespaces to ordinary users: `sysctl kernel.unprivileged_userns_clone=1`, as "
        "root, or run as root.",
    ),
    (
        ("Can't mount proc on", "Failed to make / slave", "Failed to mount"),
        "this container does not allow it: start it with `--security-opt seccomp=unconfined --security-opt "
        "systempaths=unconfined` (podman: `--security-opt unmask=ALL`).",
    ),
    (
        ("Unknown option",),
        "the bwrap here is too old: 0.8.0 or newer is needed (`bwrap --version`). Debian 12 and Ubuntu 24.04 have it.",
    ),
)


def explain(said: str, program: Program | None) -> str:
    """Explain what bubblewrap `said` when it could not make a jail for `program`, or, if that is None, any jail at
    all.
    """
    if program is None:
        return f"{ASKED}`bwrap` is not installed. Debian/Ubuntu: apt install bubblewrap. {INSTEAD}"
    last = said.strip().splitlines()[-1] if said.strip() else "nothing"
    if "Can't find source path" in said and program.name:
        return f"bot {program.name!r}: what it is to see in the sandbox cannot be read ({last}): open it to this user"
    for signs, cause in _CAUSES:
        if any(sign in said for sign in signs):
            return f"{ASKED}{cause} {INSTEAD} (bwrap said: {last})"
    whose = f"bot {program.name!r}: " if program.name else ""
    return f"{whose}{ASKED}it cannot be set up here; bwrap said: {last}. {INSTEAD}"


def folder_trouble(program: Program, uid: int | None, folder: bool) -> str:
    """Say that the bot's user cannot use the bot's `folder`, or else its command, inside the jail; `uid` is that user
    if the bot has one of its own."""
    if not folder:
        return (
            f"bot {program.name!r}: the command {program.argv[0]!r} is not found inside the sandbox, or may not be "
            "executed there: add its folder to `bind:`, and open it to all users (chmod -R o+rX)"
        )
    who = "this user" if uid is None else f"other users (it runs as one of its own, such as {uid})"
    return (
        f"bot {program.name!r}: its folder {program.folder} must be readable by {who}: chmod -R o+rX '{program.folder}'"
    )
