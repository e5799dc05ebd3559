import BenchmarkKit
import LinuxSystem
import RunLoopCore

extension Workload {
  /// Counted: a client sends a message on each of its connections and then reads all answers, again and again; the
  /// processor's time for both of them, divided by the number of messages. The server is a loop with a port source for each connection, which reads
  /// what is there and writes it back; the client is a thread of blocking calls.
  ///
  /// Both are on one processor: so the figure is the work of a message (the client's part of it is always the same
  /// four system calls), and not how quickly the other processor wakes up.
  static let echo = Workload(
    name: "echo-one-cpu",
    summary: "TCP echo over loopback, client and server on one processor; time per message",
    parameters: [.integer("connections", 1...4000), .integer("size", 1...65_536)],
    variants: [(1, 64), (64, 64), (64, 4096), (1000, 64)].map {
      [.init("connections", $0.0), .init("size", $0.1)]
    }
  ) { bench, variant in
    let connections = variant.integer("connections")
    guard 2 * connections + 100 < Descriptors.raiseLimit() else {
      throw Skipped("\(connections) connections need more descriptors than the process may open")
    }
    let server = try EchoServer(connections)
    defer { server.close() }
    let thread = LoopThread(on: bench.loopProcessor)
    defer { thread.end() }
    try server.start(thread.loop)
    return try onThread(bench.loopProcessor) {
      try bench.run(
        Contestant("", operations: connections) { repetitions in
          let start = ProcessorTime.ofProcess
          for _ in 0..<repetitions { try server.exchange(size: variant.integer("size")) }
          return ProcessorTime.ofProcess - start
        })
    }
  }
}

/// Connections from the process to itself, one end of each served by a loop.
private final class EchoServer: @unchecked Sendable {
  private var clients: [Socket] = []
  private var served: [Socket] = []
  /// Used by the server's thread only.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 64)
  /// Used by the client only.
  private let answer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 64)

  init(_ connections: Int) throws {
    answer.initializeMemory(as: UInt8.self, repeating: 7)
    let (listener, port) = try Descriptors.listen()
    defer { listener.close() }
    for _ in 0..<connections {
      clients.append(try Descriptors.connect(to: port))
      served.append(try Descriptors.accept(from: listener))
    }
  }

  deinit {
    buffer.deallocate()
    answer.deallocate()
  }

  func start(_ loop: RunLoop) throws(RunLoop.PortError) {
    for socket in served {
      let port = try RunLoop.Port(borrowing: socket.number, label: "echo")
      try loop.add(RunLoop.PortSource(port) { [unowned(unsafe) self] in echo(socket) })
    }
  }

  private func echo(_ socket: Socket) {
    let count = read(socket.number, buffer.baseAddress, buffer.count)
    var sent = 0
    // The client reads all before it sends again, so that there is room for every answer sooner or later.
    while sent < count {
      let part = socket.send(UnsafeRawBufferPointer(rebasing: buffer[sent..<count]))
      if part > 0 { sent += part } else { sched_yield() }
    }
  }

  /// A message on each connection, and its answer.
  func exchange(size: Int) throws(Descriptors.Failure) {
    for socket in clients {
      guard socket.send(UnsafeRawBufferPointer(rebasing: answer[..<size])) == size else {
        throw .init("send on a loopback connection")
      }
    }
    for socket in clients {
      let room = UnsafeMutableRawBufferPointer(rebasing: answer[..<size])
      guard socket.receive(into: room, .waitForAll) == size else {
        throw .init("recv on a loopback connection")
      }
    }
  }

  func close() {
    for socket in clients + served { socket.close() }
  }
}
