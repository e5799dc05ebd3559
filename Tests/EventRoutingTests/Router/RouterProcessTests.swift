import Foundation
import HIDEvents
import LinuxSystem
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// The router's process between a device and an application's process.
@Suite("runloop router", .hangLimit)
struct RouterProcessTests {
  /// What a touch did: phases and places.
  typealias Touch = [(phase: String, x: Double, y: Double)]

  /// What an application in another process got of a recording.
  static func played(_ path: String, describe: String? = nil, isFast: Bool = true) throws -> (
    touches: [Touch], taps: [Int]
  ) {
    let folder = try TemporaryFolder()
    let socket = folder.path + "/router"
    let application = try ChildProgram(product: "routerprobe", socket, "app", "800", "480")
    var arguments = ["--recording", path, "--clients", "1"]
    if isFast { arguments.append("--fast") }
    if let describe { arguments += ["--describe", describe] }
    let router = try ChildProgram(
      product: "runloop", ["router", "--socket", socket, "--screen", "800x480"] + arguments)
    let lines = application.lines()
    let told = router.lines()
    try #require(router.wait() == 0, "\(told)")
    try #require(lines.last == "lost channel closed: 1" || lines.last == "lost ", "\(lines.suffix(3))")
    var touches: [Touch] = []
    var taps: [Int] = []
    for line in lines {
      let words = line.split(separator: " ")
      guard words.count == 5, let number = Int(words[1]), let x = Double(words[2]), let y = Double(words[3])
      else { continue }
      while touches.count < number { touches.append([]) }
      touches[number - 1].append((String(words[0]), x, y))
      if words[0] == "ended" { taps.append(Int(words[4]) ?? -1) }
    }
    return (touches, taps)
  }

  /// What the reader makes of it, touch by touch in the order in which the application numbers them.
  static func decoded(_ recording: Recording) throws -> [Touch] {
    var numbers: [UInt32: Int] = [:]
    var touches: [Touch] = []
    for event in try recording.events(width: 800, height: 480) {
      guard case .digitizer(let contacts) = event.payload else { continue }
      for contact in contacts.filter({ $0.phase == .began }).sorted(by: { $0.x < $1.x }) {
        numbers[contact.identity] = touches.count
        touches.append([])
      }
      for contact in contacts where contact.phase != .stationary {
        guard let number = numbers[contact.identity] else { continue }
        // A device may report a move to where the contact is; a view is not notified.
        let last = touches[number].last
        if contact.phase == .moved, last?.x == contact.x, last?.y == contact.y { continue }
        touches[number].append(("\(contact.phase)", contact.x, contact.y))
      }
    }
    return touches
  }

  static func expectSame(_ got: [Touch], _ wanted: [Touch]) {
    #expect(got.count == wanted.count)
    for (got, wanted) in zip(got, wanted) {
      #expect(got.map(\.phase) == wanted.map(\.phase))
      for (step, (got, wanted)) in zip(got, wanted).enumerated() {
        let isNear = abs(got.x - wanted.x) <= 0.02 && abs(got.y - wanted.y) <= 0.02
        #expect(isNear, "step \(step): \(got) \(wanted)")
        if !isNear { return }
      }
    }
  }

  private static func count(_ touches: [Touch], _ phase: String) -> Int {
    touches.reduce(0) { $0 + $1.count { $0.phase == phase } }
  }

  @Test(
    "a synthetic recording comes to an application as the reader decodes it, in recorded time and fast",
    arguments: [true, false])
  func synthetic(_ isFast: Bool) throws {
    let folder = try TemporaryFolder()
    let description = DeviceDescription.touchscreen("screen", width: 1600, height: 960)
    var device = Device()
    for finger in 0..<4 {
      device.slot(Int32(finger))
      device.down(Int32(finger), 100 + 100 * Int32(finger), 100)
      device.synchronize()
    }
    for step in 1..<40 {
      device.slot(Int32(step % 4))
      device.move(100 + 100 * Int32(step % 4), 100 + Int32(step))
      device.synchronize()
    }
    for finger in 0..<4 {
      device.slot(Int32(finger))
      device.up()
      device.synchronize()
    }
    let path = folder.path + "/recording"
    try device.text(description).write(toFile: path, atomically: true, encoding: .utf8)
    let (touches, _) = try Self.played(path, isFast: isFast)
    #expect(Self.count(touches, "began") == 4 && Self.count(touches, "moved") == 39)
    Self.expectSame(touches, try Self.decoded(Recording(path: path)))
  }

  @Test(
    "recordings come to an application as the reader decodes them", .enabled(if: Recordings.areThere),
    arguments: [
      ("Atmel maXTouch Touchscreen.4-finger-drag-down", 4), ("Wacom DTH2242 Finger", 66),
      ("EP0430M09.4-finger-drag-down", 4),
    ])
  func recordings(_ name: String, _ count: Int) throws {
    let (touches, _) = try Self.played(Recordings.path(name))
    #expect(Self.count(touches, "began") == count && Self.count(touches, "ended") == count)
    Self.expectSame(touches, try Self.decoded(Recordings.load(name)))
  }

  @Test(
    "a client of the router's process gets each change that the reader decodes",
    .enabled(if: Recordings.areThere),
    arguments: RecordingTests.wanted)
  func changes(_ name: String, _ wanted: TouchCounts) throws {
    let folder = try TemporaryFolder()
    let socket = folder.path + "/router"
    let recording = try Recordings.path(name)
    let router = try ChildProgram(
      product: "runloop", "router", "--socket", socket, "--screen", "800x480", "--fast", "--clients", "1",
      "--recording", recording)
    router.lines(upTo: "listening")
    let window = ClientDescription.Window(x: 0, y: 0, width: 20_000, height: 20_000)
    let client = try RawClient(socket, hello: .init(name: "client", windows: [window]))
    var waiting = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
    while !client.isOver, poll(&waiting, 1, 20_000) == 1 { client.read() }
    #expect(client.counts == wanted, "\(client.counts)")
    #expect(router.wait() == 0)
  }

  @Test("nine fast taps have the counts 1 to 9", .enabled(if: Recordings.areThere))
  func taps() throws {
    let (touches, taps) = try Self.played(Recordings.path("Atmel maXTouch Touchscreen.1-finger-fast-taps"))
    #expect(touches.count == 9 && taps == Array(1...9))
  }

  @Test("an application that is killed in the middle of a touch leaves none behind")
  func killed() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let router = try Router.started(folder)
      defer { router.stop() }
      let application = try ChildProgram(product: "routerprobe", folder.path + "/router", "app", "800", "480")
      #expect(runUntil(20) { router.list.first?.state == .focused })
      router.post(HIDEvent(timestamp: 1, .digitizer([.init(1, .began, x: 5, y: 5)])))
      #expect(runUntil { router.list.first?.touches == 1 && router.list.first?.delivered ?? 0 > 2 })
      application.lines(upTo: "began")
      application.kill()
      #expect(runUntil { router.list.isEmpty })
      router.post(HIDEvent(timestamp: 2, .digitizer([.init(1, .ended, x: 5, y: 5)])))
      #expect(runUntil { router.counts.events == 2 })
      #expect(router.counts.own == 0)
    }
  }

  @Test("another user gets an error that it may not connect", .enabled(if: geteuid() == 0))
  func stranger() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      chmod(folder.path, 0o711)
      let router = try Router.started(folder, adjust: { $0.allowedUsers = [12345] })
      defer { router.stop() }
      let nobody = try ChildProgram(product: "routerprobe", "as", "65534", folder.path + "/router")
      #expect(runUntil(20) { router.counts.refused[.notAllowed] == 1 })
      #expect(nobody.lines().last?.contains("may not connect") ?? false)
      let allowed = try ChildProgram(product: "routerprobe", "as", "12345", folder.path + "/router")
      #expect(runUntil(20) { router.counts.accepted == 2 })
      #expect(runUntil(20) { router.list.count == 1 })
      allowed.kill()
      #expect(router.counts.refused[.notAllowed] == 1)
    }
  }

  @Test("list, front, lock and unlock speak with a router that runs; Ctrl-C ends it and its socket")
  func control() throws {
    let folder = try TemporaryFolder()
    let socket = folder.path + "/router"
    let router = try ChildProgram(product: "runloop", "router", "--socket", socket)
    router.lines(upTo: "listening")
    func control(_ words: String...) throws -> String {
      let program = try ChildProgram(product: "runloop", ["router"] + words + ["--socket", socket])
      return program.lines().joined(separator: "\n")
    }
    #expect(try control("list") == "no applications")
    let first = try ChildProgram(product: "routerprobe", socket, "first", "800", "480")
    first.lines(upTo: "connected")
    let second = try ChildProgram(product: "routerprobe", socket, "second", "800", "480")
    second.lines(upTo: "connected")
    first.lines(upTo: "background")
    #expect(try control("front", "first").contains("\tfirst\tfocused"))
    first.lines(upTo: "active")
    second.lines(upTo: "background")
    #expect(try control("lock").contains("first\tbackground"))
    #expect(try control("unlock").contains("first\tfocused"))
    router.signal(SIGINT)
    #expect(router.wait() == 0)
    #expect(!FileManager.default.fileExists(atPath: socket))
    #expect(try control("list").contains("no router listens"))
  }

  @Test(
    "a wrong call is answered with what would be right",
    arguments: [
      (["--fast"], "--fast is how to play a recording"), (["--screen", "big"], "as 390x844, not 'big'"),
      (["--devise", "x"], "did you mean '--device'?"), (["--socket"], "needs a value"),
      (["stop"], "there is no 'stop'"),
      (["front"], "the name of one application"), (["--allow", "me"], "a user's number"),
      (["--device", "/nonexistent", "--socket", "/tmp/x"], "private folder"),
    ])
  func wrong(_ arguments: [String], _ answer: String) throws {
    let program = try ChildProgram(product: "runloop", ["router"] + arguments)
    let text = program.lines().joined(separator: "\n")
    #expect(text.contains(answer) && program.wait() != 0, "\(text)")
  }
}
