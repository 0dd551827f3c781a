#!/bin/sh
# Installs what `make play` or `make test` needs and is missing; names what it cannot install.
# Usage: scripts/setup.sh play|test
set -eu

what=$1
UV=0.13.7
PATH=$PATH:/sbin:/usr/sbin
missing=""

need() { missing="$missing $1"; }
has_library() { ldconfig -p | grep -q "$1"; }
will_do() { "$1" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

# The system's own Python, if it will do, before the first one on the PATH: distributions build it
# with profile-guided optimisation, pyenv by default without, and pages are made slower then.
if [ -z "${PYTHON:-}" ]; then
    PYTHON=python3
    ! will_do /usr/bin/python3 || PYTHON=/usr/bin/python3
fi

if ! command -v "$PYTHON" >/dev/null 2>&1; then
    need python3
elif ! "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "Safehouse needs Python 3.11 or newer; $("$PYTHON" --version) was found." >&2
    echo "Name another one with PYTHON=, for example: make $what PYTHON=python3.11" >&2
    exit 1
fi
if [ ! -x .venv/bin/python ] && ! "$PYTHON" -c 'import ensurepip, venv' >/dev/null 2>&1; then
    need python3-venv
fi

if command -v ldconfig >/dev/null 2>&1; then
    # What WeasyPrint loads to draw PDFs, and fonts with nearly every letter to fall back on:
    # names may be Chinese, Japanese or Korean. Those for other scripts come with the project.
    has_library libpango-1.0.so.0 || need libpango-1.0-0
    has_library libpangoft2-1.0.so.0 || need libpangoft2-1.0-0
    has_library libharfbuzz-subset.so.0 || need libharfbuzz-subset0
    [ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ] || need fonts-dejavu-core
    [ -e /usr/share/fonts/truetype/wqy/wqy-microhei.ttc ] || need fonts-wqy-microhei
fi
if [ "$what" = test ]; then
    command -v chromium-headless-shell >/dev/null 2>&1 || need chromium-headless-shell
    command -v redis-server >/dev/null 2>&1 || need redis-server
    command -v xgettext >/dev/null 2>&1 || need gettext
    command -v pdftotext >/dev/null 2>&1 || need poppler-utils
    command -v nginx >/dev/null 2>&1 || need nginx-light
    command -v openssl >/dev/null 2>&1 || need openssl
    command -v systemd-analyze >/dev/null 2>&1 || need systemd
    command -v zbarimg >/dev/null 2>&1 || need zbar-tools
    ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || need postgresql
fi

if [ -n "$missing" ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "Installing Debian packages:$missing"
        apt-get update -qq
        # shellcheck disable=SC2086 - a list of names
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
    else
        echo "Safehouse needs these Debian packages, and only root may install them:" >&2
        echo >&2
        echo "    sudo apt-get install -y --no-install-recommends$missing" >&2
        echo >&2
        echo "Then run 'make $what' again." >&2
        exit 1
    fi
fi

requirements=requirements.txt
[ "$what" = test ] && requirements=requirements-dev.txt
stamp=.venv/.installed-$what
# A development install holds all that playing needs.
[ "$what" = play ] && [ -e .venv/.installed-test ] && stamp=.venv/.installed-test && requirements=requirements-dev.txt

if [ ! -e "$stamp" ] || ! cmp -s "$requirements" "$stamp"; then
    # An interrupted first run may have left half an environment.
    .venv/bin/python -m pip --version >/dev/null 2>&1 || { rm -rf .venv; "$PYTHON" -m venv .venv; }
    echo "Installing Python packages into .venv ..."
    .venv/bin/python -m pip install --quiet --disable-pip-version-check "uv==$UV"
    .venv/bin/uv pip install --quiet --python .venv/bin/python --requirement "$requirements"
    cp "$requirements" "$stamp"
fi
