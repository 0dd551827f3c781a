"""For a container's health check: asks /healthz by a name the site answers to."""

import os
import sys
import urllib.error
import urllib.request

name = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0]
url = f"http://127.0.0.1:{os.environ.get('PORT', '8000')}/healthz"
try:
    with urllib.request.urlopen(urllib.request.Request(url, headers={"Host": name}), timeout=8):
        pass
except (urllib.error.URLError, OSError) as error:
    sys.exit(f"{url}: {error}")
