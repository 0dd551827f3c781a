"""Where phones in the same network find this machine."""

import ipaddress
import socket


def home_network_address() -> str | None:
    """The address this machine has towards the network; None without one.

    Connecting a datagram socket sends nothing: it only asks the routing table.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            address = probe.getsockname()[0]
        except OSError:
            return None
    return None if ipaddress.ip_address(address).is_loopback else str(address)
