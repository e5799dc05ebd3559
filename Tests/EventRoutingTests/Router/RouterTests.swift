import HIDEvents
import LinuxSystem
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// The router with its sockets; router and clients share a thread here.
@Suite("A router", .hangLimit)
struct RouterTests {
  private static let full = [ClientDescription.Window(x: 0, y: 0, width: 800, height: 480)]

  private static func touch(_ phase: HIDEvent.Contact.Phase, _ x: Double = 10, _ identity: UInt32 = 1)
    -> HIDEvent
  {
    HIDEvent(
      timestamp: UInt64(RunLoop.Instant.now.nanoseconds), .digitizer([.init(identity, phase, x: x, y: 10)]))
  }

  /// With nothing in front its own source 0 has the event; with an application, that one's channel.
  @Test("S001-7: keeps an event with nothing in front, in its source 0, and forwards it to a client that is")
  func desktop() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      var own: [String] = []
      let router = try Router.started(folder) { own.append("\($0)".contains("began") ? "own" : "\($0)") }
      defer { router.stop() }
      router.post(Self.touch(.began))
      #expect(own == [])
      runUntil { !own.isEmpty }
      #expect(own == ["own"] && router.counts.own == 1)
      let client = try RawClient(folder.path + "/router", hello: .init(name: "app", windows: Self.full))
      runUntil { router.list.count == 1 }
      router.post(Self.touch(.began))
      router.post(Self.touch(.ended))
      runUntil {
        client.read()
        return client.counts.ended == 1
      }
      #expect(own == ["own"] && client.words.suffix(2) == ["began 1 (10.0 10.0)", "ended 1 (10.0 10.0)"])
      #expect(client.others == [.welcome(client: 1, width: 800, height: 480)])
    }
  }

  @Test("that cannot start leaves nothing in the loop")
  func failedStart() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let loop = RunLoop.current
      let router = try Router.started(folder)
      // Its socket is watched already.
      #expect(throws: RouterError.self) { try router.start() }
      router.stop()
      #expect(loop.run(mode: .default, for: .seconds(5)) == .finished)
    }
  }

  @Test("does what its keys say: volume, mute, lock")
  func keys() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      var own: [Router.Own] = []
      let router = try Router.started(folder) { own.append($0) }
      defer { router.stop() }
      for usage: UInt16 in [0x80, 0x81, 0x7f, 0x66, 0x66] {
        router.post(HIDEvent(timestamp: 1, .key(.init(usage: usage, .down))))
        router.post(HIDEvent(timestamp: 1, .key(.init(usage: usage, .up))))
      }
      runUntil { own.count >= 10 }
      let told = own.filter { if case .event = $0 { false } else { true } }
      #expect(told == [.volume(9), .volume(8), .muted(true), .locked(true), .locked(false)])
    }
  }

  @Test("an application: touches through it, focus switch, the end of the router, and a new one")
  func restart() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let address = RouterAddress(path: folder.path + "/router")
      let application = UIApplication(screen: Size(800, 480))
      let window = UIWindow()
      let view = CountingView(frame: window.bounds)
      window.addSubview(view)
      window.makeKeyAndVisible()
      defer { application.terminate() }

      let connection = application.connect(to: address, as: "app")
      // Nobody is there: it is looked for.
      runUntil(0.1) { false }
      guard case .waiting = connection.state else {
        Issue.record("\(connection.state)")
        return
      }
      var router: Router? = try Router.started(folder)
      #expect(runUntil { connection.state == .connected(client: 1) })
      #expect(runUntil { router?.list.first?.state == .focused })
      #expect(connection.screen == Size(800, 480))
      router?.post(Self.touch(.began))
      #expect(runUntil { view.words == ["began"] })

      // Another one comes to the front.
      let other = try RawClient(address.path, hello: .init(name: "other", windows: Self.full))
      #expect(runUntil { view.words == ["began", "cancelled"] })
      #expect(runUntil { application.applicationState == .background })
      router?.bringToFront("app")
      #expect(runUntil { application.applicationState == .active })
      other.read()
      #expect(other.words.suffix(2) == ["willResignActive", "didEnterBackground"])
      router?.post(Self.touch(.moved))
      router?.post(Self.touch(.ended))
      router?.post(Self.touch(.began, 20, 2))
      #expect(runUntil { view.words == ["began", "cancelled", "began"] })

      // The router dies; a new one is found again.
      router?.stop()
      router = nil
      #expect(runUntil { view.words == ["began", "cancelled", "began", "cancelled"] })
      #expect(application.applicationState != .active && application.losses.count(of: .channelClosed) >= 1)
      router = try Router.started(folder)
      #expect(
        runUntil { connection.state == .connected(client: 1) && application.applicationState == .active })
      router?.post(Self.touch(.began))
      router?.post(Self.touch(.ended))
      #expect(runUntil { view.words.suffix(2) == ["began", "ended"] })

      // Windows that move are reported before the loop sleeps.
      window.frame = Rect(400, 0, 400, 480)
      RunLoop.current.settle()
      router?.post(Self.touch(.began, 10, 5))
      router?.post(Self.touch(.began, 500, 6))
      #expect(runUntil { view.words.suffix(3) == ["began", "ended", "began"] })
      connection.close()
      #expect(runUntil { view.words.last == "cancelled" })
      #expect(runUntil { router?.list.isEmpty ?? false })
      router?.stop()
    }
  }

  @Test("a client that floods, lies, or sends too much gets the reason and is closed")
  func refusals() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let router = try Router.started(
        folder,
        adjust: {
          $0.patience = .seconds(2)
          $0.burst = 64
          $0.messagesPerSecond = 10
          $0.mostStrangers = 3
          $0.mostClients = 2
        })
      defer { router.stop() }
      let path = folder.path + "/router"
      func answer(_ body: (RawClient) throws -> Void) throws -> RoutingMessage? {
        let client = try RawClient(path)
        try body(client)
        runUntil(30) {
          client.read()
          return client.isOver
        }
        #expect(client.isOver)
        return client.others.last
      }
      #expect(try answer { $0.send([1, 2, 3]) } == .refused(.badMessage))
      #expect(try answer { $0.send(.event(Self.touch(.began))) } == .refused(.badMessage))
      #expect(try answer { $0.send(.changed(.init(name: "x"))) } == .refused(.badMessage))
      #expect(try answer { $0.send([UInt8](repeating: 7, count: 5000)) } == .refused(.tooLarge))
      // Also when more has come behind it.
      let more = try answer { client in
        client.send([1, 2, 3])
        for _ in 0..<40 { client.send(.list) }
      }
      #expect(more == .refused(.badMessage))
      // One that only controls is no application.
      let control = try answer { client in
        client.send(.control)
        client.send(.changed(.init(name: "x")))
      }
      #expect(control == .refused(.badMessage))
      let flooder = try RawClient(path, hello: .init(name: "flooder"))
      for _ in 0..<400 {
        flooder.send(.changed(.init(name: "flooder")))
        RunLoop.current.run(mode: .default, for: .zero)
      }
      #expect(
        runUntil {
          flooder.read()
          return flooder.isOver
        })
      #expect(flooder.others.last == .refused(.tooOften))
      // Nobody keeps a place without a word.
      #expect(try answer { _ in } == .refused(.noHello))
      let crowd = try (0..<5).map { _ in try RawClient(path) }
      #expect(runUntil { router.counts.refused[.noHello, default: 0] >= 3 })
      withExtendedLifetime(crowd) {}
      let known = try (0..<2).map { try RawClient(path, hello: .init(name: "\($0)")) }
      #expect(runUntil { router.list.count == 2 })
      #expect(try answer { $0.send(.hello(.init(name: "third"))) } == .refused(.tooManyClients))
      withExtendedLifetime(known) {}
    }
  }

  @Test("its folder must be private, its path free and short enough")
  func access() throws {
    try onFreshThread {
      func failure(_ path: String) -> String {
        do {
          _ = try Router(.init(address: .init(path: path)))
          return ""
        } catch { return "\(error)" }
      }
      let folder = try TemporaryFolder()
      let path = folder.path + "/router"
      chmod(folder.path, 0o755)
      #expect(failure(path).contains("is no private folder"))
      chmod(folder.path, 0o700)
      #expect(failure("/tmp/router-of-all").contains("is no private folder"))
      #expect(failure("/nonexistent/folder/router").contains("No such file"))
      #expect(failure(folder.path + "/" + String(repeating: "x", count: 200)).contains("longer than"))
      let router = try Router(.init(address: .init(path: path)))
      #expect(failure(path).contains("already"))
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
      withExtendedLifetime(router) {}
    }
  }

  /// What a client that reads gets is complete, whatever the others do.
  @Test(
    "10,000 events a second to eight clients, one of which never reads and one of which goes in the middle of a touch"
  )
  func flood() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let router = try Router.started(folder)
      defer { router.stop() }
      var clients: [RawClient] = []
      for index in 0..<8 {
        let window = ClientDescription.Window(x: Double(index) * 100, y: 0, width: 100, height: 480)
        let client = try RawClient(folder.path + "/router", hello: .init(name: "\(index)", windows: [window]))
        client.keepsEvents = false
        clients.append(client)
        runUntil { router.list.count == index + 1 }
      }
      let silent = 3
      let mortal = 5
      let start = RunLoop.Instant.now
      // Two seconds at 1,250 frames of eight contacts, then as fast as it goes: the silent one must overflow.
      let frames = 14_000
      let paced = 2500
      var expected = TouchCounts()
      var mostWaiting = 0
      for frame in 0..<frames {
        let step = frame % 4
        let phase: HIDEvent.Contact.Phase = step == 0 ? .began : step == 3 ? .ended : .moved
        let contacts = (0..<8).map {
          HIDEvent.Contact(
            UInt32(frame / 4 * 8 + $0), phase, x: Double($0) * 100 + Double(frame % 90), y: Double(step))
        }
        router.post(HIDEvent(timestamp: UInt64(frame), .digitizer(contacts)))
        expected.add(HIDEvent(timestamp: 1, .digitizer([contacts[0]])))
        if frame == 1001 { clients[mortal].close() }
        RunLoop.current.run(mode: .default, for: .zero)
        for (index, client) in clients.enumerated() where index != silent && index != mortal { client.read() }
        mostWaiting = max(mostWaiting, router.waiting(for: UInt32(silent + 1)) ?? 0)
        if frame < paced {
          let due = start.advanced(by: .microseconds(800 * frame))
          while RunLoop.Instant.now < due { RunLoop.current.run(mode: .default, for: .microseconds(200)) }
        }
      }
      for (index, client) in clients.enumerated() where index != silent && index != mortal {
        runUntil {
          client.read()
          return client.counts.ended == expected.ended
        }
        #expect(client.counts == expected, "client \(index): \(client.counts)")
        #expect(router.summedUp(for: UInt32(index + 1)) == 0)
      }
      #expect(mostWaiting <= Outbox.most && mostWaiting > 0 && router.counts.overruns > 0)
      #expect(router.list.map(\.name).sorted() == ["0", "1", "2", "3", "4", "6", "7"])
      #expect(router.list.allSatisfy { $0.touches == 0 })

      // The silent one reads at last: what it got before, that it was too slow, how things stand, and what came since.
      let late = clients[silent]
      late.keepsEvents = true
      #expect(
        runUntil {
          late.read()
          return late.others.contains { if case .overrun = $0 { true } else { false } }
            && router.waiting(for: UInt32(silent + 1)) == 0
        })
      late.read()
      let afterwards = late.events.drop {
        $0.payload != .system(.willEnterForeground) || $0 == late.events.first
      }
      #expect(TouchCounts(Array(afterwards)).nonsense == 0)
      #expect(late.words.contains("didBecomeActive"))
    }
  }
}

private final class CountingView: UIView {
  var words: [String] = []
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { words.append("began") }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { words.append("ended") }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { words.append("cancelled") }
}
