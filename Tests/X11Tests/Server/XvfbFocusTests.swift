import DesktopWindows
import EventRouting
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Two windows of an application on a real server without a window manager, driven by xdotool.
@Suite(.hangLimit, .serialized, .enabled(if: Programs.xvfb && Programs.xdotool))
struct XvfbFocusTests {
  private static func withWindows(
    _ body: @escaping @Sendable (XServer, UIApplication, [DesktopWindow], [UITextField]) throws -> Void
  ) throws {
    try onFreshThread {
      let server = try XServer()
      let application = UIApplication(screen: Size(300, 200), scale: 1)
      defer { application.terminate() }
      var (hosts, fields): ([DesktopWindow], [UITextField]) = ([], [])
      for _ in 0..<2 {
        let (window, field) = (UIWindow(), UITextField(frame: Rect(20, 20, 200, 40)))
        field.autocapitalizationType = .none
        window.addSubview(field)
        let host = try application.host(
          window, on: .x11(server.display, authority: server.authority), title: "test")
        host.onEnd = { _ in }
        field.becomeFirstResponder()
        #expect(application.run { host.x11!.isShown && host.isReady && host.renderer.pictures > 0 })
        hosts.append(host)
        fields.append(field)
      }
      try body(server, application, hosts, fields)
      for host in hosts { host.close() }
    }
  }

  @Test func keysGoToTheWindowWithTheServersFocusAndAProgramMovesIt() throws {
    try Self.withWindows { server, application, hosts, fields in
      let first = hosts[0].x11!.identifier
      try XvfbTests.xdotool("key a", server, application)
      #expect(application.run { fields[1].text == "a" }, "the newest window takes the focus")
      try XvfbTests.xdotool("windowfocus \(first) key b", server, application)
      #expect(application.run { fields[0].text == "b" } && hosts[0].window.isKeyWindow)
      hosts[1].window.makeKey()
      application.run(for: .milliseconds(100))
      try XvfbTests.xdotool("key c", server, application)
      #expect(application.run { fields[1].text == "ac" } && hosts[1].window.isKeyWindow)
      // A key that is held while the focus moves is down in neither window.
      try XvfbTests.xdotool("keydown shift windowfocus \(first) keyup shift key d", server, application)
      #expect(application.run { fields[0].text == "bd" })
      #expect(fields[1].text == "ac" && application.applicationState == .active)
    }
  }

  @Test func theTextOfAWindowThatClosesIsGivenByTheOther() throws {
    try Self.withWindows { server, application, hosts, fields in
      let (first, second) = (hosts[0].x11!.identifier, hosts[1].x11!.identifier)
      try XvfbTests.xdotool("windowfocus \(first) key a windowfocus \(second) key b", server, application)
      #expect(application.run { fields[1].text == "b" })
      UIPasteboard.general.string = "text"
      application.run(for: .milliseconds(50))
      hosts[1].close()
      application.run(for: .milliseconds(50))
      let display = try X11Display(server.display, authority: server.authority)
      try display.attach(to: application.loop)
      let reader = X11Selection(
        .clipboard, of: try X11Window(display, title: "reader", width: 10, height: 10))
      var text: String??
      reader.read { text = .some($0) }
      #expect(application.run { text != nil } && text == "text")
      display.close()
    }
  }
}
