import EventRouting
import HIDEvents
import LinuxSystem
import ResponderKit
import TestHarness
import TestSupport
import Testing

@testable import DesktopWindows
@testable import EventRouting

/// A server that sends and does not read made the client queue without bound: two questions for each change of the keys'
/// mapping, an answer to each ping, a whole picture for each exposure.
@Suite(.hangLimit) struct QueuesGrowWithTheServersEventsTests {
  /// Sends events that all have the server's last number, and has the client serve them.
  private static func flood(_ server: FakeServer, _ display: X11Display, _ count: Int, _ event: [UInt8]) {
    let batch = Array(repeating: server.event(event), count: 512).flatMap { $0 }
    for _ in 0..<(count / 512) {
      guard display.isOpen else {
        Issue.record("the connection has ended: \(String(describing: display.end))")
        return
      }
      server.send(batch)
      display.serve()
    }
  }

  private static func words(_ values: [UInt32]) -> [UInt8] {
    values.flatMap { value in withUnsafeBytes(of: value) { Array($0) } }
  }

  @Test func changesOfTheKeysThatWereNotAnsweredAreOneQuestion() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, _, _ in
      server.answer()
      display.serve()
      let before = server.requests.count
      Self.flood(server, display, 102_400, [34, 0, 0, 0, 1, 8, 248])
      #expect(display.isOpen && display.connection.unanswered == 2)
      #expect(display.connection.heldBytes < 1 << 20, "\(display.connection.heldBytes) bytes")
      // The answer is old by then: one more question brings the last state, and no more follow.
      for _ in 0..<5 {
        server.answer()
        display.serve()
      }
      #expect(server.requests.dropFirst(before).map(\.[0]) == [101, 119, 101, 119])
      #expect(display.connection.unanswered == 0)
      // A later change asks again.
      Self.flood(server, display, 512, [34, 0, 0, 0, 0, 8, 248])
      #expect(display.connection.unanswered == 2)
    }
  }

  @Test func pingsThatAreNotReadAreNotAnswered() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, _ in
      let ping =
        [33, 32, 0, 0]
        + Self.words([
          window.identifier, display.atoms["WM_PROTOCOLS"] ?? 0, display.atoms["_NET_WM_PING"] ?? 0, 5,
          window.identifier,
        ])
      Self.flood(server, display, 102_400, ping)
      #expect(
        display.isOpen && display.connection.unsentBytes < 1 << 17, "\(display.connection.unsentBytes) bytes")
      // As soon as it reads, pings are answered again.
      while display.connection.unsentBytes > 0 {
        server.answer()
        display.serve()
      }
      var before = -1
      while before != server.requests.count {
        before = server.requests.count
        server.answer()
      }
      server.send(server.event(ping))
      display.serve()
      server.answer()
      #expect(server.requests.dropFirst(before).map(\.[0]) == [25])
    }
  }

  @Test func exposuresThatAreNotTakenAreOnePicture() throws {
    try onFreshThread {
      let server = FakeServer()
      let display = try server.connect()
      let application = UIApplication(screen: Size(400, 300))
      let window = UIWindow()
      window.makeKeyAndVisible()
      let desktop = try DesktopWindow(window, of: application, display, title: "exposed", scale: 1)
      desktop.x11!.show()
      display.serve()
      server.answer()
      let map = [19, 0, 0, 0] + Self.words([desktop.x11!.identifier, desktop.x11!.identifier])
      server.send(server.event(map))
      display.serve()
      #expect(display.isOpen)
      desktop.renderer.update()
      let numbers: [UInt16] = [0, 0, 400, 300]
      let part = numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } }
      let exposure = [12, 0, 0, 0] + Self.words([desktop.x11!.identifier]) + part
      Self.flood(server, display, 2048, exposure)
      // A picture has 480,000 bytes.
      #expect(
        display.isOpen && display.connection.unsentBytes < 1 << 20, "\(display.connection.unsentBytes) bytes")
      // What was exposed meanwhile is shown when the server has taken the first picture.
      for _ in 0..<1000 where display.connection.unanswered > 0 || display.connection.unsentBytes > 0 {
        server.answer()
        display.serve()
      }
      #expect(server.requests.count { $0[0] == 72 } == 2)
      display.close()
      application.terminate()
    }
  }

  @Test func longEventsThatComeBeforeAReplyAreCountedInBytes() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, _, _ in
      var event = server.event([35, 1])
      withUnsafeBytes(of: UInt32(16_000)) { event.replaceSubrange(4..<8, with: $0) }
      event += [UInt8](repeating: 0, count: 64_000)
      let events = event
      let sender = FreshThread { for _ in 0..<2000 where !server.send(events) { return } }
      // The picture never comes.
      #expect(throws: X11Error.malformed("more events than there can be")) {
        try display.screenPixels(timeout: .seconds(60))
      }
      #expect(display.connection.heldBytes < 16 << 20, "\(display.connection.heldBytes) bytes")
      server.hangUp()
      sender.join()
    }
  }

  @Test func anAuthorityFileThatIsAFIFOIsNotWaitedFor() throws {
    var template = Array("/tmp/mainspring-test-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let path = folder + "/authority"
    try #require(mkfifo(path, 0o600) == 0)
    #expect(X11Authority(path: path).entries.isEmpty)
    #expect(X11Authority(path: "/dev/zero").entries.isEmpty)
    #expect(X11Authority(path: folder).entries.isEmpty)
    unlink(path)
    rmdir(folder)
  }
}
