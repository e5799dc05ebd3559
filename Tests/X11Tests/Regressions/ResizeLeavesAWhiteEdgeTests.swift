import DesktopWindows
import EventRouting
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit
@testable import runloop

/// A window that was made larger showed white at its right and its lower edge, and its content kept its place.
@Suite(.hangLimit, .serialized, .enabled(if: Programs.xvfb))
struct ResizeLeavesAWhiteEdgeTests {
  /// Larger, smaller, and each side alone.
  private static let sizes = [
    (640, 420), (300, 260), (301, 500), (900, 120), (420, 300), (960, 680), (80, 64), (500, 350),
  ]

  /// Views that fill the window, keep to its corners, stand in a row, are turned, have a shadow, and scroll.
  private static func fill(_ window: UIWindow) {
    window.backgroundColor = .purple
    func add(_ view: UIView, _ color: UIColor?, _ mask: UIView.AutoresizingMask) {
      view.backgroundColor = color
      view.autoresizingMask = mask
      window.addSubview(view)
    }
    let ground = UIView(frame: window.bounds)
    ground.layer.gradient = Gradient(colors: [.orange, .blue])
    add(ground, nil, [.flexibleWidth, .flexibleHeight])
    let scroll = UIScrollView(frame: Rect(20, 60, 360, 200))
    scroll.contentSize = Size(1000, 1000)
    let inner = UIView(frame: Rect(0, 0, 1000, 1000))
    inner.layer.gradient = Gradient(colors: [.green, .black])
    scroll.addSubview(inner)
    add(scroll, .gray, [.flexibleWidth, .flexibleHeight])
    add(UIView(frame: Rect(340, 250, 50, 40)), .red, [.flexibleLeftMargin, .flexibleTopMargin])
    let row = UIStackView(arrangedSubviews: ["one", "two", "three"].map { UILabel($0) })
    row.distribution = .fillEqually
    row.frame = Rect(0, 0, 400, 40)
    add(row, .yellow, .flexibleWidth)
    let middle = UIView(frame: Rect(150, 100, 100, 80))
    middle.layer.cornerRadius = 20
    middle.layer.shadowOpacity = 0.5
    middle.layer.shadowRadius = 12
    add(
      middle, .orange,
      [.flexibleLeftMargin, .flexibleRightMargin, .flexibleTopMargin, .flexibleBottomMargin])
    middle.transform = AffineTransform(rotationAngle: 0.3)
  }

  /// The server's pixels are those of the window's own picture, and of one that is drawn anew.
  private static func expectSame(
    _ host: DesktopWindow, _ application: UIApplication, _ width: Int, _ height: Int
  ) throws {
    let x11 = try #require(host.x11)
    let size = Size(Double(width), Double(height))
    #expect(application.run { host.window.bounds.size == size })
    var shown: [UInt32] = []
    let isSame = application.run {
      guard host.isReady, host.renderer.bitmap.width == width, host.renderer.bitmap.height == height else {
        return false
      }
      shown = (try? x11.pixels()) ?? []
      return shown == host.renderer.bitmap.withPixels { $0.map { $0 & 0xFFFFFF } }
    }
    let fresh = host.window.snapshot().withPixels { $0.map { $0 & 0xFFFFFF } }
    #expect(shown.count == width * height && fresh.count == width * height)
    let differing = zip(shown, fresh).count { $0 != $1 }
    let white = shown.count { $0 == 0xFFFFFF }
    #expect(isSame && differing == 0, "\(width)x\(height): \(differing) pixels differ, \(white) are white")
  }

  @Test func allPixelsAreThoseOfTheWindowInEachSize() throws {
    try onFreshThread {
      let server = try XServer(.xvfb(width: 1000, height: 700))
      try XvfbTests.withWindow(on: server, fill: Self.fill) { application, host, _ in
        for (width, height) in Self.sizes {
          host.x11?.resize(width: width, height: height)
          try Self.expectSame(host, application, width, height)
          #expect(try host.x11?.pixels().contains(0xFFFFFF) == false, "nothing here is white")
        }
        #expect(host.x11?.display.problems.isEmpty == true)
      }
    }
  }

  /// As a person resizes: several sizes come before the first is drawn, and the last one counts.
  @Test(.enabled(if: Programs.xdotool)) func theLastOfManySizesIsDrawnWhole() throws {
    try onFreshThread {
      let server = try XServer(.xvfb(width: 1000, height: 700))
      try XvfbTests.withWindow(on: server, fill: Self.fill) { application, host, _ in
        for end in [820, 380] {
          let start = Int(host.window.bounds.width)
          let step = start < end ? 20 : -20
          for width in stride(from: start, through: end, by: step) {
            host.x11?.resize(width: width, height: width * 3 / 4)
          }
          host.x11?.resize(width: end, height: end * 3 / 4)
          try Self.expectSame(host, application, end, end * 3 / 4)
        }
      }
    }
  }

  @Test(arguments: DemoLayoutTests.Demo.allCases) func theDemosFollowTheirWindows(
    _ demo: DemoLayoutTests.Demo
  ) throws {
    try onFreshThread {
      let server = try XServer(.xvfb(width: 1000, height: 700))
      let fill = { (window: UIWindow) in
        let view = demo.view()
        view.frame = window.bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        window.addSubview(view)
      }
      try XvfbTests.withWindow(on: server, fill: fill) { application, host, _ in
        for (width, height) in [(900, 620), (320, 240), (480, 640), (800, 480)] {
          host.x11?.resize(width: width, height: height)
          try Self.expectSame(host, application, width, height)
        }
        // What the screen shows is what the file has.
        let file = try UIImage(png: Self.drawnApart(demo, Size(800, 480)).png()).fullBitmap
        let drawn = file.withPixels { $0.map { $0 & 0xFFFFFF } }
        #expect(try host.x11?.pixels() == drawn)
      }
    }
  }

  /// The demo in a window of its own that is on no screen.
  private static func drawnApart(_ demo: DemoLayoutTests.Demo, _ size: Size) -> Bitmap {
    let window = UIWindow(frame: Rect(origin: .zero, size: size))
    let view = demo.view()
    view.frame = window.bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    window.addSubview(view)
    window.layoutIfNeeded()
    return window.snapshot()
  }
}
