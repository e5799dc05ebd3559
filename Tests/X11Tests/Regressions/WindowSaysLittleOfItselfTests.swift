import LinuxSystem
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import DesktopWindows
@testable import EventRouting

/// Each program was `runloop` to the desktop, without a process, a smallest size or full screen; and what filled a window
/// stayed as large as it was when the user made the window larger.
@Suite(.hangLimit) struct WindowSaysLittleOfItselfTests {
  /// The last value of a property that a window has set.
  private static func property(_ number: UInt32, _ server: FakeServer) -> [UInt8]? {
    server.answer()
    let request = server.requests.last { $0[0] == 18 && X11Packet($0).uint32(8) == number }
    return request.map { request in
      let packet = X11Packet(request)
      return Array(request[24..<(24 + Int(packet.uint32(20)) * Int(request[16]) / 8)])
    }
  }

  private static func words(_ bytes: [UInt8]?) -> [UInt32] {
    let packet = X11Packet(bytes ?? [])
    return stride(from: 0, to: (bytes ?? []).count, by: 4).map { packet.uint32($0) }
  }

  private static func with(
    _ body: (FakeServer, X11Display, X11Window) throws -> Void, name: String? = "sketch"
  ) throws {
    let server = FakeServer()
    let display = try server.connect()
    let window = try X11Window(display, title: "title", name: name, width: 300, height: 200)
    try body(server, display, window)
    display.close()
  }

  @Test func aWindowHasItsProgramsNameAndProcess() throws {
    try Self.with { server, display, _ in
      #expect(Self.property(67, server) == Array("sketch\0Sketch\0".utf8))
      let number = try #require(display.atoms["_NET_WM_PID"])
      #expect(Self.words(Self.property(number, server)) == [UInt32(getpid())])
      #expect(Self.property(36, server)?.isEmpty == false)
    }
    // Without a name it is the file's.
    try Self.with(
      { server, _, _ in
        let text = String(decoding: Self.property(67, server) ?? [], as: UTF8.self)
        #expect(text.contains(DesktopProgram.name) && !text.contains("/") && !text.contains("Mainspring\0"))
      }, name: nil)
  }

  @Test func aWindowHasASmallestSize() throws {
    try Self.with { server, _, window in
      window.setMinimumSize(width: 120, height: 90)
      let words = Self.words(Self.property(40, server))
      #expect(words.count == 18 && words[0] == 16 && words[5] == 120 && words[6] == 90)
    }
  }

  @Test func fullScreenIsTheManagersOrTheWindowsOwn() throws {
    try Self.with { server, display, window in
      window.setFullScreen(true)
      server.answer()
      let request = try #require(server.requests.last { $0[0] == 12 })
      #expect(X11Packet(request).uint32(20) == 1024 && X11Packet(request).uint32(24) == 768)
      server.send(server.configured(window, 1024, 768))
      display.serve()
      window.setFullScreen(false)
      server.answer()
      let back = try #require(server.requests.last { $0[0] == 12 })
      #expect(X11Packet(back).uint32(20) == 300 && X11Packet(back).uint32(24) == 200)
      // A manager is notified before the window is shown by a property, afterwards by a message.
      display.hasWindowManager = true
      let (state, full) = (
        display.atoms["_NET_WM_STATE"] ?? 0, display.atoms["_NET_WM_STATE_FULLSCREEN"] ?? 0
      )
      window.setFullScreen(true)
      #expect(Self.words(Self.property(state, server)) == [full])
      server.send(server.mapped(window))
      display.serve()
      window.setFullScreen(false)
      server.answer()
      let message = try #require(server.requests.last { $0[0] == 25 })
      let packet = X11Packet(message)
      #expect(packet.uint32(20) == state && packet.uint32(24) == 0 && packet.uint32(28) == full)
    }
  }

  @Test func whatFillsTheWindowFollowsIt() throws {
    try onFreshThread {
      let server = FakeServer()
      let display = try server.connect()
      let application = UIApplication(screen: Size(300, 200), scale: 1)
      defer { application.terminate() }
      try display.attach(to: application.loop)
      let window = UIWindow()
      let (filling, small) = (UIView(frame: Rect(0, 0, 300, 200)), UIView(frame: Rect(0, 0, 30, 20)))
      window.addSubview(filling)
      window.addSubview(small)
      let host = try DesktopWindow(window, of: application, display, title: "", scale: 1)
      window.makeKeyAndVisible()
      server.send(server.configured(host.x11!, 600, 500))
      display.serve()
      #expect(filling.frame == Rect(0, 0, 600, 500) && small.frame == Rect(0, 0, 30, 20))
      server.send(server.configured(host.x11!, 320, 240))
      display.serve()
      #expect(filling.frame == Rect(0, 0, 320, 240))
      host.close()
    }
  }
}
