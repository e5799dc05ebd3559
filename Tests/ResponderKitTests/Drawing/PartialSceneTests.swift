import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Only what has changed of a window with many views is looked at for its next picture, which is the same as one that is made anew.
@Suite(.hangLimit) struct PartialSceneTests {
  /// A view in the window with many small ones in it, in rows of 60, and the window's renderer, which has drawn them.
  static func crowd(_ count: Int, on stage: Stage) -> (host: UIView, views: [UIView], WindowRenderer) {
    let host = stage.show(UIView(frame: stage.window.bounds))
    let views = (0..<count).map { number in
      let view = UIView(frame: Rect(Double(number % 60) * 6, Double(number / 60) * 6, 5, 5))
      view.backgroundColor = .red
      host.addSubview(view)
      return view
    }
    let renderer = WindowRenderer(stage.window)
    renderer.update()
    return (host, views, renderer)
  }

  /// The items that the renderer makes for the picture after a change; nil if the picture differs from one that is made anew.
  static func made(_ renderer: WindowRenderer, _ change: () -> Void) -> Int? {
    let before = renderer.madeItems
    change()
    renderer.update()
    let made = renderer.madeItems - before
    return renderer.bitmap.isSame(as: renderer.window?.snapshot()) ? made : nil
  }

  @Test func aSmallChangeCostsTheSameAmongManyViews() {
    for count in [1000, 4000] {
      onStage { stage in
        let (_, views, renderer) = Self.crowd(count, on: stage)
        let (view, other) = (views[400], views[800])
        let label = Ink(frame: Rect(0, 0, 4, 4))
        view.addSubview(label)
        renderer.update()
        #expect(Self.made(renderer) { view.backgroundColor = .blue } == 2)
        #expect(Self.made(renderer) { view.frame = Rect(100, 300, 40, 40) } == 2)
        #expect(Self.made(renderer) { view.transform = AffineTransform(rotationAngle: 0.5) } == 2)
        #expect(Self.made(renderer) { (view.alpha, other.backgroundColor) = (0.5, .green) } == 3)
        #expect(Self.made(renderer) { label.setNeedsDisplay() } == 1)
        #expect(
          Self.made(renderer) {
            label.color = .green
            view.backgroundColor = .black
          } == 2)
        #expect(Self.made(renderer) { view.isHidden = true } == 0)
        #expect(Self.made(renderer) { label.color = .green } == 0)
        #expect(Self.made(renderer) { view.isHidden = false } == 2)
        #expect(Self.made(renderer) { view.layer.cornerRadius = 9 } == 2)
        #expect(Self.made(renderer) { label.removeFromSuperview() } == 1)
        #expect(Self.made(renderer) { view.addSubview(label) } == 2)
        #expect(Self.made(renderer) {} == 0)
      }
    }
  }

  @Test func aMovingViewCostsTheSameAmongManyViews() {
    onStage { stage in
      let (_, views, renderer) = Self.crowd(2000, on: stage)
      let before = renderer.madeItems
      UIView.animate(withDuration: 0.1) { views[77].center = Point(200, 600) }
      for _ in 0..<20 {
        stage.wait(10)
        renderer.update()
      }
      #expect(5...40 ~= renderer.madeItems - before)
      #expect(renderer.bitmap.isSame(as: stage.window.snapshot()))
    }
  }

  /// What is in a view that is cut off or not shown when the scene is made has no place in it.
  @Test func aChangeThatIsNotSeenCostsNothing() {
    onStage { stage in
      let (host, views, renderer) = Self.crowd(1000, on: stage)
      let (far, clear, hidden) = (UIView(frame: Rect(-500, 0, 50, 50)), UIView(), UIView())
      far.clipsToBounds = true
      clear.alpha = 0
      hidden.isHidden = true
      let parts = [far, clear, hidden].map { outer in
        let inner = UIView(frame: Rect(0, 0, 9, 9))
        let part = UIView(frame: Rect(0, 0, 9, 9))
        outer.addSubview(inner)
        inner.addSubview(part)
        host.addSubview(outer)
        return part
      }
      renderer.update()
      views[3].backgroundColor = .green
      renderer.update()
      for part in parts { #expect(Self.made(renderer) { part.backgroundColor = .blue } == 0) }
      #expect(Self.made(renderer) { far.backgroundColor = .blue } == 1)
      for outer in [clear, hidden] {
        #expect(Self.made(renderer) { outer.backgroundColor = .blue } == 0)
        #expect(Self.made(renderer) { (outer.isHidden, outer.alpha) = (false, 1) } ?? 0 > 1000)
      }
    }
  }

  @Test func whatLiesOverAndAroundAChangedViewIsDrawn() {
    onStage { stage in
      let (host, views, renderer) = Self.crowd(1000, on: stage)
      let around = UIView(frame: Rect(0, 200, 200, 200))
      around.alpha = 0.5
      around.layer.cornerRadius = 40
      around.clipsToBounds = true
      let (inner, open) = (UIView(frame: Rect(10, 10, 20, 20)), UIView(frame: Rect(300, 30, 9, 9)))
      around.addSubview(inner)
      let parts = (0..<100).map { _ in UIView(frame: Rect(0, 0, 5, 5)) }
      for part in parts { open.addSubview(part) }
      let part = parts[99]
      part.backgroundColor = .blue
      open.alpha = 0.5
      host.insertSubview(open, at: 300)
      host.insertSubview(around, at: 500)
      let over = UIView(frame: Rect(0, 0, 300, 300))
      over.backgroundColor = UIColor(white: 0, alpha: 0.3)
      host.addSubview(over)
      renderer.update()
      #expect(Self.made(renderer) { inner.backgroundColor = .blue } == 1)
      #expect(Self.made(renderer) { part.frame = Rect(-200, 300, 80, 80) } == 1)
      // Behind it: it hides nothing, as what it is in is half seen through.
      #expect(Self.made(renderer) { views[0].frame = Rect(120, 350, 20, 20) } == 1)
      #expect(Self.made(renderer) { inner.frame = Rect(100, 100, 90, 90) } == 1)
      #expect(Self.made(renderer) { around.layer.shadowOpacity = 1 } == 2)
      #expect(Self.made(renderer) { inner.isHidden = true } == 0)
      #expect(Self.made(renderer) { around.layer.shadowOpacity = 0 } == 1)
      let glass = UIVisualEffectView(effect: nil)
      glass.frame = Rect(0, 0, 390, 200)
      host.addSubview(glass)
      renderer.update()
      #expect(Self.made(renderer) { glass.effect = UIBlurEffect(style: .light) } ?? 99 < 9)
      #expect(Self.made(renderer) { views[70].backgroundColor = .green } == 1)
    }
  }

  @Test func aViewThatIsInFrontAlreadyChangesNothing() {
    onStage { stage in
      let (host, views, renderer) = Self.crowd(1000, on: stage)
      #expect(
        Self.made(renderer) {
          host.bringSubviewToFront(views[999])
          host.addSubview(views[999])
        } == 0)
      views[3].frame = views[999].frame
      #expect(Self.made(renderer) { host.bringSubviewToFront(views[3]) } ?? 0 > 1000)
      #expect(host.subviews.last === views[3])
      // A layer in front of it.
      let layer = CALayer()
      layer.frame = views[3].frame
      layer.backgroundColor = UIColor.green.cgColor
      host.layer.addSublayer(layer)
      renderer.update()
      #expect(Self.made(renderer) { host.bringSubviewToFront(views[3]) } ?? 0 > 1000)
    }
  }

  /// Subviews with a depth are in another order than their superview's; all scenes are whole then.
  @Test func theOrderOfDepthIsKept() {
    onStage { stage in
      let (_, views, renderer) = Self.crowd(1000, on: stage)
      let parts = (0..<3).map { _ in UIView(frame: Rect(0, 0, 50, 50)) }
      for (part, color) in zip(parts, [UIColor.blue, .green, .black]) {
        part.backgroundColor = color
        views[500].addSubview(part)
      }
      renderer.update()
      #expect(Self.made(renderer) { parts[0].layer.zPosition = 1 } ?? 0 > 1000)
      #expect(Self.made(renderer) { parts[1].backgroundColor = .white } ?? 0 > 1000)
      #expect(Self.made(renderer) { parts[0].layer.zPosition = 0 } ?? 0 > 1000)
      #expect(Self.made(renderer) { parts[0].backgroundColor = .white } == 1)
      // Set in what is made anew as a part.
      #expect(
        Self.made(renderer) {
          parts[1].layer.zPosition = 1
          views[500].alpha = 0.5
        } == 4)
      #expect(Self.made(renderer) { parts[1].layer.zPosition = 0 } ?? 0 > 1000)
    }
  }

  /// Each change of a random tree gives the picture that is made of the whole tree. Odd trees have layers, masks and turns in space.
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func picturesAfterRandomChangesAreWhole(_ seed: UInt64) {
    onStage(screen: Size(160, 160)) { stage in
      let crowd = ChangingCrowd(stage, seed)
      let renderer = WindowRenderer(stage.window)
      renderer.update()
      let beginning = renderer.madeItems
      let steps = seed > 4 ? 60 : 200
      for step in 0..<steps {
        for _ in 0..<crowd.roll(1...3) { crowd.change() }
        stage.wait(crowd.roll(0...20))
        renderer.update()
        guard renderer.bitmap.isSame(as: stage.window.snapshot()) else {
          Issue.record("step \(step) of seed \(seed): \(crowd.last)")
          return
        }
      }
      // Most of the pictures are made of parts.
      if !crowd.isOdd { #expect(renderer.madeItems - beginning < steps * beginning / 3) }
    }
  }
}

/// Draws a disc.
private final class Ink: UIView {
  var color = UIColor.black { didSet { setNeedsDisplay() } }
  override func draw(_ rect: Rect) {
    color.setFill()
    UIBezierPath(ovalIn: bounds).fill()
  }
}

/// A tree of views that changes at random.
private final class ChangingCrowd {
  private var dice: SplitMix
  let isOdd: Bool
  private var views: [UIView]
  private var layers: [CALayer] = []
  /// Those of layers, which do not keep them.
  private var masks: [UIView] = []
  /// The names of the latest changes.
  private(set) var last: [String] = []

  init(_ stage: Stage, _ seed: UInt64) {
    dice = SplitMix(seed)
    isOdd = seed % 2 == 1
    views = [stage.show(UIView(frame: stage.window.bounds))]
    for _ in 0..<(seed > 4 ? 400 : 120) { grow() }
  }

  func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }
  private func number(_ range: ClosedRange<Int>) -> Double { Double(roll(range)) }
  private func place() -> Rect { Rect(number(-20...120), number(-20...120), number(0...60), number(0...60)) }
  private func color() -> UIColor {
    UIColor(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: number(1...2) / 2)
  }
  private func any() -> UIView { views[roll(1...views.count - 1)] }

  /// A mask with views in it, also far outside of what it masks.
  private func large() -> UIView {
    let mask = UIView(frame: place())
    for _ in 0..<roll(0...90) {
      let part = UIView(frame: place())
      part.backgroundColor = color()
      mask.addSubview(part)
    }
    return mask
  }

  private func grow() {
    let view = roll(0...3) == 0 ? Ink(frame: place()) : UIView(frame: place())
    if !(view is Ink) { view.backgroundColor = color() }
    views[roll(0...views.count - 1)].addSubview(view)
    views.append(view)
  }

  func change() {
    let (view, other) = (any(), any())
    let number = roll(0...(isOdd ? 28 : 19))
    last = last.suffix(5) + ["\(number)"]
    switch number {
    case 0...3: view.frame = place()
    case 4, 5: view.isHidden.toggle()
    case 6, 7: view.backgroundColor = color()
    case 8: view.alpha = self.number(0...2) / 2
    case 9: view.clipsToBounds.toggle()
    case 10: view.layer.cornerRadius = self.number(0...1) * 8
    case 11: view.layer.borderWidth = self.number(0...2)
    case 12: view.transform = AffineTransform(rotationAngle: self.number(0...1) * 0.4)
    case 13: view.setNeedsDisplay()
    case 14: UIView.animate(withDuration: 0.05) { view.frame = self.place() }
    case 15: UIView.animate(withDuration: 0.05) { view.alpha = self.number(0...2) / 2 }
    case 16: view.superview?.bringSubviewToFront(view)
    case 17: if !view.isDescendant(of: other) { view.insertSubview(other, at: 0) }
    case 18: (view as? Ink)?.color = color()
    case 19: view.bounds.origin = Point(self.number(0...9), self.number(0...9))
    default: changeRarely(number, view, other)
    }
  }

  private func changeRarely(_ number: Int, _ view: UIView, _ other: UIView) {
    switch number {
    case 20:
      let layer = CALayer()
      layer.frame = place()
      layer.backgroundColor = color().cgColor
      view.layer.insertSublayer(layer, at: UInt32(roll(0...2)))
      layers.append(layer)
    case 21: layers.randomElement(using: &dice)?.frame = place()
    case 22: layers.randomElement(using: &dice)?.removeFromSuperlayer()
    case 23: view.tintColor = color()
    case 24: view.layer.shadowOpacity = self.number(0...1) / 2
    // Seldom, as such windows are always looked at as a whole.
    case 25 where roll(0...9) == 0: view.layer.zPosition = self.number(0...1)
    case 26 where roll(0...9) == 0:
      view.transform3D =
        view.transform3D == CATransform3D() ? CATransform3DMakeRotation(1, 0, 1, 0) : CATransform3D()
    case 27: view.mask = view.mask == nil ? large() : nil
    case 28:
      if let layer = layers.randomElement(using: &dice) {
        let mask = large()
        masks.append(mask)
        layer.mask = layer.mask == nil ? mask.layer : nil
      }
    default: view.layer.opacity = 1
    }
  }
}

extension Bitmap {
  fileprivate func isSame(as other: Bitmap?) -> Bool {
    guard let other, other.width == width, other.height == height else { return false }
    return withPixels { own in other.withPixels { own.elementsEqual($0) } }
  }
}
