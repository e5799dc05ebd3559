import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

/// Only what has changed is drawn, and all of it.
@Suite(.hangLimit) struct DamageTests {
  @Test func aPictureThatIsKeptIsTheOneThatIsDrawnAnew() {
    var tally = FuzzTally("kept pictures")
    for seed in Fuzz.seeds(8) { tally += Self.changes(seed: seed) }
    tally.expectMostStepsDidSomething()
  }

  /// Changes a window at random, and sees after each step that the kept picture is right.
  private static func changes(seed: UInt64) -> FuzzTally {
    onFreshThread {
      var tally = FuzzTally("kept pictures, seed \(seed)")
      let application = UIApplication(screen: Size(160, 120), scale: 1)
      defer { application.terminate() }
      let window = UIWindow()
      window.backgroundColor = .white
      window.makeKeyAndVisible()
      let renderer = WindowRenderer(window)
      var world = World(window, seed: seed)
      renderer.update()
      // What is to be seen of layers is to be seen at once.
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      for step in 0..<60 {
        world.last = []
        for _ in 0...Int.random(in: 0...2, using: &world.dice) { world.change() }
        tally.count(!renderer.update().isEmpty)
        let whole = window.snapshot()
        #expect(renderer.bitmap == whole, "seed \(seed), step \(step), after \(world.last)")
        if renderer.bitmap != whole { break }
      }
      renderer.end()
      return tally
    }
  }

  /// A tree that changes at random: a few views over each other, of which most are seen.
  private struct World {
    var dice: SplitMix
    var views: [UIView] = []
    var layers: [CALayer] = []
    var last: [Int] = []
    let window: UIWindow

    init(_ window: UIWindow, seed: UInt64) {
      self.window = window
      dice = SplitMix(seed)
      refill()
    }

    private mutating func number(_ range: ClosedRange<Double>) -> Double {
      let value = Double.random(in: range, using: &dice)
      return Bool.random(using: &dice) ? value.rounded() : value
    }
    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &dice) < percent }
    /// Most of them hold the window's middle, so that they overlap.
    private mutating func rect(in parent: UIView) -> Rect {
      let (width, height) = (number(20...100), number(20...80))
      let middle = chance(70) ? window.convert(Point(80, 60), to: parent) : parent.bounds.center
      let rect = Rect(middle.x - number(0...1) * width, middle.y - number(0...1) * height, width, height)
      return rect.isFinite && abs(rect.minX) + abs(rect.minY) < 500 ? rect : Rect(0, 0, width, height)
    }
    private mutating func color() -> UIColor {
      UIColor(
        red: number(0...1), green: number(0...1), blue: number(0...1), alpha: chance(50) ? 1 : number(0...1))
    }

    /// Whether nothing keeps the view from being seen but others in front of it.
    private func isSeen(_ view: UIView) -> Bool {
      var next: UIView? = view
      while let view = next, view !== window {
        if view.isHidden || view.alpha < 0.1 { return false }
        next = view.superview
      }
      return next === window
    }

    private mutating func refill() {
      // What can not be seen is of no use here for long.
      for view in views where !isSeen(view) && chance(50) {
        view.isHidden = false
        view.alpha = number(0.2...1)
      }
      while views.count(where: isSeen) < 6 { add() }
    }

    private mutating func add() {
      let parent = chance(50) ? window : views.randomElement(using: &dice) ?? window
      let frame = rect(in: parent)
      let view: UIView
      switch Int.random(in: 0..<5, using: &dice) {
      case 0: view = UILabel("text \(views.count)", frame: frame)
      case 1:
        let slider = UISlider(frame: frame)
        slider.value = number(0...1)
        view = slider
      case 2:
        let scroll = UIScrollView(frame: frame)
        scroll.contentSize = Size(200, 200)
        view = scroll
      default: view = UIView(frame: frame)
      }
      view.backgroundColor = color()
      parent.addSubview(view)
      views.append(view)
    }

    mutating func change() {
      refill()
      let seen = views.filter(isSeen)
      guard let view = seen.randomElement(using: &dice), let parent = view.superview else { return }
      let kind = Int.random(in: 0..<24, using: &dice)
      last.append(kind)
      switch kind {
      case 0: view.frame = rect(in: parent)
      case 1: view.center = rect(in: parent).center
      case 2: view.backgroundColor = chance(70) ? color() : nil
      case 3: view.alpha = number(0...1)
      case 4: view.isHidden.toggle()
      case 5: view.clipsToBounds.toggle()
      case 6: view.layer.cornerRadius = number(0...30)
      case 7:
        view.layer.borderWidth = number(0...5)
        view.layer.borderColor = color().cgColor
      case 8:
        view.layer.shadowOpacity = number(0...1)
        let ends = [UIColor(white: number(0...1)), UIColor.blue.withAlphaComponent(number(0...1))]
        view.layer.gradient = number(0...1) < 0.5 ? nil : Gradient(colors: ends)
        view.layer.shadowRadius = number(0...12)
      case 9:
        view.transform = AffineTransform(rotationAngle: number(0...6)).scaledBy(x: number(0.2...1.6), y: 1)
      case 10: parent.bringSubviewToFront(view)
      case 11: parent.sendSubviewToBack(view)
      case 12 where views.count < 25: add()
      case 12, 13:
        let gone = Set(views.filter { view.isAncestor(of: $0) }.map(ObjectIdentifier.init))
        view.removeFromSuperview()
        views.removeAll { gone.contains(ObjectIdentifier($0)) }
      case 14:
        guard let label = seen.compactMap({ $0 as? UILabel }).first else { return change() }
        label.text = "now \(number(0...99))"
      case 15:
        guard let slider = seen.compactMap({ $0 as? UISlider }).first else { return change() }
        slider.value = number(0...1)
      case 16:
        let other = parent.subviews.count
        parent.exchangeSubview(
          at: Int.random(in: 0..<other, using: &dice), withSubviewAt: Int.random(in: 0..<other, using: &dice))
      case 17: view.bounds.origin = Point(number(-20...40), number(-20...40))
      default: changeLayers(of: view)
      }
    }

    /// Adds a layer to the view, or changes or takes out one of those that there are.
    private mutating func changeLayers(of view: UIView) {
      let place = Rect(number(-10...60), number(-10...40), number(5...60), number(5...60))
      switch Int.random(in: 0..<7, using: &dice) {
      case 0...1 where layers.count < 12:
        let layer = [CALayer(), CAShapeLayer(), CAGradientLayer()].randomElement(using: &dice) ?? CALayer()
        layer.frame = place
        layer.backgroundColor = chance(60) ? color().cgColor : nil
        (layer as? CAShapeLayer)?.path = UIBezierPath(ovalIn: Rect(-5, 5, 40, 30)).cgPath
        (layer as? CAGradientLayer)?.colors = [color(), color()]
        let parent = chance(30) ? layers.randomElement(using: &dice) ?? view.layer : view.layer
        let count = UInt32(parent.sublayers?.count ?? 0)
        parent.insertSublayer(layer, at: UInt32.random(in: 0...count, using: &dice))
        layers.append(layer)
      case 2:
        let mask = CAShapeLayer()
        mask.path = UIBezierPath(roundedRect: place, cornerRadius: number(0...20)).cgPath
        view.layer.mask = view.layer.mask == nil ? mask : nil
      case 3: layers.randomElement(using: &dice)?.removeFromSuperlayer()
      default:
        layers.removeAll { $0.superlayer == nil }
        guard let layer = layers.randomElement(using: &dice) else { return view.frame = place }
        change(layer, place)
      }
    }

    private mutating func change(_ layer: CALayer, _ place: Rect) {
      switch Int.random(in: 0..<8, using: &dice) {
      case 0: layer.frame = place
      case 1: layer.backgroundColor = chance(80) ? color().cgColor : nil
      case 2: layer.opacity = Float(number(0...1))
      case 3: layer.isHidden.toggle()
      case 4: layer.setAffineTransform(AffineTransform(rotationAngle: number(0...6)))
      case 5:
        layer.cornerRadius = number(0...20)
        layer.masksToBounds.toggle()
      case 6:
        layer.borderWidth = number(0...4)
        layer.shadowOpacity = number(0...1)
      default:
        guard let shape = layer as? CAShapeLayer else { return layer.position = place.center }
        shape.strokeColor = color().cgColor
        shape.lineWidth = number(0...9)
        shape.strokeEnd = number(0...1)
        shape.lineDashPattern = chance(50) ? nil : [4, 3]
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
