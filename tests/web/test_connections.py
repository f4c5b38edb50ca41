"""Connections: an answer is sent at once."""

from __future__ import annotations

import socket

from dealerkit.web.server import listen


def test_each_packet_is_sent_at_once():
    """A connection that is accepted has no Nagle, which would hold each answer for 40 ms."""
    with listen("127.0.0.1", 0) as opened, socket.create_connection(opened.getsockname()):
        accepted, _ = opened.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
