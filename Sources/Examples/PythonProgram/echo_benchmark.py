"""Echo over many connections: asyncio on a run loop beside asyncio's own selector loop.

    python3 echo_benchmark.py LIBRARY [CONNECTIONS [ROUNDS]]

In each round each server, a process of its own, echoes 100-byte messages for a second; the two take turns. The clients are
plain sockets in one epoll loop, the same for both. Prints the echoes a second and the server's processor time for an echo,
which other programs on the machine disturb less; and the medians of the ratios.
"""
import asyncio
import multiprocessing
import os
import resource
import select
import socket
import statistics
import sys
import time

MESSAGE = b"x" * 100


class Echo(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.transport.write(data)


def serve(library, listener, stop):
    if library:
        import mainspring

        mainspring.load(library)
        asyncio.set_event_loop_policy(mainspring.Policy())

    async def main():
        loop = asyncio.get_running_loop()
        server = await loop.create_server(Echo, sock=listener)
        ended = loop.create_future()
        loop.add_reader(stop, ended.set_result, None)
        await ended
        loop.remove_reader(stop)
        server.close()

    asyncio.run(main())


def clients(port, count, seconds):
    """Echoes a second: each connection sends its next message when the last one has come back."""
    poll = select.epoll()
    connections = {}
    for _ in range(count):
        connection = socket.create_connection(("127.0.0.1", port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setblocking(False)
        connections[connection.fileno()] = connection
        poll.register(connection.fileno(), select.EPOLLIN)
    for connection in connections.values():
        connection.send(MESSAGE)
    total, echoes, warm, end = 0, 0, time.monotonic() + 0.2, None
    while True:
        for number, _ in poll.poll():
            connection = connections[number]
            connection.recv(4096)
            connection.send(MESSAGE)
            echoes += 1
            total += 1
        now = time.monotonic()
        if end is None and now >= warm:
            echoes, begin, end = 0, now, now + seconds
        elif end is not None and now >= end:
            break
    for connection in connections.values():
        connection.close()
    return echoes / (now - begin), total


def measure(library, count, seconds=1.0):
    listener = socket.create_server(("127.0.0.1", 0), backlog=count)
    reader, writer = os.pipe()
    server = multiprocessing.get_context("fork").Process(target=serve, args=(library, listener, reader))
    server.start()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    rate, total = clients(listener.getsockname()[1], count, seconds)
    os.write(writer, b"x")
    server.join()
    for number in (reader, writer):
        os.close(number)
    listener.close()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return rate, spent / total * 1e6


def main():
    library = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 64
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 9
    ratios, costs = [], []
    for number in range(rounds):
        order = [None, library] if number % 2 == 0 else [library, None]
        found = {kind: measure(kind, count) for kind in order}
        (theirs, their_cost), (ours, our_cost) = found[None], found[library]
        ratios.append(ours / theirs)
        costs.append(our_cost / their_cost)
        print(f"selector {theirs:7.0f}/s, {their_cost:5.2f} us each; run loop {ours:7.0f}/s, {our_cost:5.2f} us each", flush=True)
    print(f"run loop / selector: echoes {statistics.median(ratios):.3f}, time {statistics.median(costs):.3f}")


main()
