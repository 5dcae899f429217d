"""The addresses of computers that a message may go to: those of the public internet."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

INNER = tuple(
    ip_network(text)
    for text in (
        *("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15"),
        *("64:ff9b:1::/48", "fec0::/10"),
    )
)
HOLDING = (IPv6Network("64:ff9b::/96"), IPv6Network("::/96"))  # NAT64, and “compatible” ones


def is_public(text: str) -> bool:
    """Is this address in the public internet? Loopback, private, link-local, multicast and reserved ones are not, nor
    is an IPv6 address that contains such an IPv4 one."""
    address = ip_address(text.partition("%")[0])
    return all(_is_open(one) for one in (address, *_held(address)))


def _is_open(address: IPv4Address | IPv6Address) -> bool:
    closed = (
        address.is_private
        or address.is_loopback
        or address.is_link_local
        or address.is_multicast
        or address.is_reserved
        or address.is_unspecified
        or any(address.version == inner.version and address in inner for inner in INNER)
    )
    is_mapped = isinstance(address, IPv6Address) and bool(_held(address))
    return is_mapped or (address.is_global and not closed)


def _held(address: IPv4Address | IPv6Address) -> tuple[IPv4Address, ...]:
    """The IPv4 addresses inside an IPv6 one: mapped, compatible, 6to4, Teredo, NAT64."""
    if isinstance(address, IPv4Address):
        return ()
    if address.ipv4_mapped:
        return (address.ipv4_mapped,)
    if address.sixtofour:
        return (address.sixtofour,)
    if address.teredo:
        return address.teredo
    if any(address in network for network in HOLDING) and int(address) > 1:
        return (IPv4Address(int(address) & 0xFFFF_FFFF),)
    return ()
