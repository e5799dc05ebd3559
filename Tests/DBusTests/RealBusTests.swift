import Foundation
import LinuxSystem
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import DBus

/// A bus that a test has started. Ends with the object.
final class RealBus {
  static let isThere: Bool = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    if folders.contains(where: { FileManager.default.isExecutableFile(atPath: "\($0)/dbus-daemon") }) {
      return true
    }
    print("skipped: conversations with a real bus: there is no dbus-daemon (Debian: dbus)")
    return false
  }()

  let folder: TemporaryFolder
  let child: ChildProgram
  let address: String

  /// Without a display: services that the bus starts use none.
  init(environment: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    child = try ChildProgram(
      "timeout",
      [
        "--kill-after=30", "280", "env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", "dbus-daemon", "--session",
        "--nofork", "--nopidfile", "--print-address",
        "--address=unix:path=\(folder.path)/bus",
      ], environment: environment)
    address = try #require(child.line(), "dbus-daemon did not start: \(child.errors)")
  }

  deinit { child.end() }
}

/// Conversations on a real bus.
@Suite(.hangLimit, .enabled(if: RealBus.isThere)) struct RealBusTests {
  private static let interface = DBusInterface<Int32>(
    "test.Sum",
    methods: [
      .init("Add", takes: "number:i", answers: "i") { object, values in
        [.int32(object + (values[0].int32 ?? 0))]
      }
    ],
    properties: [.init("Start", "i") { .int32($0) }])

  @Test func twoProgramsCallEachOther() throws {
    let bus = try RealBus()
    let address = bus.address
    try onFreshThread {
      let loop = RunLoop.current
      let server = try DBusConnection(address, on: loop)
      let client = try DBusConnection(address, on: loop)
      loop.runUntil { server.name != nil && client.name != nil }
      let objects = DBusObjects<Int32> { $0 == "/sum" ? (40, [Self.interface]) : nil }
      server.onCall = { objects.answer($0) }
      let name = try #require(server.name)
      var answers: [DBusMessage] = []
      var failures: [DBusError] = []
      let take: DBusConnection.Answer = { result in
        switch result {
        case .success(let message): answers.append(message)
        case .failure(let error): failures.append(error)
        }
      }
      client.call(.call(name, "/sum", "test.Sum", "Add", [.int32(2)]), take)
      client.call(.call(name, "/sum", "org.freedesktop.DBus.Peer", "Ping"), take)
      client.call(.call(name, "/none", "test.Sum", "Add", [.int32(2)]), take)
      loop.runUntil { answers.count == 2 && failures.count == 1 }
      #expect(answers.map(\.body) == [[.int32(42)], []])
      #expect(answers.first?.sender == name)
      guard case .failed(let failure) = failures.first else { return #expect(Bool(false)) }
      #expect(failure.name == "org.freedesktop.DBus.Error.UnknownObject")
    }
  }

  @Test func signalsAreHeardOnceTheyAreAskedFor() throws {
    let bus = try RealBus()
    let address = bus.address
    try onFreshThread {
      let loop = RunLoop.current
      let speaker = try DBusConnection(address, on: loop)
      let listener = try DBusConnection(address, on: loop)
      var heard: [DBusMessage] = []
      listener.onSignal = { if $0.interface == "test.Sum" { heard.append($0) } }
      var isAsked = false
      let rule = DBusValue.string("type='signal',interface='test.Sum'")
      listener.call(
        .call(DBusConnection.Bus.name, DBusConnection.Bus.path, DBusConnection.Bus.name, "AddMatch", [rule])
      ) {
        _ in isAsked = true
      }
      loop.runUntil { isAsked }
      speaker.send(.signal("/sum", "test.Sum", "Changed", [.int32(3)]))
      loop.runUntil { !heard.isEmpty }
      #expect(heard.map(\.body) == [[.int32(3)]] && heard[0].sender == speaker.name)
    }
  }

  @Test func theEndOfTheBusIsTheEndOfTheConnection() throws {
    let bus = try RealBus()
    let (address, child) = (bus.address, bus.child)
    try onFreshThread {
      let loop = RunLoop.current
      let connection = try DBusConnection(address, on: loop)
      loop.runUntil { connection.name != nil }
      child.end()
      loop.runUntil { !connection.isOpen }
      #expect(connection.end == .lost)
    }
  }
}
