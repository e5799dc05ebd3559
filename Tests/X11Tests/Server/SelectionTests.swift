import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// Text between programs, by way of an X server.
@Suite(.hangLimit, .enabled(if: Programs.xvfb)) struct SelectionTests {
  /// Two programs' windows on one server, served by the test's loop.
  private func onTwo(_ body: (X11Selection, X11Selection) throws -> Void) throws {
    let server = try XServer()
    defer { server.kill() }
    let displays = try (0..<2).map { _ in try X11Display(server.display, authority: server.authority) }
    let windows = try displays.map { try X11Window($0, title: "text", width: 50, height: 50) }
    for display in displays { try display.attach(to: RunLoop.current) }
    defer { for display in displays { display.close() } }
    try body(X11Selection(.clipboard, of: windows[0]), X11Selection(.clipboard, of: windows[1]))
  }

  private func read(_ selection: X11Selection, seconds: Int64 = 20) -> String?? {
    var result: String??
    let loop = RunLoop.current
    selection.read {
      result = .some($0)
      loop.stop()
    }
    let end = ContinuousClock.now + .seconds(seconds)
    while result == nil, ContinuousClock.now < end { loop.run(for: .milliseconds(20)) }
    return result
  }

  /// Owns it, and waits until the server has that, before the other asks.
  private func own(_ selection: X11Selection, _ text: String) {
    selection.own(text)
    let connection = selection.display.connection
    var isOwned = false
    connection.ask(X11Request(.getInputFocus), "GetInputFocus") { _ in isOwned = true }
    connection.flush()
    RunLoop.current.runUntil { isOwned }
  }

  @Test func textGoesFromOneToTheOther() throws {
    try onFreshThread {
      try onTwo { first, second in
        #expect(read(second) == .some(nil))
        own(first, "Größe 你好")
        #expect(read(second) == "Größe 你好")
        var lost = 0
        first.onLost = { lost += 1 }
        own(second, "other")
        RunLoop.current.runUntil { !first.isOwned }
        #expect(read(first) == "other" && lost == 1 && !first.isOwned)
      }
    }
  }

  @Test func longTextGoesInParts() throws {
    try onFreshThread {
      try onTwo { first, second in
        let text = String(repeating: "0123456789äöü ", count: 200_000)
        own(first, text)
        let got = read(second)
        #expect(got == .some(text), "\((got ?? nil)?.utf8.count ?? -1) of \(text.utf8.count) bytes")
      }
    }
  }

  /// What a program asks for in one request: text, something that there is not, and the time.
  @Test func severalTargetsAreAnsweredAtOnce() throws {
    try onFreshThread {
      try onTwo { first, second in
        own(first, "several")
        let (display, window) = (second.display, second.window)
        func atom(_ name: String) -> UInt32 { display.atoms[name] ?? 0 }
        // The names of properties are any atoms; each is set once.
        let (list, text, none, time) = (atom("TARGETS"), atom("TEXT"), atom("INCR"), atom("TIMESTAMP"))
        let pairs = [atom("UTF8_STRING"), text, atom("CLIPBOARD"), none, atom("TIMESTAMP"), time]
        var change = X11Request(.changeProperty)
        for value in [window, list, atom("ATOM_PAIR")] { change.add(value) }
        change.add([32, 0, 0, 0])
        change.add(UInt32(pairs.count))
        for value in pairs { change.add(value) }
        display.connection.send(change, "ChangeProperty")
        var convert = X11Request(.convertSelection)
        for value in [window, atom("CLIPBOARD"), atom("MULTIPLE"), list, 0] { convert.add(value) }
        display.connection.send(convert, "ConvertSelection")
        func property(_ name: UInt32) -> [UInt8] {
          var bytes: [UInt8]?
          var request = X11Request(.getProperty)
          for value in [window, name, 0, 0, 64] { request.add(value) }
          display.connection.ask(request, "GetProperty", longest: 32 + 256) { reply in
            let count = Int(reply?.uint32(16) ?? 0) * Int(reply?.uint8(1) ?? 0) / 8
            bytes = Array((reply?.bytes ?? []).dropFirst(32).prefix(count))
          }
          display.connection.flush()
          RunLoop.current.runUntil { bytes != nil }
          return bytes ?? []
        }
        RunLoop.current.runUntil { !property(time).isEmpty }
        #expect(String(decoding: property(text), as: UTF8.self) == "several")
        #expect(property(time).count == 4 && property(none).isEmpty)
        let answered = [pairs[0], text, pairs[2], 0, pairs[4], time]
        let bytes = answered.flatMap { value in withUnsafeBytes(of: value) { Array($0) } }
        #expect(property(list) == bytes)
      }
    }
  }

  @Test func whoDoesNotAnswerIsNotAwaitedLong() throws {
    try onFreshThread {
      let server = try XServer()
      defer { server.kill() }
      let silent = try X11Display(server.display, authority: server.authority)
      let window = try X11Window(silent, title: "silent", width: 5, height: 5)
      let owner = X11Selection(.clipboard, of: window)
      owner.own("never told")
      let display = try X11Display(server.display, authority: server.authority)
      let selection = X11Selection(.clipboard, of: try X11Window(display, title: "x", width: 5, height: 5))
      try display.attach(to: RunLoop.current)
      usleep(100_000)
      selection.timeout = .milliseconds(200)
      #expect(read(selection) == .some(nil))
      display.close()
      silent.close()
    }
  }
}
