"""Debian's Chromium, driven by Playwright."""

import shutil

from playwright.sync_api import Browser, Playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launch_chromium(playwright: Playwright) -> Browser:
    """Start the installed browser; it must not look for another one or phone home."""
    path = shutil.which("chromium")
    if path is None:
        raise RuntimeError("chromium is missing: `make test` installs it, or apt install chromium")
    return playwright.chromium.launch(executable_path=path, args=list(FLAGS))
