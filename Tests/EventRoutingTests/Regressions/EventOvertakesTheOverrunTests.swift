import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// A client that did not read learns first how many events it lost, then what has come since.
@Suite("A client that reads again", .hangLimit)
struct EventOvertakesTheOverrunTests {
  private static func event(_ number: Int) -> HIDEvent {
    HIDEvent(timestamp: UInt64(number), .remoteControl(.play))
  }

  /// Sends until there is no room; returns the number of events, including the refused one.
  private static func overflow(_ client: RouterClient) -> Int {
    for count in 1...100_000 where !client.send(event(count)) { return count }
    Issue.record("there was always room")
    return 0
  }

  @Test("gets the notice before an event that was sent when it had read everything")
  func order() throws {
    try onFreshThread {
      let (client, far) = try RouterClient.withPeer()
      let sent = Self.overflow(client)
      far.read()
      let early = far.events.count
      #expect(early > 0 && client.waiting == 0)
      // There is room, and the router's loop has not seen it yet.
      #expect(client.send(Self.event(1_000_000)))
      far.read()
      #expect(far.events.count == early, "nothing comes before the notice")
      runUntil {
        far.read()
        return far.events.count > early
      }
      #expect(
        far.messages.dropFirst(early) == [
          .overrun(dropped: UInt32(sent - early)), .event(Self.event(1_000_000)),
        ])
      #expect(client.delivered == UInt64(early + 1))
      // From now on events come at once.
      #expect(client.send(Self.event(2_000_000)) && client.waiting == 0)
      client.close()
    }
  }

  @Test("is notified once of all events lost in several overruns")
  func sum() throws {
    try onFreshThread {
      let (client, far) = try RouterClient.withPeer()
      let sent = Self.overflow(client) + Self.overflow(client)
      #expect(client.overruns == 2)
      far.read()
      let early = far.events.count
      runUntil {
        far.read()
        return !far.others.isEmpty
      }
      #expect(far.others == [.overrun(dropped: UInt32(sent - early))])
      #expect(far.events.count == early)
      client.close()
    }
  }

  @Test("gets all that waited, in order, and then leaves the loop asleep")
  func drain() throws {
    try onFreshThread {
      let (client, far) = try RouterClient.withPeer()
      for number in 0..<4000 { #expect(client.send(Self.event(number))) }
      #expect(client.waiting > 0)
      runUntil {
        far.read()
        return far.events.count == 4000
      }
      #expect(far.messages == (0..<4000).map { .event(Self.event($0)) })
      #expect(client.delivered == 4000 && client.waiting == 0)
      let turns = RunLoop.current.turns(in: .milliseconds(100))
      #expect(turns < 10, "a channel with room and nothing to send is looked at again and again")
      client.close()
    }
  }

  @Test("does not keep others waiting, however much it says")
  func turns() throws {
    try onFreshThread {
      var (many, one) = (0, 0)
      let (flooder, far) = try RouterClient.withPeer { _, _ in many += 1 }
      let (other, otherFar) = try RouterClient.withPeer { _, _ in one += 1 }
      for _ in 0..<100 { far.send(.list) }
      otherFar.send(.list)
      runUntil { one == 1 }
      #expect(one == 1 && many <= 2 * RouterClient.mostPerTurn, "\(many) of the other's came first")
      runUntil { many == 100 }
      #expect(many == 100)
      flooder.close()
      other.close()
    }
  }

  @Test("may send a burst of messages, and a number a second, without saving up more")
  func allowance() {
    let begin = RunLoop.Instant(nanoseconds: 1_000_000_000)
    var allowance = Allowance(burst: 5, perSecond: 4, now: begin)
    func taken(after milliseconds: Int, of most: Int = 20) -> Int {
      (0..<most).count { _ in allowance.take(at: begin.advanced(by: .milliseconds(milliseconds))) }
    }
    #expect(taken(after: 0) == 5)
    #expect(taken(after: 125) == 0, "half a message")
    #expect(taken(after: 250) == 1, "the two halves")
    #expect(taken(after: 1250) == 4)
    #expect(taken(after: 1000) == 0, "a clock that goes back gives nothing")
    #expect(taken(after: 3_600_000) == 5)
  }
}

extension RouterClient {
  /// A client on the calling thread's loop, and the other end of its channel.
  static func withPeer(
    received: @escaping (RouterClient, RoutingMessage) -> Void = { _, _ in }
  ) throws -> (RouterClient, RawClient) {
    let (near, far) = try Socket.pair(.packets)
    let allowance = Allowance(burst: 1000, perSecond: 1000, now: RunLoop.Instant.now)
    let client = RouterClient(
      1, near.number, .init(), allowance: allowance,
      received: { client, message, _ in received(client, message) },
      ended: { client, _ in client.close() })
    return (try #require(client), RawClient(owning: far.number))
  }
}
