"""Endpoints of `/api/v1/`: read the request, call a service or selector, answer."""
