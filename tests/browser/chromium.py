"""Debian's Chromium, driven by Playwright: the build without windows, which opens a page in a
quarter of the time, because it draws no tabs and menus of its own.
"""

import shutil

from playwright.sync_api import Browser, BrowserType

PROGRAM = "chromium-headless-shell"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launch_chromium(chromium: BrowserType, *flags: str) -> Browser:
    """Start the installed browser; it must not look for another one or phone home."""
    path = shutil.which(PROGRAM)
    if path is None:
        raise RuntimeError(f"{PROGRAM} is missing: `make test` installs it, or apt install it")
    return chromium.launch(executable_path=path, args=[*FLAGS, *flags])
