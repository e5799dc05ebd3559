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
  /// Somewhere, or in the middle of a view.
  private func place() -> (Double, Double) {
    if !views.isEmpty, chance(70) {
      let view = views[number(0..<views.count)]
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
    switch number(0..<10) {
    case 0..<6: touch()
    case 6: stage.wait(1)
    default:
      change()
      onChange?()
    }
    check()
  }

  /// A frame with some fingers; now and then a wrong one.
  func touch() {
    var contacts: [HIDEvent.Contact] = []
    for _ in 0..<number(1..<4) {
      let finger = UInt32(number(1..<6))
      let (x, y) = place()
      let phase: HIDEvent.Contact.Phase
      if chance(3) {
        phase = HIDEvent.Contact.Phase.allCases[number(0..<5)]
      } else if fingers.contains(finger) {
        phase = [.moved, .moved, .moved, .stationary, .ended, .cancelled][number(0..<6)]
      } else {
        phase = .began
      }
      if phase == .began { fingers.insert(finger) }
      if phase == .ended || phase == .cancelled { fingers.remove(finger) }
      contacts.append(.init(finger, phase, x: chance(1) ? .nan : x, y: y))
    }
    stage.application.post(HIDEvent(timestamp: chance(1) ? 1 : stage.now, .digitizer(contacts)))
    if chance(50) { stage.application.run(for: .zero) }
  }

  /// The tree changes under the fingers.
  func change() {
    guard !views.isEmpty else { return grow(in: windows[0]) }
    let view = views[number(0..<views.count)]
    switch number(0..<20) {
    case 0, 15, 16, 17, 18:
      guard views.count < 60 else { return }
      grow(in: chance(50) ? windows[number(0..<windows.count)] : views[number(0..<views.count)])
    case 1:
      view.removeFromSuperview()
      views.removeAll { $0.superview == nil || $0.window == nil }
    case 2: view.isHidden = chance(15)
    case 3: view.isUserInteractionEnabled = !chance(15)
    case 4: view.frame = rect()
    case 5: windows[number(0..<windows.count)].isHidden = chance(25)
    case 6:
      let parent = chance(50) ? windows[number(0..<windows.count)] : views[number(0..<views.count)]
      if !parent.isDescendant(of: view) { parent.addSubview(view) }
    case 7: view.alpha = chance(15) ? 0 : 1
    case 8: view.isExclusiveTouch = chance(10)
    case 9:
      guard
        let change = [HIDEvent.System.willResignActive, .didBecomeActive, .contactsLost, .didEnterBackground]
          .randomElement(using: &random)
      else { return }
      stage.application.post(HIDEvent(timestamp: stage.now, .system(change)))
      if change != .contactsLost {
        stage.application.post(HIDEvent(timestamp: stage.now, .system(.willEnterForeground)))
      }
      stage.application.post(HIDEvent(timestamp: stage.now, .system(.didBecomeActive)))
    case 10: view.superview?.bringSubviewToFront(view)
    case 11:
      UIView.animate(withDuration: .milliseconds(number(0..<30))) { view.frame = rect() }
    case 12:
      stage.application.beginIgnoringInteractionEvents()
      stage.application.endIgnoringInteractionEvents()
    case 13: windows[number(0..<windows.count)].windowLevel = .init(rawValue: Double(number(0..<3)))
    default: view.isMultipleTouchEnabled.toggle()
    }
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

  func heard(_ view: FuzzView, _ phase: UITouch.Phase, _ all: Set<UITouch>, _ event: UIEvent?) {
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
