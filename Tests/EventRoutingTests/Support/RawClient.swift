import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// A client without an application: what it sends and takes is up to the test.
final class RawClient {
  let descriptor: Int32
  private(set) var events: [HIDEvent] = []
  private(set) var counts = TouchCounts()
  private(set) var others: [RoutingMessage] = []
  /// Both, in order.
  private(set) var messages: [RoutingMessage] = []
  private(set) var isOver = false
  /// Whether the events are kept, or only counted.
  var keepsEvents = true

  init(_ path: String) throws {
    descriptor = try Socket.connected(.packets, to: .path(path)).number
  }

  /// Nil when the door is full.
  static func ifAdmitted(_ path: String) -> RawClient? {
    try? RawClient(path)
  }

  /// Takes over one end of a channel, which does not block.
  init(owning descriptor: Int32) { self.descriptor = descriptor }

  convenience init(_ path: String, hello: ClientDescription) throws {
    try self.init(path)
    send(.hello(hello))
  }

  deinit { close() }

  private var isClosed = false
  func close() {
    if !isClosed { LinuxSystem.close(descriptor) }
    isClosed = true
  }

  func send(_ message: RoutingMessage) { send(message.packet()) }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    Socket(descriptor).send(bytes) == bytes.count
  }

  /// Takes what is there now.
  func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !isOver, !isClosed {
      let count = Socket(descriptor).receive(into: &buffer)
      if count < 0, errno == EAGAIN { return }
      guard count > 0, let message = try? RoutingMessage(packet: Array(buffer[..<count])) else {
        isOver = true
        return
      }
      if keepsEvents { messages.append(message) }
      if case .event(let event) = message {
        if keepsEvents { events.append(event) }
        counts.add(event)
      } else {
        others.append(message)
      }
    }
  }

  var words: [String] { events.map(\.short) }
}

extension Router {
  /// A router of the calling thread in a folder of its own.
  static func started(
    _ folder: TemporaryFolder, own: @escaping (Own) -> Void = { _ in },
    adjust: (inout Settings) -> Void = { _ in }
  ) throws -> Router {
    var settings = Settings(address: RouterAddress(path: folder.path + "/router"))
    (settings.width, settings.height) = (800, 480)
    adjust(&settings)
    let router = try Router(settings, own: own)
    try router.start()
    return router
  }
}

/// Runs the calling thread's loop until something is so, at most so long. Without a number of seconds it has to come: after ten the test
/// fails.
@discardableResult
func runUntil(
  _ seconds: Double? = nil, _ isSo: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  let limit = RunLoop.Instant.now.advanced(by: .seconds(seconds ?? 10))
  while !isSo() {
    guard RunLoop.Instant.now < limit else {
      if seconds == nil { Issue.record("it has not come in ten seconds", sourceLocation: sourceLocation) }
      return false
    }
    RunLoop.current.run(mode: .default, for: .milliseconds(5), returnAfterSourceHandled: true)
  }
  return true
}
