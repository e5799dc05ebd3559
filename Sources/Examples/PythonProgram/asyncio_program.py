"""asyncio and a run loop on one thread. The library's path is the first argument:

    python3 Sources/Examples/PythonProgram/asyncio_program.py ./librunloop.so
"""
import asyncio
import socket
import sys
import threading

import mainspring


async def main():
    loop = asyncio.get_running_loop()
    thread = threading.get_ident()

    # A timer of the run loop, which a task waits for.
    ticks = asyncio.Queue()
    timer = loop.timer(0.005, ticks.put_nowait, "tick", interval=0.005)
    for number in range(3):
        print(await ticks.get(), number + 1)
    timer.invalidate()

    # A block that another thread posts; it runs on this one.
    posted = loop.create_future()

    def block():
        posted.set_result("posted, same thread: " + str(threading.get_ident() == thread))

    poster = threading.Thread(target=loop.post, args=(block,))
    poster.start()
    print(await posted)
    poster.join()

    # A source, signalled twice and called once; asyncio's own descriptors meanwhile.
    calls = []
    source = loop.source(calls.append, "called")
    source.signal()
    source.signal()
    reader, writer = await asyncio.open_connection(sock=connect_to_itself(loop))
    writer.write(b"hello\n")
    print("read", (await reader.readline()).decode().strip())
    writer.close()
    print(*calls)
    source.invalidate()

    # An error in a callback of the run loop ends the wait.
    loop.post(lambda: 1 / 0)
    await asyncio.sleep(60)


def connect_to_itself(loop):
    """A socket that gets back what is written to it."""
    ours, others = socket.socketpair()

    def answer():
        others.send(others.recv(100))
        others.close()

    loop.add_reader(others, lambda: (loop.remove_reader(others), answer()))
    return ours


mainspring.load(sys.argv[1])
asyncio.set_event_loop_policy(mainspring.Policy())
try:
    asyncio.run(main())
except ZeroDivisionError as error:
    print("raised:", error)
print("kept:", len(mainspring._functions))
