import Foundation
import HIDEvents
import ResponderKit
import TestHarness
import TestSupport
import Testing

@testable import DesktopWindows
@testable import EventRouting

/// Windows on Weston: without a screen, looked at by its screenshots, and in a window of Xvfb, driven by xdotool.
@Suite(.hangLimit, .serialized, .enabled(if: Weston.isThere))
struct WestonTests {
  private static func isNear(_ color: UIColor, _ rgb: Int) -> Bool {
    let parts: [Double] = [color.red, color.green, color.blue]
    let shifts: [Int] = [16, 8, 0]
    return zip(shifts, parts).allSatisfy { (shift: Int, part: Double) -> Bool in
      let wanted = Double(rgb >> shift & 255) / 255
      return abs(wanted - part) < 0.02
    }
  }

  @Test(.enabled(if: Weston.hasShooter), arguments: [true, false])
  func theScreenShowsWhatTheDemoDrew(_ isNamed: Bool) throws {
    let weston = try Weston(width: 760, height: 520)
    let folder = try TemporaryFolder()
    // Without a name the environment decides: it has a compositor and no X server.
    let words = isNamed ? ["--window", weston.socket] : ["--window"]
    let demo = try ChildProgram(
      try ChildProgram.product("runloop"),
      ["demo", "controls", "--full-screen"] + words + ["--seconds", "100", "--folder", folder.path],
      environment: weston.environment)
    let places = [(50, 200, 0x2E5CED), (200, 200, 0xDB332E), (700, 170, 0xFFFFFF), (5, 5, 0xF2F2F7)]
    var shown: UIImage?
    let isShown = waitUntil(30) {
      shown = try? weston.picture()
      guard let shown, shown.size == Size(760, 520) else { return false }
      return places.allSatisfy { Self.isNear(shown.color(x: $0.0, y: $0.1), $0.2) }
    }
    #expect(
      isShown, "\(places.map { place in shown.map { $0.color(x: place.0, y: place.1) } }) \(demo.errors)")
    weston.child.end()
    #expect(demo.wait() == 0, "\(demo.errors)")
    #expect(demo.errors.contains("the Wayland compositor has closed the connection"))
  }

  @Test(.enabled(if: Weston.hasShooter)) func aTitleBarIsShownAboveTheContentAndNotOverTheWholeScreen() throws
  {
    let weston = try Weston(width: 400, height: 300)
    let kept = Unchecked(weston)
    try onFreshThread {
      let weston = kept.value
      let application = UIApplication(screen: Size(120, 80), scale: 1)
      defer { application.terminate() }
      let window = UIWindow()
      window.backgroundColor = UIColor(red: 1, green: 0, blue: 0)
      let host = try application.host(window, on: .wayland(weston.socket), title: "test")
      defer { host.close() }
      #expect(application.run { host.renderer.pictures > 0 })
      // Where it is shown is the compositor's choice.
      var content: Rect?
      #expect(
        application.run {
          content = (try? weston.picture()).flatMap { $0 }.flatMap { Self.part(of: $0, 0xFF0000) }
          return content?.size == Size(120, 80)
        }, "\(content.map { "\($0)" } ?? "no picture")")
      let screen = try #require(try weston.picture())
      let (x, y) = (Int(try #require(content).minX), Int(try #require(content).minY))
      // Both shades of the bar: of a window that the user works with, and of another one.
      let bar = screen.color(x: x + 4, y: y - 20)
      #expect(Self.isNear(bar, 0xDEDEDE) || Self.isNear(bar, 0xF0F0F0), "\(bar)")
      #expect(screen.color(x: x + 4, y: y - 29) == bar && screen.color(x: x + 4, y: y - 36) != bar)
      host.isFullScreen = true
      #expect(application.run { window.bounds.size == Size(400, 300) })
      #expect(
        application.run {
          content = (try? weston.picture()).flatMap { $0 }.flatMap { Self.part(of: $0, 0xFF0000) }
          return content?.size == Size(400, 300)
        }, "\(content.map { "\($0)" } ?? "no picture")")
    }
  }

  /// The part of a picture that has a color.
  private static func part(of picture: UIImage, _ rgb: Int) -> Rect? {
    var part: Rect?
    for y in 0..<Int(picture.size.height) {
      for x in 0..<Int(picture.size.width) where isNear(picture.color(x: x, y: y), rgb) {
        let pixel = Rect(Double(x), Double(y), 1, 1)
        part = part.map { $0.union(pixel) } ?? pixel
      }
    }
    return part
  }

  @Test func pictureAfterPictureIsTaken() throws {
    let weston = try Weston(width: 320, height: 200)
    let socket = weston.socket
    try onFreshThread {
      let application = UIApplication(screen: Size(100, 80), scale: 1)
      defer { application.terminate() }
      let window = UIWindow()
      let host = try application.host(window, on: .wayland(socket), title: "test")
      defer { host.close() }
      #expect(application.run { host.renderer.pictures > 0 })
      #expect(window.bounds.size == Size(100, 80), "its own size")
      host.isFullScreen = true
      #expect(application.run { window.bounds.size == Size(320, 200) && host.isFullScreen })
      for step in 0..<20 {
        let count = host.renderer.pictures
        window.backgroundColor = UIColor(white: Double(step % 2), alpha: 1)
        #expect(application.run { host.renderer.pictures > count }, "picture \(step)")
      }
      #expect(host.isOpen)
    }
    _ = weston
  }

  @Test(.enabled(if: Programs.xdotool)) func pointerAndKeysComeThroughTheCompositor() throws {
    let server = try XServer(.xvfb(width: 640, height: 480))
    let weston = try Weston(width: 400, height: 300, in: server)
    let socket = weston.socket
    let kept = Unchecked(server)
    try onFreshThread {
      let server = kept.value
      let application = UIApplication(screen: Size(400, 300), scale: 1)
      defer { application.terminate() }
      let window = UIWindow()
      let presses = Unchecked(Presses())
      let button = UIButton(
        frame: Rect(100, 100, 200, 100), primaryAction: UIAction { _ in presses.value.count += 1 })
      window.addSubview(button)
      let log = XvfbTests.Log()
      let host = try application.host(window, on: .wayland(socket), title: "test")
      host.onEvent = { log.events.append($0) }
      defer { host.close() }
      #expect(application.run { host.renderer.pictures > 0 })
      // Weston's pointer is at 0, 0 when that of the X server first comes into its window, and moves as far as that.
      try XvfbTests.xdotool("mousemove 1 1", server, application)
      try XvfbTests.xdotool("mousemove 200 150", server, application)
      // Our window may be under the pointer later than its picture was sent: until then, Weston's desktop takes clicks.
      #expect(application.run { log.pointers.contains { $0.phase == .entered } })
      try XvfbTests.xdotool("click 1", server, application)
      #expect(application.run { presses.value.count == 1 }, "\(log.events)")
      try XvfbTests.xdotool("click 5", server, application)
      #expect(application.run { log.pointers.contains { $0.phase == .scrolled && $0.scrollY == -40 } })
      try XvfbTests.xdotool("key a key shift+b", server, application)
      #expect(
        application.run { log.keys.contains { $0.usage == 5 && $0.phase == .up } }, "\(log.keys)")
      let downs = log.keys.filter { $0.phase == .down }.map(\.characters)
      #expect(downs.contains("a") && downs.contains("B"))
    }
  }

  @Test(.enabled(if: Programs.xdotool)) func textIsExchangedWithAnotherProgram() throws {
    let server = try XServer(.xvfb(width: 640, height: 480))
    let weston = try Weston(width: 400, height: 300, in: server)
    let socket = weston.socket
    let kept = Unchecked(server)
    try onFreshThread {
      let server = kept.value
      let application = UIApplication(screen: Size(400, 300), scale: 1)
      defer { application.terminate() }
      let window = UIWindow()
      let log = XvfbTests.Log()
      let host = try application.host(window, on: .wayland(socket), title: "test")
      host.onEvent = { log.events.append($0) }
      defer { host.close() }
      #expect(application.run { host.renderer.pictures > 0 })
      try XvfbTests.xdotool("mousemove 1 1", server, application)
      try XvfbTests.xdotool("mousemove 200 150", server, application)
      #expect(application.run { log.pointers.contains { $0.phase == .entered } })
      // It has the keyboard's focus, and the last input.
      try XvfbTests.xdotool("key a", server, application)
      #expect(application.run { log.keys.contains { $0.phase == .up } })
      UIPasteboard.general.string = "Grüße"

      // A client of its own, whose window has the focus when it is shown.
      let display = try WaylandDisplay(socket)
      try display.attach(to: application.loop)
      let other = try WaylandWindow(display, title: "other", name: "other", width: 100, height: 100)
      let events = Unchecked(Events())
      other.handler = { event in
        if case .resized = event {
          let pixels = [UInt32](repeating: 0xFF, count: other.pixelWidth * other.pixelHeight)
          other.put(
            pixels, stride: other.pixelWidth, rows: other.pixelHeight,
            parts: [PixelRect(x: 0, y: 0, width: other.pixelWidth, height: other.pixelHeight)])
        }
        if case .input(let event) = event, case .key = event.payload { events.value.keys += 1 }
      }
      other.show()
      #expect(
        application.run {
          try? XvfbTests.xdotool("key b", server, application)
          return events.value.keys > 0
        }, "it has no focus")
      let selection = try #require(display.selection(.clipboard))
      var text: String?
      selection.read { text = $0 }
      #expect(application.run { text != nil } && text == "Grüße")
      selection.own("你好")
      #expect(application.run { UIPasteboard.general.string == nil }, "it was not told")
      other.close()
      display.flush()
      // The focus comes back, and with it what the other one has: as long as that lives.
      var pasted: String?
      UIPasteboard.general.readString { pasted = $0 }
      let isPasted = application.run {
        if pasted == nil { UIPasteboard.general.readString { pasted = $0 } }
        return pasted == "你好"
      }
      #expect(isPasted, "\(pasted ?? "nothing")")
      display.close()
    }
  }

  private final class Events { var keys = 0 }
  private final class Presses { var count = 0 }
}
