import LinuxSystem
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop
import class RunLoopCore.SimulatedClock

@testable import RunLoopNet

/// Which address of a name is tried when (RFC 8305), and what becomes of the others. Under simulated time.
@Suite(.hangLimit) struct AddressRaceTests {
  private static let six = (1...3).compactMap { Address(numeric: "::\($0)", port: 80) }
  private static let four = (1...3).compactMap { Address(numeric: "10.0.0.\($0)", port: 80) }

  @Test func theFamiliesTakeTurns() {
    let (six, four) = (Self.six, Self.four)
    #expect(AddressRace.inTurn([]) == [])
    #expect(AddressRace.inTurn(six + four[..<1]) == [six[0], four[0], six[1], six[2]])
    #expect(AddressRace.inTurn(four[..<1] + six) == [four[0], six[0], six[1], six[2]])
    #expect(AddressRace.inTurn(four + six) == [four[0], six[0], four[1], six[1], four[2], six[2]])
    #expect(AddressRace.inTurn([six[1], four[2], six[0]]) == [six[1], four[2], six[0]])
  }

  @Test func eachAddressHasAQuarterOfASecond() {
    let world = World(Self.six[..<2] + Self.four[..<2])
    // The second one answers when all are under way.
    world.answers[Self.four[0]] = .after(.milliseconds(700), nil)
    #expect(
      world.play() == [
        "0 [::1]:80", "250 10.0.0.1:80", "500 [::2]:80", "750 10.0.0.2:80", "950 connected, 1 open",
      ])
  }

  @Test func theNextAddressIsTriedAtOnceAfterAFailure() {
    let world = World(Self.six[..<2] + Self.four[..<1])
    world.answers[Self.six[0]] = .after(.milliseconds(100), .refused)
    world.answers[Self.four[0]] = .after(.milliseconds(10), .unreachable)
    world.answers[Self.six[1]] = .after(.milliseconds(240), nil)
    #expect(
      world.play() == ["0 [::1]:80", "100 10.0.0.1:80", "110 [::2]:80", "350 connected, 1 open"])
  }

  @Test func afterAFailureTheNextAddressHasItsTime() {
    let world = World(Self.six[..<3])
    world.answers[Self.six[0]] = .after(.milliseconds(100), .refused)
    world.answers[Self.six[2]] = .after(.milliseconds(10), nil)
    #expect(world.play() == ["0 [::1]:80", "100 [::2]:80", "350 [::3]:80", "360 connected, 1 open"])
  }

  @Test func whenAllFailTheFirstErrorCounts() {
    let world = World(Self.six[..<1] + Self.four[..<1])
    world.answers[Self.six[0]] = .after(.milliseconds(900), .unreachable)
    world.answers[Self.four[0]] = .after(.milliseconds(10), .refused)
    #expect(
      world.play() == ["0 [::1]:80", "250 10.0.0.1:80", "900 \(NetError.unreachable), 0 open"])
    // Also when the last one fails last.
    let other = World(Self.six[..<1] + Self.four[..<1])
    other.answers[Self.six[0]] = .after(.milliseconds(10), .unreachable)
    other.answers[Self.four[0]] = .after(.milliseconds(10), .refused)
    #expect(other.play() == ["0 [::1]:80", "10 10.0.0.1:80", "20 \(NetError.unreachable), 0 open"])
  }

  @Test func theTimeIsLimitedForAllOfIt() {
    let world = World(Self.six[..<3])
    world.lookupTakes = .milliseconds(600)
    world.timeout = .milliseconds(1000)
    #expect(
      world.play() == ["600 [::1]:80", "850 [::2]:80", "1000 \(NetError.timedOut), 0 open"])
    let silent = World([])
    silent.lookupTakes = nil
    silent.timeout = .milliseconds(1000)
    #expect(silent.play() == ["1000 \(NetError.timedOut), 0 open"])
    #expect(silent.lookupWasCancelled)
  }

  @Test func aNameWithoutAddressesIsAnError() {
    #expect(World([]).play() == ["0 \(NetError.unknownName("name")), 0 open"])
  }

  @Test func aCancelledRaceEndsOnce() {
    let world = World(Self.six[..<3])
    world.cancelsAfter = .milliseconds(300)
    #expect(
      world.play() == ["0 [::1]:80", "250 [::2]:80", "300 \(NetError.cancelled), 0 open"])
  }

  /// While the name is looked up, while the first address is tried, and when there is a result.
  @Test(arguments: [
    (200, ["200 \(NetError.cancelled), 0 open"]),
    (350, ["300 [::1]:80", "350 \(NetError.cancelled), 0 open"]),
    (700, ["300 [::1]:80", "550 [::2]:80", "600 connected, 1 open"]),
  ])
  func aRaceIsCancelledInAnyState(_ milliseconds: Int, _ lines: [String]) {
    let world = World(Self.six[..<3])
    world.lookupTakes = .milliseconds(300)
    world.answers[Self.six[1]] = .after(.milliseconds(50), nil)
    world.cancelsAfter = .milliseconds(milliseconds)
    #expect(world.play() == lines)
    #expect(world.lookupWasCancelled == (milliseconds < 300))
  }

  @Test func aRaceIsCancelledInThePauseAfterAFailure() {
    let world = World(Self.six[..<3])
    world.answers[Self.six[0]] = .after(.milliseconds(100), .refused)
    world.cancelsAfter = .milliseconds(200)
    #expect(
      world.play() == ["0 [::1]:80", "100 [::2]:80", "200 \(NetError.cancelled), 0 open"])
  }

  @Test func aRaceIsCancelledBetweenASuccessAndItsDelivery() {
    let world = World(Self.six[..<3])
    world.answers[Self.six[0]] = .posted(.milliseconds(100))
    #expect(world.play() == ["0 [::1]:80", "100 \(NetError.cancelled), 0 open"])
  }

  @Test func aRaceRunsInItsMode() {
    let world = World(Self.six[..<3])
    world.mode = RunLoop.Mode(rawValue: "race")
    world.timeout = .milliseconds(600)
    #expect(
      world.play() == ["0 [::1]:80", "250 [::2]:80", "500 [::3]:80", "600 \(NetError.timedOut), 0 open"])
  }

  /// With the machine's own sockets and names.
  @Test func aServerOfThisMachineIsReachedByItsName() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let notes = Notes()
      // Where the name is that of ::1, too, that one refuses first.
      let listener = try Listener(at: .tcp("127.0.0.1", port: 0)) { connection in
        try? connection.start(.init(received: { $0.write($1) }))
      }
      Connection.connect(toHost: "localhost", port: listener.address.port, timeout: patience) { result in
        switch result {
        case .success(let connection):
          try? connection.start(
            .init(received: { connection, bytes in
              notes.bytes += bytes
              connection.abort()
              loop.stop()
            }))
          connection.write([5])
        case .failure(let error):
          notes("\(error)")
          loop.stop()
        }
      }
      loop.run(for: patience)
      #expect(notes.bytes == [5])
      #expect(notes.lines.isEmpty)
      listener.close()
    }
  }
}

/// Answers that come at simulated times.
private final class World: @unchecked Sendable {
  enum Reply {
    case after(Duration, NetError?)
    /// A success that is posted; the race is cancelled before it is delivered.
    case posted(Duration)
  }

  private let addresses: [Address]
  var answers: [Address: Reply] = [:]
  var lookupTakes: Duration? = .zero
  var timeout = Duration.seconds(5)
  var cancelsAfter: Duration?
  /// The only one that is run.
  var mode = RunLoop.Mode.default
  private(set) var lookupWasCancelled = false
  private var lines: [String] = []
  private var open = 0

  init(_ addresses: ArraySlice<Address>) { self.addresses = Array(addresses) }

  func play() -> [String] {
    onFreshThread(SimulatedClock()) { [self] in
      let loop = RunLoop.current
      let start = loop.now
      func time() -> Int64 { Int64((start.duration(to: loop.now) / .milliseconds(1)).rounded()) }
      nonisolated(unsafe) let later: (Duration, @escaping () -> Void) -> Void = { [mode] delay, body in
        nonisolated(unsafe) let body = body
        loop.add(RunLoop.Timer(after: delay) { _ in body() }, to: mode)
      }
      let resolver = Resolver { [self] host, port, loop, mode, completion in
        nonisolated(unsafe) let call = completion
        #expect(mode == self.mode)
        if let lookupTakes { later(lookupTakes) { call(.success(self.addresses)) } }
        return { self.lookupWasCancelled = true }
      }
      let whole = Connecting(loop, mode) { [self] result in
        #expect(!loop.snapshot().modes.contains { $0.items.contains { $0.label == "next address" } })
        switch result {
        case .success: lines.append("\(time()) connected, \(open) open")
        case .failure(let error): lines.append("\(time()) \(error), \(open) open")
        }
      }
      AddressRace(whole) { [self] address, ended in
        lines.append("\(time()) \(address)")
        open += 1
        nonisolated(unsafe) let call = ended
        let attempt = Connecting(loop, mode) { result in
          if case .success = result { self.open += 1 }
          call(result)
        }
        // However it ends; a connection stays open.
        attempt.cleanUp = { self.open -= 1 }
        /// A connection without another side.
        func connection() -> Connection? {
          guard let (near, far) = try? Socket.pair(.stream) else { return nil }
          far.close()
          return Connection(near.number)
        }
        switch answers[address] {
        case .after(let delay, let error?): later(delay) { attempt.end(.failure(error)) }
        case .after(let delay, nil):
          later(delay) {
            if let connection = connection() { attempt.end(.success(connection)) }
          }
        case .posted(let delay):
          later(delay) {
            if let connection = connection() { attempt.endLater(.success(connection)) }
            whole.cancel()
          }
        case nil: break
        }
        return attempt
      }.begin("name", 80, resolver, timeout)
      if let cancelsAfter {
        later(cancelsAfter) { [self] in
          let wasConnected = lines.last?.hasSuffix("connected, 1 open") == true
          for _ in 0..<2 { whole.cancel() }
          #expect(open == (wasConnected ? 1 : 0), "nothing is tried from then on")
        }
      }
      loop.run(mode: mode, for: .seconds(60))
      #expect(loop.itemCount == 0, "nothing is left")
      return lines
    }
  }
}
