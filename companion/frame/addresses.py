"""Addresses: of this machine in its network, and of a client's network."""

import fcntl
import ipaddress
import socket
import struct

from django.http import HttpRequest
from django.http.request import split_domain_port

HOUSEHOLD_BITS = 64
"""Bits of an IPv6 address that say whose network it is; the rest is chosen freely."""
_SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface


def home_network_address() -> str | None:
    """Return the address this machine has towards its network; None without one."""
    return _towards_the_gateway() or next(iter(_of_interfaces()), None)


def _towards_the_gateway() -> str | None:
    """Return this machine's address on the way to the gateway, or None.

    Connecting a datagram socket sends nothing: it only asks the routing table.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            return _unless_loopback(probe.getsockname()[0])
        except OSError:
            return None


def _of_interfaces() -> list[str]:
    """Return addresses in networks without a gateway, such as a phone's hotspot."""
    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
            except OSError:
                continue  # no IPv4 address, or not Linux
            if address := _unless_loopback(socket.inet_ntoa(answer[20:24])):
                addresses.append(address)
    return addresses


def _unless_loopback(address: str) -> str | None:
    return None if ipaddress.ip_address(address).is_loopback else address


def is_loopback(host: str) -> bool:
    """Return True if a host name means this very machine."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def shared_url(request: HttpRequest, path: str) -> str:
    """Return a page's URL for other phones: `localhost` would be each phone itself."""
    host, port = split_domain_port(request.get_host())
    if is_loopback(host) and (address := home_network_address()):
        return f"{request.scheme}://{address}{':' + port if port else ''}{path}"
    return request.build_absolute_uri(path)


def home_of(address: str | None) -> str | None:
    """Return a client's network: the IPv4 address, or the /64 of an IPv6 address."""
    if address is None:
        return None
    known = ipaddress.ip_address(address)
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known, HOUSEHOLD_BITS), strict=False))
