"""Debian's Chromium, driven by Playwright: the build without windows, which opens a page in a
quarter of the time, because it draws no tabs and menus of its own.
"""

import shutil

from playwright.sync_api import Browser, BrowserType

PROGRAM = "chromium-headless-shell"
HOME_NAME = "safehouse.lan"
"""This machine under a name to which http is not secure, as phones of a home network see it."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {HOME_NAME} 127.0.0.1",
)


def launch_chromium(chromium: BrowserType, *flags: str) -> Browser:
    """Start the installed browser; it must not look for another one or phone home."""
    path = shutil.which(PROGRAM)
    if path is None:
        raise RuntimeError(f"{PROGRAM} is missing: `make test` installs it, or apt install it")
    return chromium.launch(executable_path=path, args=[*FLAGS, *flags])
