"""An asyncio program that blocks its loop in known ways, 0.4 s each: stalling.py ROUNDS"""
import asyncio
import hashlib
import os
import queue
import socket
import subprocess
import sys
import tempfile
import threading
import time

LENGTH = 0.4


def later(act):
    thread = threading.Thread(target=lambda: (time.sleep(LENGTH), act()))
    thread.start()
    return thread


def sleep():
    time.sleep(LENGTH)


def compute():
    end = time.monotonic() + LENGTH
    while time.monotonic() < end:
        sum(range(100))


def hash_():
    # One call of that length: how many rounds that takes is tried first.
    begin = time.monotonic()
    hashlib.pbkdf2_hmac("sha256", b"x", b"y", 50_000)
    hashlib.pbkdf2_hmac("sha256", b"x", b"y", int(50_000 * LENGTH / (time.monotonic() - begin)))


def file():
    end = time.monotonic() + LENGTH
    with tempfile.TemporaryFile(dir="/var/tmp", buffering=0) as data:
        while time.monotonic() < end:
            data.seek(0)
            data.write(bytes(1 << 20))
            os.fsync(data.fileno())


def child():
    subprocess.run(["sleep", str(LENGTH)])


def child_output():
    subprocess.run(["sleep", str(LENGTH)], capture_output=True)


def lock():
    held = threading.Lock()
    held.acquire()
    thread = later(held.release)
    with held:
        pass
    thread.join()


def queue_():
    items = queue.Queue()
    thread = later(lambda: items.put(1))
    items.get()
    thread.join()


def join():
    later(lambda: None).join()


def socket_():
    here, there = socket.socketpair()
    thread = later(lambda: there.send(b"x"))
    here.recv(1)
    thread.join()


def socket_limit():
    datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    datagrams.bind(("127.0.0.1", 0))
    datagrams.settimeout(LENGTH)
    try:
        datagrams.recv(1)
    except TimeoutError:
        pass


def pipe():
    here, there = os.pipe()
    thread = later(lambda: os.write(there, b"x"))
    os.read(here, 1)
    thread.join()


KINDS = [sleep, compute, hash_, file, child, child_output, lock, queue_, join, socket_, socket_limit, pipe]


async def often():
    while True:
        await asyncio.sleep(0.02)


async def main():
    ticking = asyncio.create_task(often())
    await asyncio.sleep(1.5)
    for number in range(int(sys.argv[1]) * len(KINDS)):
        kind = KINDS[number % len(KINDS)]
        begin = time.monotonic()
        kind()
        name = kind.__name__.strip("_").replace("_", "-")
        print(f"STALL {name} {begin:.6f} {time.monotonic() - begin:.6f}", flush=True)
        await asyncio.sleep(0.7 + number * 37 % 90 / 1000)
    ticking.cancel()


asyncio.run(main())
