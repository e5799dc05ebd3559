import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Connections that break off, at each moment where they can, and descriptors that are used up: reported once, without a spin.
@Suite(.hangLimit) struct TroubleTests {
  @Test func resetDuringAPauseIsReportedWhenReadingContinues() throws {
    let (near, far) = try SocketKind.tcp.pair()
    let (notes, time) = try onFreshThread { () -> (Notes, Double) in
      let notes = Notes()
      let connection = Connection(near)
      try connection.start(notingIn: notes)
      connection.pauseReading()
      far.send("lost with the rest")
      far.breakOff()
      let before = threadTime()
      RunLoop.current.run(for: .milliseconds(200))
      let time = threadTime() - before
      #expect(connection.isOpen && notes.lines.isEmpty)
      connection.resumeReading()
      RunLoop.current.run(for: patience)
      return (notes, time)
    }
    #expect(notes.lines == ["\(NetError.reset)"])
    #expect(time < 0.1, "no spin")
  }

  @Test func resetWhileSomethingIsUnsentIsReportedOnce() throws {
    let (near, far) = try SocketKind.tcp.pair()
    let (notes, time) = try onFreshThread { () -> (Notes, Double) in
      let notes = Notes()
      let connection = Connection(near)
      try connection.start(notingIn: notes)
      while connection.write([UInt8](repeating: 1, count: 65_536)) {}
      let before = threadTime()
      far.breakOff()
      RunLoop.current.run(for: patience)
      #expect(!connection.write("more"))
      RunLoop.current.run(for: .milliseconds(100))
      return (notes, threadTime() - before)
    }
    #expect(notes.lines.count == 1)
    #expect(["\(NetError.reset)", "\(NetError.brokenPipe)"].contains(notes.lines.first))
    #expect(time < 0.1, "no spin")
  }

  @Test func resetBehindTheEndOfInputIsNoticed() throws {
    let (near, far) = try SocketKind.tcp.pair()
    let (notes, time) = try onFreshThread { () -> (Notes, Double) in
      let notes = Notes()
      let connection = Connection(near)
      try connection.start(notingIn: notes, endOfInput: { _ in notes("end of input") })
      far.send("question")
      far.finishWriting()
      RunLoop.current.runUntil { !notes.lines.isEmpty }
      #expect(notes.lines == ["end of input"])
      let before = threadTime()
      far.breakOff()
      RunLoop.current.run(for: .milliseconds(200))
      RunLoop.current.runUntil { notes.lines.count >= 2 }
      return (notes, threadTime() - before)
    }
    #expect(notes.lines.count == 2, "\(notes.lines)")
    #expect(["\(NetError.reset)", "\(NetError.brokenPipe)"].contains(notes.lines.last))
    #expect(time < 0.1, "no spin")
  }

  @Test func peerThatNeverReadsDoesNotKeepOthersFromTheirs() throws {
    let (near, far) = try SocketKind.tcp.pair()
    let (otherNear, otherFar) = try SocketKind.tcp.pair()
    let (text, time) = try onFreshThread { () -> (String, Double) in
      let stuck = Connection(near)
      let other = Connection(otherNear)
      try stuck.start(.init(received: { _, _ in }))
      let received = Notes()
      try other.start(
        .init(received: { connection, bytes in
          received.bytes += bytes
          connection.write(bytes)
        }))
      while stuck.write([UInt8](repeating: 1, count: 65_536)) {}
      otherFar.send("hello")
      let before = threadTime()
      RunLoop.current.run(for: .milliseconds(300))
      let time = threadTime() - before
      RunLoop.current.runUntil { received.bytes.count >= 5 }
      let text = otherFar.receiveText(5)
      stuck.abort()
      other.abort()
      return (text, time)
    }
    #expect(text == "hello")
    #expect(time < 0.1, "no spin")
    far.close()
  }

  @Test func connectionsAbortedBeforeTheyAreAcceptedDoNoHarm() throws {
    let (text, taken, time) = try onFreshThread { () -> (String, Int, Double) in
      let notes = Notes()
      let listener = try Listener(
        at: .tcp("localhost", port: 0), failed: { notes("\($0)") },
        accepted: { connection in
          notes.count += 1
          let handlers = Connection.Handlers(received: { connection, bytes in
            notes.bytes += bytes
            connection.write(bytes)
          })
          _ = try? connection.start(handlers)
        })
      for _ in 0..<20 { try PlainSocket.connected(toPort: listener.address.port).breakOff() }
      let client = try PlainSocket.connected(toPort: listener.address.port)
      client.send("hello")
      let before = threadTime()
      RunLoop.current.run(for: .milliseconds(200))
      let time = threadTime() - before
      #expect(notes.lines.isEmpty, "the listener had no reason to rest")
      // The listener and the one that stayed.
      func items() -> Int { RunLoop.current.snapshot().modes[0].items.count }
      RunLoop.current.runUntil { items() == 2 && notes.bytes.count == 5 }
      #expect(items() == 2)
      let text = client.receiveText(5)
      listener.close()
      client.close()
      RunLoop.current.run(for: .milliseconds(50))
      return (text, notes.count, time)
    }
    #expect(text == "hello")
    #expect((1...21).contains(taken))
    #expect(time < 0.1, "no spin")
  }

  @Test func connectingWithoutDescriptorsReportsIt() async {
    await #expect(processExitsWith: .success) {
      try onFreshThread {
        let notes = Notes()
        let loop = RunLoop.current
        let listener = try Listener(at: .tcp("localhost", port: 0), accepted: { _ in })
        loop.run(for: .milliseconds(5))
        limitDescriptors(to: 64)
        var taken: [Int32] = []
        while case let number = dup(0), number >= 0 { taken.append(number) }
        Connection.connect(to: listener.address) { result in
          if case .failure(let error) = result { notes("\(error)") }
          loop.stop()
        }
        #expect(notes.lines.isEmpty, "told later, not inside")
        loop.run(for: patience)
        #expect(notes.lines == ["\(NetError.tooManyDescriptors)"])
        listener.close()
      }
    }
  }
}
