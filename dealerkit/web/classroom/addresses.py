"""Addresses of this server as other machines reach it, and their QR codes."""

from __future__ import annotations

import contextlib
import io
import ipaddress
import socket

import segno

from dealerkit.web.settings import LOCAL, WebSettings

_ANYWHERE = ("10.254.254.254", 9)
"""An address to which no packet is sent; the route to it shows which of our own addresses other machines see."""


def own_address() -> str:
    """Return this machine's address in the building's network; empty if it has none."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(_ANYWHERE)
        address = str(asked.getsockname()[0])
        return "" if ipaddress.ip_address(address).is_loopback else address
    return ""


def base_for_others(settings: WebSettings, host: str, scheme: str = "http", here: str | None = None) -> str:
    """Return the address at which other machines reach the server, as `http://192.168.1.20:8000`; empty if none can.

    Args:
        settings: The server's settings.
        host: The host in the instructor's address bar: the `Host` header.
        scheme: The scheme of the instructor's address: `http` or `https`.
        here: The address of this machine; None to find it out.

    >>> base_for_others(WebSettings(), "127.0.0.1:8000"), base_for_others(WebSettings(host="0.0.0.0"), "tables.example.org")
    ('', 'http://tables.example.org')
    >>> base_for_others(WebSettings(host="0.0.0.0", port=80), "localhost", here="10.0.0.7")
    'http://10.0.0.7'
    """
    name = f"[{host[1:].partition(']')[0]}]" if host.startswith("[") else host.partition(":")[0]
    if name and name.lower() not in LOCAL and name != "testserver":
        return f"{scheme}://{host}"
    if settings.alone:
        return ""
    bound = settings.host if settings.host not in {"0.0.0.0", "::", ""} else ""  # noqa: S104 - compared, not bound
    address = bound or (own_address() if here is None else here)
    if not address:
        return ""
    shown = f"[{address}]" if ":" in address else address
    return f"{scheme}://{shown}" + ("" if settings.port in {80, 0} else f":{settings.port}")


def picture(address: str) -> str:
    """Return an address as a QR code: an SVG for a page, dark on white whatever the page's colours."""
    image = io.BytesIO()
    segno.make(address, error="m").save(
        image, kind="svg", scale=8, border=3, xmldecl=False, svgns=True, dark="#000", light="#fff", omitsize=True, nl=False,
        svgclass=None, lineclass=None, title=f"QR code of {address}",
    )  # fmt: skip
    return image.getvalue().decode("utf-8")
