"""A heartbeat for asyncio, by ctypes. The library's path is the first argument:

    python3 Sources/Examples/Heartbeats/asyncio_beats.py ./librunloop.so
"""
import asyncio
import ctypes
import os
import selectors
import sys


class TellingSelector(selectors.DefaultSelector):
    """Waits for a loop's events, and tells when: what lies between two waits is one piece of work."""

    def __init__(self, library, label):
        super().__init__()
        self.library, self.beat = library, library.rl_heartbeat_open(label.encode())
        self.turn = library.rl_heartbeat_work(b"turn", None)

    def select(self, timeout=None):
        self.library.rl_heartbeat_end(self.beat)
        self.library.rl_heartbeat_begin_wait(self.beat)
        try:
            return super().select(timeout)
        finally:
            self.library.rl_heartbeat_end_wait(self.beat)
            self.library.rl_heartbeat_begin(self.beat, self.turn)


def load(path):
    library = ctypes.CDLL(path)
    library.rl_heartbeat_open.restype = ctypes.c_void_p
    library.rl_heartbeat_open.argtypes = [ctypes.c_char_p]
    library.rl_heartbeat_work.restype = ctypes.c_uint32
    library.rl_heartbeat_work.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
    library.rl_heartbeat_begin.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
    for name in ("end", "begin_wait", "end_wait"):
        getattr(library, "rl_heartbeat_" + name).argtypes = [ctypes.c_void_p]
    return library


def handle_slowly(loop):
    """Reads a byte, and waits for a second one while the loop can not."""
    if not os.read(0, 1):
        return loop.stop()
    print("in", flush=True)
    if os.read(0, 1):
        print("out", flush=True)


if __name__ == "__main__":
    loop = asyncio.SelectorEventLoop(TellingSelector(load(sys.argv[1]), "asyncio"))
    loop.add_reader(0, handle_slowly, loop)
    loop.run_forever()
