import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

/// Only what has changed is drawn, and all of it.
@Suite(.hangLimit) struct DamageTests {
  @Test func aPictureThatIsKeptIsTheOneThatIsDrawnAnew() {
    for seed in UInt64(1)...4 {
      onFreshThread {
        let application = UIApplication(screen: Size(160, 120), scale: 1)
        defer { application.terminate() }
        let window = UIWindow()
        window.backgroundColor = .white
        window.makeKeyAndVisible()
        let renderer = WindowRenderer(window)
        var world = World(window, seed: seed)
        for step in 0..<120 {
          for _ in 0...Int.random(in: 0...2, using: &world.dice) { world.change() }
          renderer.update()
          let whole = window.snapshot()
          #expect(renderer.bitmap == whole, "seed \(seed), step \(step), after \(world.last)")
          if renderer.bitmap != whole { break }
        }
        renderer.end()
      }
    }
  }

  /// A tree that changes at random.
  private struct World {
    var dice: SplitMix
    var views: [UIView] = []
    var last = ""
    let window: UIWindow

    init(_ window: UIWindow, seed: UInt64) {
      self.window = window
      dice = SplitMix(seed)
      for _ in 0..<6 { add() }
    }

    private mutating func number(_ range: ClosedRange<Double>) -> Double {
      let value = Double.random(in: range, using: &dice)
      return Bool.random(using: &dice) ? value.rounded() : value
    }
    private mutating func rect() -> Rect {
      Rect(number(-20...130), number(-20...100), number(0...90), number(0...80))
    }
    private mutating func color() -> UIColor {
      UIColor(
        red: number(0...1), green: number(0...1), blue: number(0...1),
        alpha: Bool.random(using: &dice) ? 1 : number(0...1))
    }

    private mutating func add() {
      let view: UIView
      switch Int.random(in: 0..<5, using: &dice) {
      case 0:
        let label = UILabel("text \(views.count)", frame: rect())
        view = label
      case 1:
        let slider = UISlider(frame: rect())
        slider.value = number(0...1)
        view = slider
      case 2:
        let scroll = UIScrollView(frame: rect())
        scroll.contentSize = Size(200, 200)
        view = scroll
      default: view = UIView(frame: rect())
      }
      view.backgroundColor = color()
      let parent = views.randomElement(using: &dice) ?? window
      parent.addSubview(view)
      views.append(view)
    }

    mutating func change() {
      guard let view = views.randomElement(using: &dice), views.count < 40 else { return }
      let kind = Int.random(in: 0..<17, using: &dice)
      last = "\(kind)"
      switch kind {
      case 0: view.frame = rect()
      case 1: view.center = Point(number(0...160), number(0...120))
      case 2: view.backgroundColor = Bool.random(using: &dice) ? color() : nil
      case 3: view.alpha = number(0...1)
      case 4: view.isHidden.toggle()
      case 5: view.clipsToBounds.toggle()
      case 6: view.layer.cornerRadius = number(0...30)
      case 7:
        view.layer.borderWidth = number(0...5)
        view.layer.borderColor = color()
      case 8:
        view.layer.shadowOpacity = number(0...1)
        view.layer.shadowRadius = number(0...12)
      case 9: view.transform = AffineTransform(rotationAngle: number(0...6)).scaledBy(x: number(0...2), y: 1)
      case 10: view.superview?.bringSubviewToFront(view)
      case 11: view.superview?.sendSubviewToBack(view)
      case 12: add()
      case 13:
        let gone = Set(views.filter { view.isAncestor(of: $0) }.map(ObjectIdentifier.init))
        view.removeFromSuperview()
        views.removeAll { gone.contains(ObjectIdentifier($0)) }
      case 14: (view as? UILabel)?.text = "now \(number(0...99))"
      case 15: (view as? UISlider)?.value = number(0...1)
      default: view.bounds.origin = Point(number(-20...40), number(-20...40))
      }
    }
  }

  @Test func aSmallChangeDrawsASmallPart() {
    onFreshThread {
      let application = UIApplication(screen: Size(400, 300), scale: 1)
      defer { application.terminate() }
      let window = UIWindow()
      window.backgroundColor = .white
      let box = PixelTests.box(Rect(10, 10, 20, 20), .red)
      window.addSubview(box)
      window.makeKeyAndVisible()
      let renderer = WindowRenderer(window)
      #expect(renderer.update() == [PixelRect(x: 0, y: 0, width: 400, height: 300)])
      #expect(renderer.update().isEmpty)
      box.backgroundColor = .blue
      let parts = renderer.update()
      #expect(parts.count == 1)
      #expect(parts.first.map { $0.contains(PixelRect(x: 10, y: 10, width: 20, height: 20)) } == true)
      #expect(parts.reduce(0) { $0 + $1.area } <= 24 * 24)
      box.center = Point(380, 280)
      let moved = renderer.update()
      #expect(moved.count == 2)
      #expect(moved.reduce(0) { $0 + $1.area } <= 2 * 24 * 24)
      // The same again is no change.
      box.backgroundColor = .blue
      #expect(renderer.update().isEmpty)
    }
  }

  @Test func thePictureIsShownOnceATurnBeforeTheLoopSleeps() {
    onFreshThread {
      let application = UIApplication(screen: Size(100, 100), scale: 1)
      defer { application.terminate() }
      let window = UIWindow()
      window.makeKeyAndVisible()
      let renderer = WindowRenderer(window)
      let surface = Surface()
      renderer.surface = surface
      application.run(for: .milliseconds(20))
      #expect(surface.shown == 1)
      for step in 0..<5 { window.backgroundColor = UIColor(white: Double(step) / 5) }
      #expect(surface.shown == 1)
      application.run(for: .milliseconds(20))
      #expect(surface.shown == 2)
      // One that is busy is not shown more, and gets all of it later.
      surface.isReady = false
      window.backgroundColor = .red
      application.run(for: .milliseconds(20))
      #expect(surface.shown == 2)
      surface.isReady = true
      application.run(for: .milliseconds(20))
      #expect(surface.shown == 3)
      #expect(surface.last[50, 50] == 0xFFFF_0000)
      application.run(for: .milliseconds(20))
      #expect(surface.shown == 3)
    }
  }

  private final class Surface: WindowSurface {
    var isReady = true
    var shown = 0
    var last = Bitmap(width: 0, height: 0)
    func show(_ bitmap: Bitmap, damage: [PixelRect]) {
      shown += 1
      last = bitmap
    }
  }
}
