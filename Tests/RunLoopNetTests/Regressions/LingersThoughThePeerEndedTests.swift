import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A connection lingers for a peer that may be sending still, and for no other one; and until its patience ends.
@Suite(.hangLimit) struct LingersThoughThePeerEndedTests {
  @Test(arguments: SocketKind.allCases)
  func closedBehindThePeersEndItDoesNotLinger(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let (lines, items) = try onFreshThread { () -> ([String], Int) in
      let notes = Notes()
      try Connection(near).start(
        notingIn: notes,
        endOfInput: {
          $0.close(within: .seconds(60), lingering: true)
          notes("open: \($0.isOpen)")
        })
      far.send("all there is")
      far.finishWriting()
      RunLoop.current.run(for: .seconds(10))
      return (notes.lines, RunLoop.current.itemCount)
    }
    #expect(lines == ["open: false", "closed"])
    #expect(items == 0)
  }

  /// A local socket reports the peer's end once, and the pause hides it.
  @Test(arguments: SocketKind.allCases)
  func aPeerThatEndedDuringAPauseIsNotWaitedFor(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let (lines, items) = try onFreshThread { () -> ([String], Int) in
      let notes = Notes()
      let connection = Connection(near)
      try connection.start(notingIn: notes)
      connection.pauseReading()
      far.send("unread")
      far.close()
      RunLoop.current.run(for: .milliseconds(50))
      connection.close(within: .seconds(60), lingering: true)
      RunLoop.current.run(for: .seconds(20))
      return (notes.lines, RunLoop.current.itemCount)
    }
    #expect(lines == ["closed"])
    #expect(items == 0)
  }

  @Test(arguments: SocketKind.allCases)
  func whenThePeerEndsFirstAllIsSentAndThenItCloses(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let bytes = pattern(3_000_000)
    let (lines, reader, items) = try onFreshThread { () -> ([String], Reader, Int) in
      let notes = Notes()
      let connection = Connection(near)
      takeLittle(near)
      try connection.start(notingIn: notes)
      let goesOn = connection.write(bytes)
      #expect(!goesOn)
      connection.close(within: .seconds(60), lingering: true)
      far.send("more")
      far.finishWriting()
      // The end is read while most is unsent.
      RunLoop.current.run(for: .milliseconds(50))
      #expect(connection.isOpen && connection.unsentCount > 0)
      let reader = try Reader(far)
      let observer = RunLoop.Observer(activities: .beforeTimers) { _ in
        if connection.isOpen, connection.unsentCount == 0 { notes.count += 1 }
      }
      RunLoop.current.add(observer)
      RunLoop.current.run(for: .seconds(20))
      observer.invalidate()
      #expect(notes.count == 0, "it is open, with nothing to send and nothing to come")
      return (notes.lines, reader, RunLoop.current.itemCount)
    }
    #expect(lines == ["closed"])
    let all = reader.bytes()
    #expect(all.count == bytes.count && all.elementsEqual(bytes))
    #expect(far.hasSeenTheEnd)
    #expect(items == 0, "the time-out ends with the connection")
  }

  @Test(arguments: SocketKind.allCases)
  func whenAllIsSentFirstThePeerGetsItsEndAndMayGoOn(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let bytes = pattern(3_000_000)
    let reader = try Reader(far)
    let notes = try onFreshThread { () -> Notes in
      let notes = Notes()
      let connection = Connection(near)
      takeLittle(near)
      try connection.start(notingIn: notes)
      connection.write(bytes)
      connection.close(within: .seconds(60), lingering: true)
      RunLoop.current.runUntil { connection.unsentCount == 0 }
      // Not before the peer's end.
      RunLoop.current.run(for: .milliseconds(50))
      #expect(connection.isOpen)
      far.send("unread")
      far.finishWriting()
      RunLoop.current.run(for: .seconds(20))
      return notes
    }
    let all = reader.bytes()
    #expect(all.count == bytes.count && all.elementsEqual(bytes))
    #expect(far.hasSeenTheEnd)
    #expect(notes.lines == ["closed"])
    #expect(notes.bytes.isEmpty, "what comes behind a close is thrown away")
  }

  @Test(arguments: SocketKind.allCases)
  func whatComesWhileItLingersIsThrownAway(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let notes = try onFreshThread { () -> Notes in
      let notes = Notes()
      let connection = Connection(near)
      try connection.start(notingIn: notes)
      far.send("heard")
      RunLoop.current.runUntil { !notes.bytes.isEmpty }
      connection.close(within: .seconds(60), lingering: true)
      far.send("not heard")
      RunLoop.current.run(for: .milliseconds(20))
      far.close()
      RunLoop.current.run(for: .seconds(20))
      return notes
    }
    #expect(String(decoding: notes.bytes, as: UTF8.self) == "heard")
    #expect(notes.lines == ["closed"])
  }

  @Test(arguments: SocketKind.allCases)
  func aPauseBehindTheCloseKeepsNoPeerWaiting(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let notes = try onFreshThread { () -> Notes in
      let notes = Notes()
      let connection = Connection(near)
      try connection.start(notingIn: notes)
      connection.close(within: .seconds(60), lingering: true)
      connection.pauseReading()
      // More than the kernel's buffers hold.
      let peer = try SystemThread.start {
        far.send(String(repeating: "x", count: 20_000_000))
        far.finishWriting()
      }
      RunLoop.current.run(for: .seconds(20))
      connection.abort()
      pthread_join(peer, nil)
      return notes
    }
    #expect(notes.lines == ["closed"] && notes.bytes.isEmpty)
  }

  /// All was sent, so nothing is lost: no error.
  @Test(arguments: SocketKind.allCases)
  func aPeerThatNeverEndsIsLeftInOrderAfterAWhile(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let notes = try onFreshThread { () -> Notes in
      let notes = Notes()
      let connection = Connection(near)
      try connection.start(notingIn: notes)
      connection.write("goodbye")
      connection.close(within: .milliseconds(50), lingering: true)
      #expect(connection.isOpen)
      RunLoop.current.run(for: .seconds(20))
      return notes
    }
    #expect(notes.lines == ["closed"])
    #expect(far.receiveText() == "goodbye")
  }
}
