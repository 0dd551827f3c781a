"""`/metrics` for Prometheus: off unless `METRICS_TOKEN` is set, and for whoever has it only.

Every web process counts into files of its own below `METRICS_DIR`, so that whichever of them is
asked tells of all. What is true of the site rather than of a process is looked up when asked.
"""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from campaigns.keeping import daily, selectors
from campaigns.keeping.backups import shelf
from companion.frame import health

KEEP_DEAD_SECONDS = 24 * 60 * 60
STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

requests = Counter(
    "safehouse_requests", "Answered requests.", ["view", "method", "status"], registry=None
)
seconds = Histogram(
    "safehouse_request_seconds", "How long they took.", ["view"], buckets=STEPS, registry=None
)
streams = Gauge(
    "safehouse_streams",
    "Open live streams.",
    multiprocess_mode="livesum",
    registry=None,
)


class MetricsMiddleware:
    """Counts what is answered, and how long that took."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.METRICS_TOKEN:
            raise MiddlewareNotUsed
        self.get_response = get_response
        forget_the_dead()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        response = self.get_response(request)
        match = request.resolver_match
        view = match.view_name if match else "none"
        requests.labels(view, _method(request), response.status_code).inc()
        seconds.labels(view).observe(time.perf_counter() - started)
        streams.set(selectors.streams())
        return response


def _method(request: HttpRequest) -> str:
    """A stranger may send any word as a method; each would be counted for ever."""
    known = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
    return request.method if request.method in known else "OTHER"


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Everything that is counted, as Prometheus reads it."""
    token = settings.METRICS_TOKEN
    offered = request.headers.get("Authorization", "")
    if not token or not constant_time_compare(offered, f"Bearer {token}"):
        raise Http404
    for process in dead_processes():
        mark_process_dead(process, path=str(settings.METRICS_DIR))  # type: ignore[no-untyped-call]
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=str(settings.METRICS_DIR))  # type: ignore[no-untyped-call]
    registry.register(Site())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class Site(Collector):
    """Metrics of the whole site, looked up when Prometheus asks."""

    def collect(self) -> Iterator[Metric]:
        checks = GaugeMetricFamily("safehouse_well", "1 if a check is well.", labels=["check"])
        for name, is_well in health.results().items():
            checks.add_metric([name], float(is_well))
        yield checks
        now = selectors.now()
        for name, value in (("tables", now.tables), ("tables_in_play", now.tables_now)):
            yield GaugeMetricFamily(f"safehouse_{name}", f"Number of {name}.", value)
        yield GaugeMetricFamily("safehouse_campaigns", "Number of campaigns.", now.campaigns)
        yield GaugeMetricFamily("safehouse_accounts", "Number of accounts.", now.accounts)
        yield GaugeMetricFamily("safehouse_guests", "Number of guests.", now.guests)
        prints = GaugeMetricFamily("safehouse_prints", "Prints by state.", labels=["state"])
        for state, count in selectors.jobs().counts.items():
            prints.add_metric([state], count)
        yield prints
        size = GaugeMetricFamily("safehouse_bytes", "What takes room.", labels=["what"])
        for what, value in selectors.sizes()._asdict().items():
            size.add_metric([what], value)
        yield size
        yield from self._ages()

    def _ages(self) -> Iterator[Metric]:
        moments = {name: selectors.mark(name) for name in (daily.WORKER, daily.CLEANING)}
        ages = GaugeMetricFamily(
            "safehouse_age_seconds", "Since something last happened.", labels=["what"]
        )
        for name, mark in moments.items():
            if mark:
                ages.add_metric([name], (timezone.now() - mark.at).total_seconds())
        if backups := shelf.shelved():
            ages.add_metric(["backup"], (timezone.now() - backups[0].made_at).total_seconds())
        yield ages


def _files() -> Iterator[tuple[int, Path]]:
    """Yield the files of counts, each with the process that wrote it: `counter_4711.db`."""
    for path in Path(settings.METRICS_DIR).glob("*.db"):
        number = path.stem.rpartition("_")[2]
        if number.isdecimal():
            yield int(number), path


def dead_processes() -> set[int]:
    return {process for process, _path in _files() if not Path(f"/proc/{process}").exists()}


def forget_the_dead() -> None:
    """Counts of processes that ended more than a day ago go, so that the folder stays small."""
    limit = time.time() - KEEP_DEAD_SECONDS
    dead = dead_processes()
    for process, path in _files():
        if process in dead and path.stat().st_mtime < limit:
            os.unlink(path)
