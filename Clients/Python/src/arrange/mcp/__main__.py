"""The program ``arrange-mcp``."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from importlib.util import find_spec

from .settings import EXIT_USAGE, SettingError, read_settings

EXIT_UNAVAILABLE = 69
"""The exit status where the address can't be listened on, as of ``arranged``."""


def main() -> None:
    """Runs the program."""
    try:
        settings = read_settings(sys.argv[1:], os.environ)
    except SettingError as error:
        print(f"arrange-mcp: {error}", file=sys.stderr)
        sys.exit(EXIT_USAGE)

    if find_spec("mcp") is None:
        sys.exit("arrange-mcp needs the official SDK: pip install 'arrange-client[mcp]'")
    # Only now, since it takes a second to load and is not needed for --help.
    from .serving import serve  # noqa: PLC0415

    if settings.listener is not None:
        # The service finishes its requests first. Over standard input the program ends at once.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        asyncio.run(serve(settings))
    except KeyboardInterrupt:
        sys.exit(0)
    except OSError as error:
        print(f"arrange-mcp: {error}", file=sys.stderr)
        sys.exit(EXIT_UNAVAILABLE)


if __name__ == "__main__":
    main()
