import Glibc

/// The hello server on an event loop of Python's, where that is installed.
enum PythonServer {
  static let names = ["asyncio", "uvloop"]

  /// Keep-alive and pipelining; requests have no bodies.
  static let program = """
    import asyncio, sys
    ANSWER = b"HTTP/1.1 200 OK\\r\\nContent-Type: text/plain\\r\\nContent-Length: 13\\r\\n\\r\\nHello, world\\n"
    class Hello(asyncio.Protocol):
        def connection_made(self, transport):
            self.transport, self.rest = transport, b""
        def data_received(self, data):
            *requests, self.rest = (self.rest + data).split(b"\\r\\n\\r\\n")
            if requests:
                self.transport.write(ANSWER * len(requests))
    async def main():
        server = await asyncio.get_running_loop().create_server(Hello, "127.0.0.1", 0)
        print("127.0.0.1:%d" % server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()
    if sys.argv[1] == "uvloop":
        import uvloop
        uvloop.install()
    asyncio.run(main())
    """

  static func isInstalled(_ name: String) -> Bool {
    let status = system("python3 -c 'import \(name)' 2>/dev/null")
    return status == 0
  }
}
