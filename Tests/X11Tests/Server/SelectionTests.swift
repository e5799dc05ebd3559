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

  @Test func textGoesFromOneToTheOther() throws {
    try onFreshThread {
      try onTwo { first, second in
        #expect(read(second) == .some(nil))
        first.own("Größe 你好")
        #expect(read(second) == "Größe 你好")
        var lost = 0
        first.onLost = { lost += 1 }
        second.own("other")
        RunLoop.current.runUntil { !first.isOwned }
        #expect(read(first) == "other" && lost == 1 && !first.isOwned)
      }
    }
  }

  @Test func longTextGoesInParts() throws {
    try onFreshThread {
      try onTwo { first, second in
        let text = String(repeating: "0123456789äöü ", count: 200_000)
        first.own(text)
        let got = read(second)
        #expect(got == .some(text), "\((got ?? nil)?.utf8.count ?? -1) of \(text.utf8.count) bytes")
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
