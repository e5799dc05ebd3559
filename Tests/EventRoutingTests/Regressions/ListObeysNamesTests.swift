import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// `router list` printed the names of applications as they were: with escape sequences, and with lines of their own.
@Suite("The list of a router's applications", .hangLimit)
struct ListObeysNamesTests {
  @Test("has a line for each, with nothing in it that a terminal obeys")
  func names() throws {
    let folder = try TemporaryFolder()
    let socket = folder.path + "/router"
    let router = try ChildProgram(product: "runloop", "router", "--socket", socket)
    router.lines(upTo: "listening")
    let name = "\u{1B}[31mred\n2\tforged\u{9B}2J"
    let client = try RawClient(socket, hello: .init(name: name, windows: []))
    var lines: [String] = []
    for _ in 0..<100 where !lines.joined().contains("red") {
      lines = try ChildProgram(product: "runloop", "router", "list", "--socket", socket).lines()
    }
    #expect(
      lines.count == 1 && lines[0].contains("\t\u{FFFD}[31mred\u{FFFD}2\u{FFFD}forged\u{FFFD}2J\t"),
      "\(lines)")
    withExtendedLifetime(client) {}
    router.signal(SIGINT)
    #expect(router.wait() == 0)
  }
}
