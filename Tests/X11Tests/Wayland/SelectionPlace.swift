import LinuxSystem
import RunLoopCore
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// A display on a loop, and the compositor that a test plays, for copy and paste.
final class SelectionPlace {
  /// The first number of an offer.
  static let first: UInt32 = 0xFF00_0000

  let compositor: FakeCompositor
  let display: WaylandDisplay
  let loop = RunLoop.current
  private(set) var lost = 0

  init(_ compositor: FakeCompositor = FakeCompositor()) throws {
    self.compositor = compositor
    display = try compositor.connect()
    try display.attach(to: loop)
    compositor.answer()
    focus(true)
    for kind in WaylandSelection.Kind.allCases {
      display.selection(kind)?.onLost = { [unowned self] in lost += 1 }
    }
  }

  func selection(_ kind: WaylandSelection.Kind = .clipboard) throws -> WaylandSelection {
    try #require(display.selection(kind))
  }

  @discardableResult
  func run(_ isSo: () -> Bool = { false }, for milliseconds: Int = 10_000) -> Bool {
    let end = RunLoop.Instant.now.advanced(by: .milliseconds(milliseconds))
    while !isSo(), RunLoop.Instant.now < end {
      compositor.answer()
      loop.run(mode: .default, for: .milliseconds(2), returnAfterSourceHandled: true)
    }
    compositor.answer()
    return isSo()
  }

  func settle() {
    for _ in 0..<3 {
      compositor.answer()
      loop.settle()
    }
    compositor.answer()
  }

  /// Whether keys go to a window of the client.
  func focus(_ isOn: Bool) { compositor.send("wl_keyboard", isOn ? 1 : 2, isOn ? [98, 1, 0] : [98, 1]) }

  /// A key goes down, by which the client may set a selection.
  func press(_ serial: UInt32) {
    compositor.send("wl_keyboard", 3, [serial, 1, 30, 1])
    settle()
  }

  /// What the client writes for another program that wants a text of a type.
  func fetch(_ type: String, from source: String, _ opcode: UInt16) -> String {
    String(decoding: fetchBytes(type, from: source, opcode), as: UTF8.self)
  }

  func fetchBytes(_ type: String, from source: String, _ opcode: UInt16) -> [UInt8] {
    fetchBytes(type, from: compositor.object(source), opcode)
  }

  func fetchBytes(_ type: String, from source: UInt32, _ opcode: UInt16) -> [UInt8] {
    var ends: [Int32] = [-1, -1]
    precondition(linux_pipe(&ends) == 0)
    defer { close(ends[0]) }
    compositor.send(source, opcode, descriptor: ends[1]) { $0.add(type) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    var bytes: [UInt8] = []
    var hasEnded = false
    run {
      var part = [UInt8](repeating: 0, count: 4096)
      let count = read(ends[0], &part, part.count)
      if count > 0 { bytes += part[..<count] }
      hasEnded = count == 0
      return hasEnded
    }
    #expect(hasEnded, "the text has no end")
    return bytes
  }

  /// Answers the last that was wanted.
  func write(_ text: String) throws { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws {
    let wanted = try #require(compositor.wanted.last)
    compositor.wanted.removeLast()
    #expect(linux_write_pipe(wanted.end.descriptor, bytes, bytes.count) == bytes.count)
  }

  /// What poll(2) reports of a descriptor now.
  func poll(_ descriptor: Int32) -> Int16 {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = LinuxSystem.poll(&entry, 1, 0)
    return entry.revents
  }
}
