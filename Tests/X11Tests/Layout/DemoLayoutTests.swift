import DesktopWindows
import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import runloop

/// The demos in windows of any size: what they show keeps its size, and has another place.
@Suite(.hangLimit) struct DemoLayoutTests {
  enum Demo: CaseIterable, Sendable {
    case canvas, controls
    var size: Size { self == .canvas ? CanvasDemo.size : ControlsDemo.size }
    func view() -> UIView {
      self == .canvas
        ? CanvasView(frame: Rect(origin: .zero, size: size))
        : ControlsView(frame: Rect(origin: .zero, size: size))
    }
  }

  static let sizes = [
    Size(320, 240), Size(640, 360), Size(480, 800), Size(599, 480), Size(600, 480), Size(800, 480),
    Size(1024, 600), Size(1920, 1080),
  ]

  /// A window without a display, with a demo that follows it.
  private final class Stage {
    let application: UIApplication
    let window: UIWindow
    let view: UIView

    init(_ demo: Demo, _ size: Size) {
      application = UIApplication(screen: size, scale: 1)
      window = UIWindow(frame: Rect(origin: .zero, size: size))
      view = demo.view()
      view.frame = window.bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      window.addSubview(view)
      window.makeKeyAndVisible()
      window.layoutIfNeeded()
    }

    deinit { application.terminate() }

    func resize(to size: Size) {
      window.frame = Rect(origin: .zero, size: size)
      window.layoutIfNeeded()
    }

    /// What is shown: controls, and labels that say something; without the rows of the list.
    var shown: [UIView] { Self.shown(in: view) }

    private static func shown(in view: UIView) -> [UIView] {
      guard !view.isHidden, !(view is UITableView) else { return [] }
      let isLabel = (view as? UILabel)?.text?.isEmpty == false
      return (isLabel || view is UIControl ? [view] : []) + view.subviews.flatMap(shown)
    }
  }

  private static func name(_ view: UIView) -> String {
    (view as? UILabel)?.text ?? view.accessibilityLabel ?? "\(type(of: view))"
  }

  /// The scroll view around a view, and what it can show.
  private static func scroll(around view: UIView) -> UIScrollView? {
    var next = view.superview
    while let parent = next {
      if let scroll = parent as? UIScrollView { return scroll }
      next = parent.superview
    }
    return nil
  }

  /// Each lies in the window, or in what a scroll view in the window can show; no text is cut, none covers another.
  private func expectReadable(_ stage: Stage, _ demo: Demo, sourceLocation: SourceLocation = #_sourceLocation)
  {
    let (room, size) = (stage.window.bounds, stage.window.bounds.size)
    var boxes: [(view: UIView, scroll: UIScrollView?, box: Rect)] = []
    for view in stage.shown {
      let name = "\(demo) \(size): \(Self.name(view))"
      let box = view.convert(view.bounds, to: nil)
      #expect(
        abs(box.width - view.bounds.width) < 0.01 && abs(box.height - view.bounds.height) < 0.01,
        "\(name) is drawn as large as it is", sourceLocation: sourceLocation)
      let scroll = Self.scroll(around: view)
      if let scroll {
        let content = Rect(origin: .zero, size: scroll.contentSize)
        #expect(
          content.contains(view.convert(view.bounds, to: scroll)), "\(name) can be scrolled to",
          sourceLocation: sourceLocation)
        #expect(
          room.contains(scroll.convert(scroll.bounds, to: nil)), "\(name)", sourceLocation: sourceLocation)
      } else {
        #expect(room.contains(box), "\(name) at \(box)", sourceLocation: sourceLocation)
      }
      if let label = view as? UILabel {
        let wanted = label.sizeThatFits(Size(label.numberOfLines == 1 ? 0 : box.width, 0))
        #expect(
          wanted.width <= box.width + 0.5 && wanted.height <= box.height + 0.5,
          "\(name) wants \(wanted), has \(box.size)", sourceLocation: sourceLocation)
      }
      for other in boxes where other.scroll === scroll && !view.isDescendant(of: other.view) {
        let covered = box.insetBy(dx: 0.5, dy: 0.5).intersection(other.box)
        #expect(
          covered.isEmpty, "\(name) at \(box) and \(Self.name(other.view)) at \(other.box)",
          sourceLocation: sourceLocation)
      }
      boxes.append((view, scroll, box))
    }
  }

  @Test(arguments: Demo.allCases, sizes)
  func allIsInTheWindowAndReadable(_ demo: Demo, _ size: Size) {
    onFreshThread {
      let stage = Stage(demo, size)
      expectReadable(stage, demo)
      #expect(stage.shown.count >= 9)
      // A long text comes later.
      let text = "Stall: 401 ms in UIApplication event queue"
      (stage.view as? CanvasView)?.show(text)
      (stage.view as? ControlsView)?.show(text)
      stage.window.layoutIfNeeded()
      #expect(stage.shown.contains { Self.name($0).hasPrefix(text) })
      expectReadable(stage, demo)
    }
  }

  @Test(arguments: Demo.allCases)
  func textAndControlsKeepTheirSizeThroughEachResize(_ demo: Demo) {
    onFreshThread {
      let stage = Stage(demo, demo.size)
      func fonts() -> [ObjectIdentifier: Double] {
        var found: [ObjectIdentifier: Double] = [:]
        for view in stage.shown {
          let font = (view as? UILabel)?.font ?? (view as? UIButton)?.font
          found[ObjectIdentifier(view)] = font?.pointSize
        }
        return found
      }
      func heights() -> [ObjectIdentifier: Double] {
        Dictionary(
          stage.shown.compactMap { $0 is UIControl ? (ObjectIdentifier($0), $0.bounds.height) : nil },
          uniquingKeysWith: { $1 })
      }
      func frames() -> [Rect] { stage.shown.map { $0.convert($0.bounds, to: nil) } }
      let (firstFonts, firstHeights, firstFrames) = (fonts(), heights(), frames())
      #expect(firstHeights.values.contains(40) && firstHeights.count >= 4)
      for size in Self.sizes + Self.sizes.reversed() {
        stage.resize(to: size)
        expectReadable(stage, demo)
        #expect(fonts().allSatisfy { firstFonts[$0.key] == nil || firstFonts[$0.key] == $0.value }, "\(size)")
        #expect(heights() == firstHeights, "\(size)")
      }
      stage.resize(to: demo.size)
      #expect(frames() == firstFrames, "nothing has drifted")
    }
  }

  /// The window is used: from margin to margin, and most of it by what the demo is about.
  @Test(arguments: sizes) func theRoomIsUsed(_ size: Size) throws {
    try onFreshThread {
      let canvas = Stage(.canvas, size)
      let desk = try #require((canvas.view as? CanvasView)?.desk)
      #expect(desk.bounds.width >= size.width - 40)
      #expect(desk.bounds.width * desk.bounds.height >= 0.5 * size.width * size.height)
    }
    try onFreshThread {
      let controls = Stage(.controls, size)
      let view = try #require(controls.view as? ControlsView)
      let list = view.list.convert(view.list.bounds, to: nil)
      #expect(list.width >= 0.25 * size.width && list.height >= min(0.55 * size.height, 140))
      #expect(view.clock.frame.minX <= 20)
      #expect(view.clock.convert(view.clock.bounds, to: nil).intersection(list).isEmpty)
    }
  }

  @Test(arguments: Demo.allCases, [Size(320, 240), Size(800, 480)])
  func whatCoversTheScreensEdgesCoversNoControl(_ demo: Demo, _ size: Size) {
    onFreshThread {
      let stage = Stage(demo, size)
      let insets = EdgeInsets(top: 18, left: 10, bottom: 12, right: 14)
      stage.application.screenSafeAreaChanged(to: insets)
      stage.window.layoutIfNeeded()
      let safe = stage.window.bounds.inset(by: insets)
      for view in stage.shown where Self.scroll(around: view) == nil {
        #expect(safe.contains(view.convert(view.bounds, to: nil)), "\(Self.name(view))")
      }
      #expect(stage.shown.contains { Self.scroll(around: $0) == nil })
    }
  }

  @Test func cardsKeepTheirSharesAndStayOnTheDesk() throws {
    try onFreshThread {
      let stage = Stage(.canvas, Size(900, 620))
      let desk = try #require((stage.view as? CanvasView)?.desk)
      let cards = desk.subviews.compactMap { $0 as? CardView }
      #expect(cards.count == 2)
      for size in Self.sizes {
        stage.resize(to: size)
        for card in cards {
          #expect(desk.bounds.contains(card.center))
          let half = Size(card.bounds.width / 2, card.bounds.height / 2)
          let box = Rect(
            card.center.x - half.width, card.center.y - half.height, card.bounds.width, card.bounds.height)
          #expect(desk.bounds.contains(box), "\(size): \(box) in \(desk.bounds)")
        }
        #expect(
          abs(cards[0].center.x / desk.bounds.width - 0.68) < 0.15, "\(size): its share of the width")
      }
    }
  }

  @Test func strokesAreSeenAgainWhenThePaperGrows() {
    onFreshThread {
      let stage = Stage(.canvas, Size(900, 620))
      let place = Point(400, 500)
      for phase in [HIDEvent.Contact.Phase.began, .ended] {
        let time = UInt64(max(stage.application.loop.now.nanoseconds, 0))
        stage.application.post(
          HIDEvent(timestamp: time, .digitizer([.init(1, phase, x: place.x, y: place.y)])))
        stage.application.run(for: .milliseconds(20))
      }
      func isPainted() -> Bool { stage.window.snapshot()[400, 500] & 0xFFFFFF == 0xE84236 }
      #expect(isPainted())
      stage.resize(to: Size(320, 240))
      stage.resize(to: Size(900, 620))
      #expect(isPainted())
      // The whole of a larger paper can be painted.
      stage.resize(to: Size(1920, 1080))
      #expect(isPainted())
    }
  }
}
