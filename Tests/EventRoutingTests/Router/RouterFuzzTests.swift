import Foundation
import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// Whatever comes over its socket, and from its devices: no crash, no hang, no growth, and a good client gets its events.
///
/// `MAINSPRING_FUZZ_MESSAGES` sets how many messages (a million take a minute or two).
@Suite("Random input", .hangLimit)
struct RouterFuzzTests {
  @Test("random messages and cut-off connections leave the router as it was")
  func messages() async {
    await #expect(processExitsWith: .success) { try RouterFuzzTests.sendMessages() }
  }

  private static func sendMessages() throws {
    try onFreshThread {
      let wanted = Int(ProcessInfo.processInfo.environment["MAINSPRING_FUZZ_MESSAGES"] ?? "") ?? 20_000
      let folder = try TemporaryFolder()
      // As many messages as one user may send otherwise would take minutes.
      let router = try Router.started(
        folder,
        adjust: {
          ($0.userBurst, $0.userMessagesPerSecond) = (1 << 30, 1 << 30)
          ($0.connectionBurst, $0.connectionsPerSecond) = (1 << 30, 1 << 30)
        })
      let path = folder.path + "/router"
      let window = ClientDescription.Window(x: 0, y: 0, width: 800, height: 480)
      let good = try RawClient(path, hello: .init(name: "good", wantsForeground: true, windows: [window]))
      good.keepsEvents = false
      runUntil { router.list.count == 1 }
      let atFirst = try openDescriptors()
      var random = SplitMix(UInt64(wanted))
      var tally = FuzzTally("messages to the router")
      var sent = 0
      var before = 0
      var touches = 0
      var round = 0
      while sent < wanted {
        round += 1
        guard let client = RawClient.ifAdmitted(path) else {
          // The door is full: the router lets people in at its turn.
          RunLoop.current.run(mode: .default, for: .zero)
          continue
        }
        // What the router still reads of it: nothing behind a message that it refuses.
        var role = RouterClient.Role.stranger
        var isRefused = false
        for _ in 0..<(1 + random.next() % 40) {
          if isRefused, random.next() % 8 > 0 { break }
          let message = RouterFuzzTests.message(&random, isFirst: role == .stranger)
          tally.count(client.send(message) && !isRefused)
          if !RouterFuzzTests.isTaken(message, &role) { isRefused = true }
          sent += 1
          if random.next() % 4 == 0 { RunLoop.current.run(mode: .default, for: .zero) }
        }
        if random.next() % 3 > 0 { RunLoop.current.run(mode: .default, for: .zero) }
        client.close()
        good.read()
        if round % 50 == 0 {
          // Whatever they did, the good one can have the screen, and its touches.
          router.lock(false)
          router.bringToFront("good")
          let identity = UInt32(round)
          for phase in [HIDEvent.Contact.Phase.began, .moved, .ended] {
            router.post(HIDEvent(timestamp: 1, .digitizer([.init(identity, phase, x: 5, y: 5)])))
          }
          touches += 1
          precondition(
            runUntil(240) {
              good.read()
              return good.counts.ended + good.counts.cancelled == touches
            }, "the good client lost a touch: \(good.counts)")
        }
        // In the first half tables and buffers come to their sizes.
        if before == 0, sent >= wanted / 2 { before = linux_malloc_bytes() }
      }
      precondition(runUntil(240) { router.list.count == 1 }, "\(router.list.count) clients are left")
      precondition(good.counts.nonsense == 0 && good.counts.isOver)
      let growth = linux_malloc_bytes() - before
      precondition(growth < 1 << 20, "grew by \(growth) bytes")
      let descriptors = try openDescriptors()
      precondition(
        descriptors < atFirst + 32, "\(descriptors) descriptors are open, \(atFirst) were at first")
      router.stop()
      tally.expectMostStepsDidSomething()
    }
  }

  /// Whether the router continues with the sender.
  private static func isTaken(_ bytes: [UInt8], _ role: inout RouterClient.Role) -> Bool {
    guard bytes.count <= RoutingMessage.longestFromClient, let message = try? RoutingMessage(packet: bytes)
    else { return false }
    switch message {
    case .hello, .control:
      guard role == .stranger else { return false }
      role = message == .control ? .controller : .application
      return true
    case .changed: return role == .application
    case .bringToFront, .lock, .list: return role != .stranger
    // This router has no screen.
    case .share, .unshare, .arrange, .show, .awaitBeat: return false
    case .welcome, .event, .overrun, .refused, .clients, .screen, .free, .beat: return false
    }
  }

  /// Sometimes good, mostly nearly.
  static func message(_ random: inout SplitMix, isFirst: Bool) -> [UInt8] {
    let window = ClientDescription.Window(
      x: Double(random.next() % 100), y: 0, width: Double(random.next() % 900), height: 500)
    let description = ClientDescription(
      name: "bad", wantsForeground: random.next() % 2 == 0,
      windows: Array(repeating: window, count: Int(random.next() % 5)))
    let messages: [RoutingMessage] = [
      .changed(description), .changed(description), .hello(description), .bringToFront(name: "bad"),
      .lock(random.next() % 2 == 0), .list,
      .event(HIDEvent(timestamp: 1, .system(.contactsLost))), .overrun(dropped: 5), .refused(.ended),
      .arrange([.init(window: 1, frame: window)]),
    ]
    var bytes = messages[Int(random.next() % UInt64(messages.count))].packet()
    if isFirst, random.next() % 8 > 0 {
      bytes = (random.next() % 4 > 0 ? RoutingMessage.hello(description) : .control).packet()
    }
    switch random.next() % 16 {
    case 0: bytes = (0..<(1 + random.next() % 200)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    case 1: bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
    case 2: bytes = Array(bytes.prefix(Int(random.next() % UInt64(bytes.count)) + 1))
    case 3: bytes += (0..<(random.next() % 6000)).map { UInt8(truncatingIfNeeded: $0) }
    default: break
    }
    return bytes
  }

  @Test("random bytes from a device leave its reader as it was")
  func device() async {
    await #expect(processExitsWith: .success) {
      try onFreshThread {
        var random = SplitMix(3)
        var counts = TouchCounts()
        var tally = FuzzTally("pieces of a device's records")
        let ends = try Ends.pipe()
        var settings = EvdevReader.Settings()
        settings.format = .records
        var isOver = false
        let reader = try EvdevReader(
          owning: ends.reading, name: "random", description: .touchscreen("", width: 100, height: 100),
          settings: settings, emit: { counts.add($0) }, ended: { _ in isOver = true })
        try reader.start()
        var memory = 0
        for round in 0..<600 where !isOver {
          var bytes: [UInt8] = []
          for _ in 0..<160 {
            let kind = UInt16(random.next() % 4)
            // Protocol A's report would end it at once; and behind a loss little happens.
            var code = kind == 0 ? [0, 0, 0, 1][Int(random.next() % 4)] : UInt16(random.next() % 0x40)
            if kind == 0, random.next() % 64 == 0 { code = InputCode.dropped }
            if kind == 3, random.next() % 8 > 0 {
              let codes = [
                InputCode.slot, InputCode.trackingID, InputCode.contactX, InputCode.contactY,
                InputCode.contactDistance,
              ]
              code = codes[Int(random.next() % 5)]
            }
            // A finger that hovers does nothing.
            let touches = code == InputCode.contactDistance && random.next() % 8 > 0
            let value =
              touches
              ? 0
              : random.next() % 8 == 0
                ? Int32(truncatingIfNeeded: random.next()) : Int32(random.next() % 12) - 1
            bytes += InputRecord(time: random.next(), kind, code, value).bytes
          }
          let before = counts
          ends.write(bytes)
          for _ in 0..<4 { RunLoop.current.run(mode: .default, for: .zero) }
          tally.count(counts.began > before.began && counts.moved > before.moved)
          if round == 50 { memory = linux_malloc_bytes() }
        }
        precondition(!isOver && reader.counts.bytes > 2_000_000)
        let growth = linux_malloc_bytes() - memory
        precondition(growth < 1 << 18, "grew by \(growth) bytes")
        reader.close()
        precondition(counts.nonsense == 0 && counts.isOver && counts.began > 0)
        close(ends.writing)
        tally.expectMostStepsDidSomething()
      }
    }
  }
}
