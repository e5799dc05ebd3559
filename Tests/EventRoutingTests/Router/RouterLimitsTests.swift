import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// What a router bounds, and what it says about it.
@Suite("A router's limits", .hangLimit)
struct RouterLimitsTests {
  private static let full = [ClientDescription.Window(x: 0, y: 0, width: 800, height: 480)]

  private static func touch(_ phase: HIDEvent.Contact.Phase, _ identity: UInt32, _ x: Double = 10) -> HIDEvent
  {
    HIDEvent(timestamp: 1, .digitizer([.init(identity, phase, x: x, y: 10)]))
  }

  /// Posts events that nothing sums up until the client has lost some.
  private static func overrun(_ router: Router, _ events: (Int) -> [HIDEvent]) {
    let before = router.counts.overruns
    var number = 0
    while router.counts.overruns == before, number < 20_000 {
      for _ in 0..<100 {
        number += 1
        for event in events(number) { router.post(event) }
      }
      RunLoop.current.run(mode: .default, for: .zero)
    }
    #expect(router.counts.overruns == before + 1)
  }

  private static func readAll(_ client: RawClient, _ router: Router) {
    runUntil {
      client.read()
      return router.waiting(for: 1) == 0
        && client.others.contains { if case .overrun = $0 { true } else { false } }
    }
    client.read()
  }

  @Test("a client that was overrun has no touches any more, and learns that it is in front")
  func overrunInFront() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let router = try Router.started(folder)
      defer { router.stop() }
      let client = try RawClient(folder.path + "/router", hello: .init(name: "app", windows: Self.full))
      runUntil { router.list.count == 1 }
      router.post(Self.touch(.began, 1))
      runUntil { router.list.first?.touches == 1 }
      Self.overrun(router) { [Self.touch(.began, UInt32($0) + 10), Self.touch(.ended, UInt32($0) + 10)] }
      router.post(Self.touch(.moved, 1, 20))
      router.post(Self.touch(.ended, 1, 20))
      router.post(Self.touch(.began, 2, 30))
      Self.readAll(client, router)
      let notice = client.messages.firstIndex { if case .overrun = $0 { true } else { false } } ?? 0
      let since = client.messages.dropFirst(notice + 1).compactMap {
        if case .event(let event) = $0 { event } else { nil }
      }
      #expect(since.prefix(2).map(\.short) == ["willEnterForeground", "didBecomeActive"])
      #expect(!since.contains(Self.touch(.moved, 1, 20)), "the earlier touch has ended")
      #expect(since.contains(Self.touch(.began, 2, 30)))
      #expect(router.list.first?.touches == 1)
    }
  }

  @Test("a client in the background that was overrun learns that it is there")
  func overrunBehind() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let router = try Router.started(folder)
      defer { router.stop() }
      let client = try RawClient(
        folder.path + "/router",
        hello: .init(name: "music", wantsForeground: false, wantsRemoteControl: true))
      runUntil { router.list.count == 1 }
      Self.overrun(router) { _ in [HIDEvent(timestamp: 1, .remoteControl(.play))] }
      Self.readAll(client, router)
      let notice = client.messages.firstIndex { if case .overrun = $0 { true } else { false } } ?? 0
      let since = client.messages.dropFirst(notice + 1).prefix(2)
      #expect(
        since.map {
          if case .event(let event) = $0 { event.short } else { "\($0)" }
        } == ["willResignActive", "didEnterBackground"])
    }
  }

  @Test("the volume stays between 0 and 16")
  func volume() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      var volumes: [Int] = []
      let router = try Router.started(folder) { if case .volume(let volume) = $0 { volumes.append(volume) } }
      defer { router.stop() }
      for usage: UInt16 in Array(repeating: 0x80, count: 10) + Array(repeating: 0x81, count: 20) {
        router.post(HIDEvent(timestamp: 1, .key(.init(usage: usage, .down))))
      }
      runUntil { volumes.count == 30 }
      #expect(volumes == Array(9...16) + [16, 16] + Array((0...15).reversed()) + [0, 0, 0, 0])
    }
  }

  @Test("as many strangers as may be there stay; one more, and the oldest has to leave")
  func strangers() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let router = try Router.started(folder, adjust: { $0.mostStrangers = 3 })
      defer { router.stop() }
      let known = try RawClient(folder.path + "/router", hello: .init(name: "known"))
      runUntil { router.list.count == 1 }
      var strangers = try (0..<3).map { _ in try RawClient(folder.path + "/router") }
      runUntil { router.counts.accepted == 4 }
      #expect(router.counts.refused.isEmpty)
      strangers.append(try RawClient(folder.path + "/router"))
      runUntil { router.counts.accepted == 5 }
      for client in strangers + [known] { client.read() }
      #expect(strangers.map(\.isOver) == [true, false, false, false] && !known.isOver)
      #expect(strangers[0].others == [.refused(.noHello)])
      #expect(router.counts.refused == [.noHello: 1])
    }
  }

  @Test(
    "a client that says nothing has to leave after a while; one that said hello stays as long as it likes")
  func patience() throws {
    try onFreshThread(SimulatedClock()) {
      let folder = try TemporaryFolder()
      let router = try Router.started(folder)
      defer { router.stop() }
      let known = try RawClient(folder.path + "/router", hello: .init(name: "known"))
      let stranger = try RawClient(folder.path + "/router")
      RunLoop.current.run(mode: .default, for: .seconds(4))
      for client in [known, stranger] { client.read() }
      #expect(router.list.count == 1 && !stranger.isOver)
      RunLoop.current.run(mode: .default, for: .seconds(4))
      for client in [known, stranger] { client.read() }
      #expect(stranger.isOver && stranger.others == [.refused(.noHello)])
      RunLoop.current.run(mode: .default, for: .seconds(3600))
      known.read()
      #expect(router.list.count == 1 && !known.isOver)
    }
  }

  @Test("a message of 4,096 bytes is judged by what it says; a longer one is too large")
  func length() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let router = try Router.started(folder)
      defer { router.stop() }
      for (length, refusal) in [(4096, RoutingMessage.Refusal.badMessage), (4097, .tooLarge)] {
        let client = try RawClient(folder.path + "/router")
        client.send([UInt8](repeating: 7, count: length))
        runUntil {
          client.read()
          return client.isOver
        }
        #expect(client.others == [.refused(refusal)], "\(length) bytes")
      }
      // Hello is said once.
      let client = try RawClient(folder.path + "/router", hello: .init(name: "twice"))
      client.send(.hello(.init(name: "twice")))
      runUntil {
        client.read()
        return client.isOver
      }
      #expect(client.others.last == .refused(.badMessage))
      #expect(router.list.isEmpty)
    }
  }

  @Test("the next client comes to the front when the front one disconnects; when the router ends, it says so")
  func ends() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let router = try Router.started(folder)
      let behind = try RawClient(folder.path + "/router", hello: .init(name: "behind", windows: Self.full))
      runUntil { router.list.count == 1 }
      let front = try RawClient(folder.path + "/router", hello: .init(name: "front", windows: Self.full))
      runUntil { router.list.count == 2 }
      #expect(router.list.map(\.state) == [.focused, .background])
      front.close()
      runUntil {
        behind.read()
        return behind.words.count >= 6
      }
      #expect(
        behind.words == [
          "willEnterForeground", "didBecomeActive", "willResignActive", "didEnterBackground",
          "willEnterForeground", "didBecomeActive",
        ])
      #expect(router.list.map(\.state) == [.focused] && router.list.first?.delivered == 6)
      router.stop()
      behind.read()
      #expect(behind.isOver && behind.others.last == .refused(.ended))
      #expect(access(folder.path + "/router", F_OK) != 0, "its path is free")
    }
  }
}
