"""Tests of ``arrange-mcp``, with the client of the official SDK, against a real server.

They are apart from the others since they need the extra ``mcp``.
"""
