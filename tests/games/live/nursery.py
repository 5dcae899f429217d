"""A process that has imported the whole site and forks a server for each line on its standard input, so that a server
that is killed again and again is back in a moment. `nursery.py APPLICATION PORT [HOST]`; prints
the server's process id, and then when it has ended."""

import importlib
import os
import sys

import uvicorn


def main() -> None:
    module, _, name = sys.argv[1].partition(":")
    host = sys.argv[3] if len(sys.argv) > 3 else "127.0.0.1"
    application = getattr(importlib.import_module(module), name)
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            uvicorn.run(
                application, host=host, port=int(sys.argv[2]), ws="config.sockets:TableSocket", ws_max_size=16384,
                ws_per_message_deflate=False, access_log=False, log_level="error", timeout_graceful_shutdown=2,
            )  # fmt: skip
            return
        print(child, flush=True)
        os.waitpid(child, 0)
        print("ended", flush=True)


if __name__ == "__main__":
    main()
