"""`python -m benchmarks.memory 500`: make so many campaign sheets, say the peak in MiB."""

import os
import resource
import sys
import tempfile


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="safehouse-bench-") as folder:
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        import django

        django.setup()
        from django.utils import translation

        from benchmarks.printing import ours, sheets

        with translation.override("es"):
            ours(sheets(int(sys.argv[1])))
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


if __name__ == "__main__":
    main()
