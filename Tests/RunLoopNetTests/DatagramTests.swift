import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Datagram sockets: batches arrive whole and in order, and what is not sent is reported.
@Suite(.hangLimit) struct DatagramTests {
  private static func local() throws -> Address { try .tcp("127.0.0.1", port: 0) }

  @Test func datagramsComeInOrderWithTheirSender() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let (server, client) = (
        try DatagramSocket(at: Self.local(), batch: 16), try DatagramSocket(at: Self.local())
      )
      let (here, there) = (try #require(client.address), try #require(server.address))
      let notes = Notes()
      var batches = 0
      try server.start(
        .init(received: { socket, datagrams in
          batches += 1
          #expect(datagrams.count <= 16)
          for datagram in datagrams {
            #expect(datagram.sender == here && !datagram.isCut)
            _ = try? socket.send(datagram.bytes, to: datagram.sender)
          }
        }))
      try client.start(
        .init(received: { _, datagrams in
          for datagram in datagrams { notes.count += datagram.bytes.count == 100 ? 1 : 0 }
          for datagram in datagrams { notes.bytes.append(datagram.bytes[0]) }
          if notes.count == 100 { loop.stop() }
        }))
      for number in 0..<100 {
        let bytes = [UInt8](repeating: UInt8(number), count: 100)
        #expect(try client.send(bytes, to: there))
      }
      #expect(
        client.unsentCount == 100 - 64,
        "a whole batch was sent at once, the rest waits for the end of the turn")
      loop.run(for: patience)
      #expect(notes.bytes == Array(0..<100))
      #expect(batches >= 7)
      for socket in [server, client] { socket.close() }
      #expect(!server.isOpen && loop.itemCount == 0)
      #expect(try !client.send([1], to: there))
    }
  }

  /// Also where they are in one batch.
  @Test func eachDatagramHasItsOwnSender() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let server = try DatagramSocket(at: Self.local(), batch: 16)
      let clients = try (0..<3).map { _ in try DatagramSocket(at: Self.local()) }
      let (addresses, there) = (try clients.map { try #require($0.address) }, try #require(server.address))
      let notes = Notes()
      try server.start(
        .init(received: { _, datagrams in
          notes.count = max(notes.count, datagrams.count)
          for datagram in datagrams {
            guard let number = datagram.bytes.first, addresses.indices.contains(Int(number)) else {
              Issue.record("a datagram of nobody: \(datagram.bytes)")
              continue
            }
            notes.bytes.append(number)
            #expect(datagram.sender == addresses[Int(number)])
          }
        }))
      for client in clients { try client.start(.init(received: { _, _ in })) }
      // When they arrive is not assured, nor in which order.
      for _ in 0..<100 where notes.count < 2 {
        notes.bytes = []
        for (number, client) in clients.enumerated() { #expect(try client.send([UInt8(number)], to: there)) }
        loop.runUntil { notes.bytes.count == 3 }
        #expect(notes.bytes.sorted() == [0, 1, 2])
      }
      #expect(notes.count > 1, "no batch had more than one")
      for socket in [server] + clients { socket.close() }
    }
  }

  @Test func whatIsTooLongIsCutOrRefused() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let small = try DatagramSocket(at: Self.local(), largest: 10)
      let big = try DatagramSocket(at: Self.local())
      let notes = Notes()
      try small.start(
        .init(received: { _, datagrams in
          for datagram in datagrams { notes("\(datagram.bytes.count) \(datagram.isCut)") }
          if notes.lines.count == 3 { loop.stop() }
        }))
      try big.start(.init(received: { _, _ in }))
      #expect(try small.send([UInt8](repeating: 1, count: 10), to: big.address))
      for count in [0, 10, 11] {
        try big.send([UInt8](repeating: 1, count: count), to: small.address)
      }
      #expect(throws: NetError.tooLong) { try small.send([UInt8](repeating: 1, count: 11)) }
      loop.run(for: patience)
      #expect(notes.lines == ["0 false", "10 false", "10 true"])
      for socket in [small, big] { socket.close() }
    }
  }

  @Test func whatWaitsIsSentBeforeTheSocketIsClosed() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let (reader, writer) = (try DatagramSocket(at: Self.local()), try DatagramSocket(at: Self.local()))
      let notes = Notes()
      try reader.start(
        .init(received: { _, datagrams in for datagram in datagrams { notes.bytes.append(datagram.bytes[0]) }
        }))
      for byte in 1...3 as ClosedRange<UInt8> { try writer.send([byte], to: reader.address) }
      #expect(writer.unsentCount == 3)
      writer.close()
      #expect(loop.run(until: { notes.bytes.count == 3 }, timeout: patience))
      #expect(notes.bytes == [1, 2, 3])
      reader.close()
    }
  }

  @Test func noHandlerIsCalledAfterASocketIsClosed() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      // The loop has something to wait for, also when the other one is closed.
      let open = try DatagramSocket(at: .unix(folder.path + "/open"))
      try open.start(.init(received: { _, _ in }))
      for isClosed in [false, true] {
        let socket = try DatagramSocket(at: .unix(folder.path + "/\(isClosed)"))
        let notes = Notes()
        try socket.start(.init(received: { _, _ in }, failed: { _, _ in notes("failed") }))
        // No socket has this name: each of two attempts fails, and the first one is reported.
        try socket.send([1], to: .unix(folder.path + "/absent"))
        if isClosed { socket.close() }
        RunLoop.current.run(for: .milliseconds(20))
        #expect(notes.lines == (isClosed ? [] : ["failed"]))
        socket.close()
      }
      open.close()
    }
  }

  @Test func aDatagramThatDoesNotArriveIsReportedAndTheSocketGoesOn() async {
    await #expect(processExitsWith: .success) {
      try onFreshThread {
        let loop = RunLoop.current
        let (socket, _) = try Self.connectedToNothing("127.0.0.2")
        let notes = Notes()
        try socket.start(
          .init(
            received: { _, _ in },
            failed: { socket, error in
              notes("\(error == .refused)")
              if notes.lines.count == 1 { _ = try? socket.send([2]) } else { loop.stop() }
            }))
        try socket.send([1])
        loop.run(for: patience)
        #expect(notes.lines == ["true", "true"] && socket.isOpen)
        socket.close()
      }
    }
  }

  /// A socket that is connected to an address where nothing is any more. For a process of its own, where no other test starts a child:
  /// that would have a copy of what was there.
  private static func connectedToNothing(
    _ host: String, batch: Int = 64
  ) throws -> (DatagramSocket, Address) {
    let gone = try DatagramSocket(at: .tcp(host, port: 0))
    let address = try #require(gone.address)
    gone.close()
    let socket = try DatagramSocket(at: local(), batch: batch)
    try socket.connect(to: address)
    return (socket, address)
  }

  /// The network's report about one datagram is the next one's error.
  @Test func theDatagramAfterALostOneIsSent() async {
    await #expect(processExitsWith: .success) {
      try onFreshThread {
        let loop = RunLoop.current
        let (socket, address) = try Self.connectedToNothing("127.0.0.3", batch: 1)
        try socket.start(.init(received: { _, _ in }))
        // Each is sent by the next one.
        for byte in 1...2 as ClosedRange<UInt8> { try socket.send([byte]) }
        let reader = try DatagramSocket(at: address)
        let notes = Notes()
        try reader.start(
          .init(received: { _, datagrams in
            for datagram in datagrams { notes.bytes.append(datagram.bytes[0]) }
          }))
        try socket.send([3])
        #expect(loop.run(until: { notes.bytes.last == 3 }, timeout: patience))
        #expect(notes.bytes == [2, 3])
        for socket in [reader, socket] { socket.close() }
      }
    }
  }

  /// Each datagram has a second attempt of its own.
  @Test func aDatagramBehindOneThatWasSentAtLastIsReportedToo() async {
    await #expect(processExitsWith: .success) {
      try onFreshThread {
        let loop = RunLoop.current
        let (socket, _) = try Self.connectedToNothing("127.0.0.4", batch: 2)
        let notes = Notes()
        try socket.start(.init(received: { _, _ in }, failed: { _, error in notes("\(error)") }))
        // The third one sends the first two, which have no receiver. The fourth can not be sent at all.
        for byte in 1...3 as ClosedRange<UInt8> { try socket.send([byte]) }
        try socket.send([4], to: .tcp("::1", port: 9))
        try socket.send([5])
        loop.run(for: .milliseconds(20))
        #expect(
          notes.lines.contains("\(NetError.unexpected(call: "sendmmsg", code: EAFNOSUPPORT))"),
          "\(notes.lines)")
        socket.close()
      }
    }
  }

  /// The kernel calls such a socket writable all the time.
  @Test func aLocalSocketWithoutAPeerDoesNotSpinWhileTheReceiverIsFull() throws {
    try onFreshThread(SimulatedClock()) {
      let loop = RunLoop.current
      let folder = freshPath()
      let (reader, writer) = (
        try DatagramSocket(at: .unix("\(folder)-x")), try DatagramSocket(at: .unix("\(folder)-y"), batch: 4)
      )
      let there = try Address.unix("\(folder)-x")
      let notes = Notes()
      var sent = 0
      func sendAll() {
        while sent < 2000, (try? writer.send([UInt8(truncatingIfNeeded: sent)], to: there)) == true {
          sent += 1
        }
      }
      try writer.start(.init(received: { _, _ in }, drained: { _ in sendAll() }))
      sendAll()
      let observer = RunLoop.Observer(activities: .beforeWaiting) { _ in notes.count += 1 }
      loop.add(observer)
      loop.run(for: .seconds(1))
      #expect(sent < 2000 && notes.count < 50)
      let items = loop.itemCount
      for _ in 0..<20 { sendAll() }
      #expect(loop.itemCount == items, "there is one next attempt")
      observer.invalidate()
      try reader.start(
        .init(received: { _, datagrams in for datagram in datagrams { notes.bytes.append(datagram.bytes[0]) }
        }))
      #expect(loop.run(until: { notes.bytes.count == 2000 }, timeout: .seconds(3600)))
      #expect(notes.bytes == (0..<2000).map { UInt8(truncatingIfNeeded: $0) }, "none is lost")
      for socket in [reader, writer] { socket.close() }
    }
  }

  @Test func aFullSocketRefusesAndReportsRoom() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let folder = freshPath()
      let (reader, writer) = (
        try DatagramSocket(at: .unix("\(folder)-r")), try DatagramSocket(at: .unix("\(folder)-w"), batch: 4)
      )
      try writer.connect(to: .unix("\(folder)-r"))
      let notes = Notes()
      var sent = 0
      func sendAll() {
        while sent < 5000 {
          guard (try? writer.send([UInt8(truncatingIfNeeded: sent)])) == true else { return notes("full") }
          sent += 1
        }
      }
      try writer.start(
        .init(
          received: { _, _ in },
          drained: { _ in
            notes("drained")
            let before = sent
            sendAll()
            #expect(sent > before || sent == 5000, "there was room for one")
          }))
      // Its queue is short, and the reader has not started.
      sendAll()
      #expect(notes.lines == ["full"])
      loop.run(for: .zero)
      #expect(notes.lines == ["full"])
      try reader.start(
        .init(received: { _, datagrams in
          for datagram in datagrams { notes.bytes.append(datagram.bytes[0]) }
          if notes.bytes.count == 5000 { loop.stop() }
        }))
      loop.run(for: patience)
      #expect(notes.bytes == (0..<5000).map { UInt8(truncatingIfNeeded: $0) }, "none is lost")
      #expect(loop.turns(in: .milliseconds(50)) < 10, "room that is not needed is not looked for")
      #expect(notes.lines.count { $0 == "full" } == notes.lines.count { $0 == "drained" })
      for socket in [reader, writer] { socket.close() }
      #expect(access("\(folder)-r", F_OK) != 0 && access("\(folder)-w", F_OK) != 0)
    }
  }

  @Test func roomForSomeOfABatchIsNotReported() throws {
    try onFreshThread {
      let (loop, notes, folder) = (RunLoop.current, Notes(), freshPath())
      // Read by hand.
      let reader = try DatagramSocket(at: .unix("\(folder)-r"))
      let writer = try DatagramSocket(at: .unix("\(folder)-w"), batch: 64)
      try writer.connect(to: .unix("\(folder)-r"))
      try writer.start(.init(received: { _, _ in }, drained: { _ in notes("drained") }))
      while try writer.send([1]) {}
      // Most of a batch: the reader's queue holds a few, or many batches and one.
      let unsent = writer.unsentCount
      try #require(unsent > 1)
      var byte: UInt8 = 0
      func take() -> Bool { recv(reader.descriptor, &byte, 1, Int32(MSG_DONTWAIT)) == 1 }
      #expect(take())
      #expect(loop.run(until: { writer.unsentCount == unsent - 1 }, timeout: patience))
      #expect(notes.lines.isEmpty)
      func drain() -> Bool {
        while take() {}
        return !notes.lines.isEmpty
      }
      #expect(loop.run(until: { drain() }, timeout: patience))
      #expect(writer.unsentCount == 0 && notes.lines == ["drained"])
      for socket in [reader, writer] { socket.close() }
    }
  }

  @Test func anAddressInUseIsAnError() throws {
    try onFreshThread {
      let first = try DatagramSocket(at: Self.local())
      #expect(throws: NetError.addressInUse) { try DatagramSocket(at: #require(first.address)) }
    }
  }
}
