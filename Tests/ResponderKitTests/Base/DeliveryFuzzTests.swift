import Foundation
import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

/// Random fingers on random trees that change meanwhile: whatever happens, each touch that a view knows of ends once.
///
/// `MAINSPRING_TOUCH_STEPS` says how many steps are made in all; with `MAINSPRING_TOUCH_SEED` they are others.
@Suite(.hangLimit) struct DeliveryFuzzTests {
  static let steps =
    ProcessInfo.processInfo.environment["MAINSPRING_TOUCH_STEPS"].flatMap { Int($0) } ?? 20_000
  static let seed = ProcessInfo.processInfo.environment["MAINSPRING_TOUCH_SEED"].flatMap { UInt64($0) } ?? 1
  static let parts = 4

  @Test(arguments: 0..<parts) func everyBeginningHasExactlyOneEnd(part: Int) {
    onStage(screen: Size(400, 400)) { stage in
      let world = TouchWorld(stage, seed: Self.seed &* 1000 &+ UInt64(part))
      for _ in 0..<(Self.steps / Self.parts) { world.step() }
      world.finish()
      #expect(world.problems.isEmpty, "\(world.problems.prefix(5))")
      // It has tried what it is for.
      #expect(world.began > Self.steps / Self.parts / 20)
      #expect(world.cancelled > 0 && world.nested > 0)
      world.tally.expectMostStepsDidSomething()
    }
  }
}

/// A tree, fingers, and what goes wrong.
final class TouchWorld {
  let stage: Stage
  private var random: SplitMix
  private(set) var views: [FuzzView] = []
  private(set) var windows: [UIWindow] = []
  private var fingers: Set<UInt32> = []
  private var depth = 0
  var problems: [String] = []
  private(set) var (began, cancelled, nested) = (0, 0, 0)
  private(set) var tally = FuzzTally("touches")
  /// What views and recognizers heard, and what changed.
  private var effects = 0
  /// Effects when the first of the frames came that wait in the queue.
  private var effectsBeforeWaiting: Int?
  /// Touches that a view knows of and that have not ended for it.
  private var open: [ObjectIdentifier: (touch: UITouch, view: FuzzView)] = [:]
  /// Adds to a view that has just been made, and to the changes of the tree: see GestureFuzzTests.
  var onGrow: ((UIView) -> Void)?
  var onChange: (() -> Void)?

  init(_ stage: Stage, seed: UInt64) {
    self.stage = stage
    random = SplitMix(seed)
    for index in 0..<3 {
      let window = index == 0 ? stage.window : UIWindow(frame: Rect(Double(index) * 50, 0, 350, 400))
      windows.append(window)
      window.isHidden = false
      for _ in 0..<8 { grow(in: window) }
    }
    stage.wait(1)
  }

  func number(_ range: Range<Int>) -> Int {
    Int(random.next() % UInt64(range.count)) + range.lowerBound
  }
  func chance(_ percent: Int) -> Bool { number(0..<100) < percent }
  /// Somewhere, or in the middle of a view, in most cases of one that is seen.
  private func place() -> (Double, Double) {
    if !views.isEmpty, chance(85) {
      var view = views[number(0..<views.count)]
      for _ in 0..<4 where view.isHidden || view.alpha == 0 || view.window?.isHidden ?? true {
        view = views[number(0..<views.count)]
      }
      if let window = view.window {
        let middle = view.convert(view.bounds.center, to: nil)
        return (middle.x + window.frame.minX, middle.y + window.frame.minY)
      }
    }
    return (Double(number(-20..<420)), Double(number(-20..<420)))
  }

  private func rect() -> Rect {
    Rect(
      Double(number(-50..<250)), Double(number(-50..<250)), Double(number(0..<400)), Double(number(0..<400)))
  }

  private func grow(in parent: UIView) {
    let view = FuzzView(frame: rect(), self)
    view.isMultipleTouchEnabled = chance(50)
    view.isExclusiveTouch = chance(10)
    if chance(20) { view.transform = AffineTransform(rotationAngle: Double(number(0..<628)) / 100) }
    parent.insertSubview(view, at: number(0..<4))
    views.append(view)
    onGrow?(view)
  }

  // MARK: Steps

  func step() {
    let before = effects
    switch number(0..<10) {
    case 0..<6:
      touch()
      // Frames that wait in the queue are counted, as one step, when they are delivered.
      if effectsBeforeWaiting == nil { effectsBeforeWaiting = before }
      if chance(50) { deliver { stage.application.run(for: .zero) } }
    case 6:
      if effectsBeforeWaiting == nil { touch() }
      deliver { stage.wait(1) }
    default:
      change()
      onChange?()
      tally.count(effects > before)
    }
    check()
  }

  private func deliver(_ run: () -> Void) {
    let before = effectsBeforeWaiting ?? effects
    effectsBeforeWaiting = nil
    run()
    tally.count(effects > before)
  }

  /// A frame with some fingers; now and then a wrong one.
  func touch() {
    var contacts: [HIDEvent.Contact] = []
    for _ in 0..<number(1..<5) {
      let finger = UInt32(number(1..<6))
      let (x, y) = place()
      let phase: HIDEvent.Contact.Phase
      if chance(3) {
        phase = HIDEvent.Contact.Phase.allCases[number(0..<5)]
      } else if fingers.contains(finger) {
        phase = [.moved, .moved, .moved, .moved, .stationary, .ended, .ended, .cancelled][number(0..<8)]
      } else {
        phase = .began
      }
      if phase == .began { fingers.insert(finger) }
      if phase == .ended || phase == .cancelled { fingers.remove(finger) }
      contacts.append(.init(finger, phase, x: chance(1) ? .nan : x, y: y))
    }
    stage.application.post(HIDEvent(timestamp: chance(1) ? 1 : stage.now, .digitizer(contacts)))
  }

  /// The tree changes under the fingers; what would change nothing is another change instead.
  func change() {
    guard !views.isEmpty else {
      effects += 1
      return grow(in: windows[0])
    }
    let view = views[number(0..<views.count)]
    let window = windows[number(0..<windows.count)]
    switch number(0..<20) {
    case 0, 15, 16, 17, 18:
      guard views.count < 60 else { return change() }
      grow(in: chance(50) ? window : views[number(0..<views.count)])
    case 1:
      view.removeFromSuperview()
      views.removeAll { $0.superview == nil || $0.window == nil }
    case 2:
      let isHidden = chance(15)
      guard view.isHidden != isHidden else { return change() }
      view.isHidden = isHidden
    case 3:
      let isEnabled = !chance(15)
      guard view.isUserInteractionEnabled != isEnabled else { return change() }
      view.isUserInteractionEnabled = isEnabled
    case 4: view.frame = rect()
    case 5:
      let isHidden = chance(25)
      guard window.isHidden != isHidden else { return change() }
      window.isHidden = isHidden
    case 6:
      let parent = chance(50) ? window : views[number(0..<views.count)]
      guard !parent.isDescendant(of: view), parent.subviews.last !== view else { return change() }
      parent.addSubview(view)
    case 7:
      let alpha = chance(15) ? 0.0 : 1
      guard view.alpha != alpha else { return change() }
      view.alpha = alpha
    case 8:
      let isExclusive = chance(10)
      guard view.isExclusiveTouch != isExclusive else { return change() }
      view.isExclusiveTouch = isExclusive
    case 9: changeApplication()
    case 10:
      guard view.superview?.subviews.last !== view else { return change() }
      view.superview?.bringSubviewToFront(view)
    case 11:
      UIView.animate(withDuration: .milliseconds(number(0..<30))) { view.frame = rect() }
    case 12:
      guard !fingers.isEmpty else { return change() }
      stage.application.beginIgnoringInteractionEvents()
      stage.application.endIgnoringInteractionEvents()
    case 13:
      let level = UIWindow.Level(rawValue: Double(number(0..<3)))
      guard window.windowLevel != level else { return change() }
      window.windowLevel = level
    default: view.isMultipleTouchEnabled.toggle()
    }
    effects += 1
  }

  private func changeApplication() {
    let all: [HIDEvent.System] = [.willResignActive, .didBecomeActive, .contactsLost, .didEnterBackground]
    let change = all[number(0..<all.count)]
    stage.application.post(HIDEvent(timestamp: stage.now, .system(change)))
    if change != .contactsLost {
      stage.application.post(HIDEvent(timestamp: stage.now, .system(.willEnterForeground)))
    }
    stage.application.post(HIDEvent(timestamp: stage.now, .system(.didBecomeActive)))
  }

  /// Ends all fingers, and sees that nothing is open.
  func finish() {
    stage.wait(5)
    stage.send((1..<6).map { .init($0, .ended, x: 0, y: 0) })
    // Recognizers wait for this long at most.
    stage.wait(onGrow == nil ? 100 : 6000)
    if !open.isEmpty { problems.append("\(open.count) touches never ended") }
    if stage.application.dump().contains(" touches 1,") { problems.append("touches are left") }
  }

  private func check() {
    for (touch, view) in open.values where view.window == nil {
      problems.append("a touch of a view without a window goes on: \(touch)")
    }
  }

  // MARK: From the views

  /// A recognizer or a control heard of a touch.
  func noteEffect() { effects += 1 }

  func heard(_ view: FuzzView, _ phase: UITouch.Phase, _ all: Set<UITouch>, _ event: UIEvent?) {
    effects += 1
    // Scroll views in it give on what they get.
    let touches = onGrow == nil ? all : all.filter { $0.view is FuzzView }
    if touches.isEmpty, !all.isEmpty { return }
    if event == nil { problems.append("no event") }
    if touches.isEmpty { problems.append("no touches") }
    if view.window == nil { problems.append("\(phase) to a view without a window") }
    for touch in touches { heard(view, phase, touch) }
    // Recognizers may hold back the end of the one before.
    if onGrow == nil, phase == .began, !view.isMultipleTouchEnabled,
      open.values.count(where: { $0.view === view }) > 1,
      !view.wasMultiple
    {
      problems.append("two touches for a view that takes one")
    }
    guard depth < 3 else { return }
    depth += 1
    if chance(4) { change() }
    if chance(3) {
      nested += 1
      touch()
      stage.loop.run(mode: .default, for: .milliseconds(1))
    }
    depth -= 1
  }

  private func heard(_ view: FuzzView, _ phase: UITouch.Phase, _ touch: UITouch) {
    let key = ObjectIdentifier(touch)
    if touch.view !== view { problems.append("\(phase) of another view's touch") }
    if touch.phase != phase { problems.append("\(phase) of a touch that is \(touch.phase)") }
    if phase == .began {
      began += 1
      if open[key] != nil { problems.append("began twice") }
      open[key] = (touch, view)
      return
    }
    if open[key] == nil { problems.append("\(phase) without a beginning") }
    if phase != .moved { open[key] = nil }
    if phase == .cancelled { cancelled += 1 }
  }
}

/// Tells its world what it hears.
final class FuzzView: UIView {
  private unowned let world: TouchWorld
  /// It took several touches at some time, and may still have them.
  private(set) var wasMultiple = false

  override var isMultipleTouchEnabled: Bool { didSet { if isMultipleTouchEnabled { wasMultiple = true } } }

  init(frame: Rect, _ world: TouchWorld) {
    self.world = world
    super.init(frame: frame)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    world.heard(self, .began, touches, event)
  }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    world.heard(self, .moved, touches, event)
  }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    world.heard(self, .ended, touches, event)
  }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    world.heard(self, .cancelled, touches, event)
  }
}
