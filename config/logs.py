"""Log lines: readable in a terminal, JSON for machines, both with the request's id."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from companion.frame.request_id import current_request_id

_STANDARD = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "request"}


# A path or name may hold control characters; one record must stay one line.
_VISIBLE = {code: f"\\x{code:02x}" for code in (*range(32), 127)}


def _extras(record: logging.LogRecord) -> dict[str, Any]:
    """Return the caller's `extra=`, without Django's own request objects."""
    return {key: value for key, value in record.__dict__.items() if key not in _STANDARD}


class WithRequestId(logging.Filter):
    """Puts the id of the request being answered on every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request_id()
        return True


# Whoever has one of these needs nothing else to come in: links to join and to set a password
# anew, table codes, permissions to listen.
_SECRETS = re.compile(
    r"(/join/|/account/reset/)(?!sent/)[^/?\s\"']+(?:/[^/?\s\"']+)?"
    r"|\b((?:token|code|invitation)=)[^&\s\"']+"
)


def without_secrets(text: str) -> str:
    """Return the text with what opens a door blacked out."""
    return _SECRETS.sub(lambda secret: f"{secret[1] or secret[2]}***", text)


class WithoutSecrets(logging.Filter):
    """Blacks out what opens a door, whoever logs it."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = without_secrets(record.getMessage()), None
        for name, value in _extras(record).items():
            if isinstance(value, str):
                setattr(record, name, without_secrets(value))
        return True


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_extras(record),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


class TextLines(logging.Formatter):
    """`time level message key=value ...` for a person reading a terminal."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(message)s", datefmt="%H:%M:%S")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        extras = "".join(f" {key}={value}" for key, value in _extras(record).items() if value)
        return (super().formatMessage(record) + extras).translate(_VISIBLE)


def logging_config(*, form: str, level: str) -> dict[str, Any]:
    """Return the `LOGGING` setting: everything to the console, as `text` or `json` lines."""
    formatter = {"text": TextLines, "json": JsonLines}[form]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "request_id": {"()": WithRequestId},
            "without_secrets": {"()": WithoutSecrets},
        },
        "formatters": {"lines": {"()": formatter}},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "filters": ["request_id", "without_secrets"],
                "formatter": "lines",
            }
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": []},  # under DEBUG it has a console of its own
            # The request log says it with status and duration; warnings for each 404 are noise.
            "django.server": {"handlers": [], "propagate": True, "level": "ERROR"},
            "django.request": {"level": "ERROR"},
            "axes": {"level": "WARNING"},
            "fontTools": {"level": "ERROR"},
            "weasyprint": {"level": "ERROR"},
            "celery": {"level": "WARNING"},
            "kombu": {"level": "WARNING"},
            "uvicorn": {"level": "WARNING"},
        },
    }
