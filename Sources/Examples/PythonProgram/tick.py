"""A program in Python on a run loop, by ctypes. The library's path is the first argument:

    python3 Sources/Examples/PythonProgram/tick.py ./librunloop.so
"""
import ctypes
import os
import sys
import threading

MILLISECONDS = 1_000_000
READABLE, LEVEL, DISARM, FOREVER = 1, 0, 0, -1

library = ctypes.CDLL(sys.argv[1])
Callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
TimerCallback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
DescriptorCallback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint, ctypes.c_void_p)

library.rl_error_text.restype = ctypes.c_char_p
for name in ("rl_loop_current", "rl_timer_create", "rl_descriptor_create"):
    getattr(library, name).restype = ctypes.c_void_p
library.rl_loop_run.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64, ctypes.c_int]
library.rl_loop_stop.argtypes = [ctypes.c_void_p]
library.rl_loop_add.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p]
library.rl_item_invalidate.argtypes = [ctypes.c_void_p]
library.rl_loop_post.argtypes = [
    ctypes.c_void_p, ctypes.c_char_p, Callback, ctypes.c_void_p, ctypes.c_void_p]
library.rl_timer_create.argtypes = [
    ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_char_p, TimerCallback, ctypes.c_void_p,
    ctypes.c_void_p, ctypes.c_void_p]
library.rl_descriptor_create.argtypes = [
    ctypes.c_int, ctypes.c_uint, ctypes.c_int, ctypes.c_char_p, DescriptorCallback, ctypes.c_void_p,
    ctypes.c_void_p, ctypes.c_void_p]


def check(result):
    if result is None or result < 0:
        raise RuntimeError(library.rl_error_text(result or -1).decode())
    return result


loop = check(library.rl_loop_current())
reader, writer = os.pipe()
ticks = 0


@TimerCallback
def tick(timer, _):
    global ticks
    ticks += 1
    print("tick", ticks, flush=True)
    if ticks == 3:
        check(library.rl_item_invalidate(timer))
        os.write(writer, b"hello")


@DescriptorCallback
def readable(_, events, __):
    print("read", os.read(reader, 16).decode(), flush=True)
    threading.Thread(target=lambda: check(library.rl_loop_post(loop, None, stop, None, None))).start()
    return DISARM


@Callback
def stop(_):
    print("posted by another thread", flush=True)
    check(library.rl_loop_stop(loop))


timer = library.rl_timer_create(
    5 * MILLISECONDS, 5 * MILLISECONDS, 0, b"tick", tick, None, None, None)
check(library.rl_loop_add(loop, check(timer), None))
pipe = library.rl_descriptor_create(reader, READABLE, LEVEL, b"pipe", readable, None, None, None)
check(library.rl_loop_add(loop, check(pipe), None))
print("stopped" if check(library.rl_loop_run(loop, None, FOREVER, 0)) == 2 else "ended", flush=True)
