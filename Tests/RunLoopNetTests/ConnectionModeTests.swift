import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// What a connection, an attempt and a look-up report in a run of the mode that they were made for.
@Suite(.hangLimit) struct ConnectionModeTests {
  private static let mode = RunLoop.Mode(rawValue: "transfer")

  /// Runs the mode alone until something has come.
  private static func run(_ loop: RunLoop, until condition: @escaping () -> Bool) {
    let limit = RunLoop.Instant.now.advanced(by: patience)
    while !condition(), RunLoop.Instant.now < limit { loop.run(mode: mode, for: .milliseconds(5)) }
  }

  @Test func theEndOfAConnectionComesInItsMode() throws {
    let (near, far) = try SocketKind.unix.pair()
    try onFreshThread {
      let loop = RunLoop.current
      let notes = Notes()
      // A mode without items has no run.
      loop.add(RunLoop.Source {}, to: Self.mode)
      let connection = Connection(near, mode: Self.mode)
      try connection.start(notingIn: notes)
      far.close()
      Self.run(loop) { !notes.lines.isEmpty }
      #expect(notes.lines == ["closed"])
    }
  }

  @Test func anAttemptThatEndsAtOnceSaysSoInItsMode() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let notes = Notes()
      loop.add(RunLoop.Source {}, to: Self.mode)
      Connection.connect(to: try .unix(freshPath()), mode: Self.mode) { result in
        if case .failure(let error) = result { notes("\(error)") }
      }
      Self.run(loop) { !notes.lines.isEmpty }
      #expect(notes.lines == ["\(NetError.noSuchPath)"])
    }
  }

  @Test func aNumericAddressIsFoundInTheModeOfTheLookup() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let notes = Notes()
      loop.add(RunLoop.Source {}, to: Self.mode)
      Resolver.system.lookUp("127.0.0.1", port: 80, mode: Self.mode) { notes("\($0)") }
      Self.run(loop) { !notes.lines.isEmpty }
      let address = try Address.tcp("127.0.0.1", port: 80)
      #expect(notes.lines == ["\(Resolver.Answer.success([address]))"])
    }
  }
}
