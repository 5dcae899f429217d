"""The network of a hall: the address at which phones reach this computer."""

import ipaddress
import socket
from collections.abc import Sequence
from contextlib import suppress

EVERYWHERE = "0.0.0.0"  # all networks of this computer
OF_PROGRAMS = ("docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "vEthernet", "utun", "tun", "tap", "wg")
FAR_AWAY = ("192.0.2.1", 9)  # an address of documentation (RFC 5737): nothing is ever sent there


def listening(host: str, is_lan: bool) -> str:
    """The address to listen on: the one that is given, else all networks or only this computer.

    A `host` that is not an IPv4 address is ignored: some shells and tools set a variable of this name.
    """
    return host if is_ipv4(host) else EVERYWHERE if is_lan else "127.0.0.1"


def wish(words: Sequence[str]) -> str | None:
    """The `--lan` option of `up` in the form of the variable LAN; None without it.

    It is read before the settings, which find the addresses.
    """
    for word, after in zip(words, [*words[1:], ""], strict=True):
        if word == "--lan":
            return after if is_ipv4(after) else "1"
        if word.startswith("--lan="):
            return word.removeprefix("--lan=")
    return None


def addresses(host: str, first: str = "") -> list[str]:
    """The addresses at which others reach a server that listens on `host`: the one given as `first`, then the
    likeliest.

    Empty for a server of this computer alone, and where no network is found.
    """
    if host == "127.0.0.1":
        return []
    found = _of_this_computer() if host == EVERYWHERE else [host]
    return sorted(found, key=lambda address: address != first)


def is_ipv4(text: str) -> bool:
    """Is this an IPv4 address, such as 192.168.1.20?"""
    with suppress(ValueError):
        return isinstance(ipaddress.ip_address(text), ipaddress.IPv4Address)
    return False


def _of_this_computer() -> list[str]:
    """All IPv4 addresses of this computer except the loopback and those of programs; that of the default route
    first."""
    import ifaddr  # noqa: PLC0415 - only a hall needs it: no other start waits for it

    found = [
        str(ip.ip)
        for adapter in ifaddr.get_adapters()
        if not adapter.nice_name.startswith(OF_PROGRAMS)
        for ip in adapter.ips
        if ip.is_IPv4 and not ipaddress.ip_address(str(ip.ip)).is_loopback
    ]
    first = _of_the_way_out()
    return sorted(found, key=lambda address: (address != first, ipaddress.ip_address(address).is_link_local))


def _of_the_way_out() -> str:
    """The address from which this computer would send to another network; "" without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(FAR_AWAY)
        return str(probe.getsockname()[0])
    return ""
