"""The pictures of the README, made of a real contest: plays `configs/quickstart.yaml` and looks at what comes of it.

    ./setup.sh browser && .venv/bin/python docs/make_pictures.py

It needs a Chromium of the system, as `.ci/browser` does.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs/pictures"
GAME, DECISION, SEAT = 24, 25, 0


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("make_pictures: there is no Chromium here; .ci/browser says how to get one")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        db, site, replay = (Path(folder, name) for name in ("quickstart.db", "site", "replay.html"))
        arena("run", ROOT / "configs/quickstart.yaml", "--db", db)
        arena("pages", db, "-o", site)
        arena("watch", db, GAME, "-o", replay)
        browser = playwright.chromium.launch(executable_path=chromium, chromium_sandbox=False)
        PICTURES.mkdir(exist_ok=True)
        picture(browser, f"{(site / 'index.html').as_uri()}", "standings", "main", 1130, 420)
        picture(browser, f"{replay.as_uri()}#d={DECISION}&seat={SEAT}", "replay", "#log [aria-current]", 1280, 850)
        browser.close()


def arena(*words: object) -> None:
    subprocess.run([sys.executable, "-m", "arena", *map(str, words)], check=True, stdout=subprocess.DEVNULL)


def picture(browser: Browser, address: str, name: str, wanted: str, width: int, height: int) -> None:
    """Of a page, once it shows what is wanted."""
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="light")
    page.goto(address)
    page.wait_for_selector(wanted)
    page.screenshot(path=PICTURES / f"{name}.png")


if __name__ == "__main__":
    main()
