import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import Testing

/// As DeliveryFuzzTests, with recognizers, controls and scroll views that come, go and get in each other's way.
@Suite(.hangLimit) struct GestureFuzzTests {
  @Test(arguments: 0..<DeliveryFuzzTests.parts) func withRecognizersEveryBeginningHasExactlyOneEndToo(
    part: Int
  ) {
    onStage(screen: Size(400, 400)) { stage in
      let world = TouchWorld(stage, seed: DeliveryFuzzTests.seed &* 7919 &+ UInt64(part))
      let mischief = GestureMischief(world)
      world.onGrow = { mischief.grow($0) }
      world.onChange = { mischief.change() }
      let steps = DeliveryFuzzTests.steps / DeliveryFuzzTests.parts
      for _ in 0..<steps { world.step() }
      world.finish()
      mischief.finish()
      #expect(world.problems.isEmpty, "\(world.problems.prefix(5))")
      // It has tried what it is for.
      #expect(world.began > steps / 40 && world.cancelled > 0)
      #expect(mischief.recognized > steps / 100 && mischief.pressed > 0)
      world.tally.expectMostStepsDidSomething()
    }
  }
}

/// Random recognizers, and whether what they and controls report makes sense.
final class GestureMischief {
  private let world: TouchWorld
  private var recognizers: [UIGestureRecognizer] = []
  private var active: Set<UIGestureRecognizer> = []
  private var controls: [UIControl] = []
  private var down: Set<UIControl> = []
  private var scrollViews: [UIScrollView] = []
  private let rules = GestureRules()
  private(set) var recognized = 0
  private(set) var pressed = 0
  private var depth = 0

  init(_ world: TouchWorld) {
    self.world = world
    rules.simultaneously = { _, _ in world.chance(20) }
    rules.requires = { _, _ in world.chance(10) }
    rules.isRequired = { _, _ in world.chance(10) }
    rules.shouldBegin = { _ in world.chance(80) }
    rules.shouldReceive = { _, _ in world.chance(80) }
    for window in world.windows {
      grow(window)
      window.addGestureRecognizer(Witness(world))
    }
  }

  /// Sees that touches come to recognizers, and recognizes nothing.
  private final class Witness: UIGestureRecognizer {
    private unowned let world: TouchWorld

    init(_ world: TouchWorld) {
      self.world = world
      super.init()
      cancelsTouchesInView = false
      delaysTouchesEnded = false
    }

    override func canPrevent(_ other: UIGestureRecognizer) -> Bool { false }
    override func canBePrevented(by other: UIGestureRecognizer) -> Bool { false }
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { world.noteEffect() }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { world.noteEffect() }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { world.noteEffect() }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { world.noteEffect() }
  }

  /// A view was made.
  func grow(_ view: UIView) {
    for _ in 0..<world.number(0..<3) { add(to: view) }
    if world.chance(25), controls.count < 40 { addControl(to: view) }
    if world.chance(10), scrollViews.count < 10 { addScrollView(to: view) }
  }

  private func make() -> UIGestureRecognizer {
    switch world.number(0..<10) {
    case 0, 1:
      let tap = UITapGestureRecognizer()
      tap.numberOfTapsRequired = world.number(1..<4)
      tap.numberOfTouchesRequired = world.number(1..<3)
      return tap
    case 2:
      let press = UILongPressGestureRecognizer()
      press.minimumPressDuration = .milliseconds(world.number(0..<20))
      return press
    case 3: return UIPanGestureRecognizer()
    case 4:
      let swipe = UISwipeGestureRecognizer()
      swipe.direction = [.left, .right, .up, .down]
      return swipe
    case 5: return UIPinchGestureRecognizer()
    case 6: return UIRotationGestureRecognizer()
    case 7:
      let edge = UIScreenEdgePanGestureRecognizer()
      edge.edges = .all
      return edge
    case 8: return UIHoverGestureRecognizer()
    default:
      let scripted = Scripted()
      scripted.waits = world.chance(20)
      let jump = { [unowned world] (recognizer: Scripted) in
        let all: [UIGestureRecognizer.State] = [.began, .changed, .ended, .cancelled, .failed]
        let next = all[world.number(0..<5)]
        if recognizer.state.canBecome(next) { recognizer.state = next }
      }
      scripted.onBegan = jump
      scripted.onMoved = jump
      scripted.onEnded = jump
      return scripted
    }
  }

  private func add(to view: UIView) {
    let recognizer = make()
    recognizer.cancelsTouchesInView = world.chance(60)
    recognizer.delaysTouchesBegan = world.chance(25)
    recognizer.delaysTouchesEnded = world.chance(60)
    if world.chance(40) { recognizer.delegate = rules }
    if !recognizers.isEmpty, world.chance(30) {
      recognizer.require(toFail: recognizers[world.number(0..<recognizers.count)])
    }
    recognizer.addAction { [unowned self] in acted($0) }
    view.addGestureRecognizer(recognizer)
    recognizers.append(recognizer)
  }

  private func addControl(to view: UIView) {
    let control: UIControl = [UIControl(), UIButton(), UISwitch(), UISlider()][world.number(0..<4)]
    control.frame = Rect(0, 0, Double(world.number(10..<200)), Double(world.number(10..<200)))
    control.onEvent(.allTouchEvents) { [unowned self] _ in world.noteEffect() }
    control.onEvent(.touchDown) { [unowned self] in
      pressed += 1
      if !down.insert($0).inserted { world.problems.append("a control is pressed twice") }
      disturb()
    }
    control.onEvent([.touchUpInside, .touchUpOutside, .touchCancel]) { [unowned self] in
      if down.remove($0) == nil { world.problems.append("a control is let go of that was not pressed") }
      disturb()
    }
    view.addSubview(control)
    controls.append(control)
  }

  private func addScrollView(to view: UIView) {
    let scrollView = UIScrollView(frame: Rect(0, 0, 200, 200))
    scrollView.contentSize = Size(Double(world.number(0..<600)), Double(world.number(0..<600)))
    scrollView.delaysContentTouches = world.chance(50)
    scrollView.canCancelContentTouches = world.chance(70)
    view.addSubview(scrollView)
    scrollViews.append(scrollView)
    addControl(to: scrollView)
  }

  // MARK: What is reported

  private func acted(_ recognizer: UIGestureRecognizer) {
    recognized += 1
    world.noteEffect()
    let was = active.contains(recognizer)
    switch recognizer.state {
    case .began:
      if was { world.problems.append("\(recognizer) began twice") }
      active.insert(recognizer)
    case .changed: if !was { world.problems.append("\(recognizer) changed and never began") }
    case .ended: active.remove(recognizer)
    case .cancelled:
      if !was { world.problems.append("\(recognizer) was cancelled and never began") }
      active.remove(recognizer)
    case .possible, .failed: world.problems.append("an action for \(recognizer.state)")
    }
    disturb()
  }

  /// Inside of an action.
  private func disturb() {
    guard depth < 2 else { return }
    depth += 1
    if world.chance(5) { change() }
    if world.chance(4) { world.change() }
    if world.chance(2) {
      world.touch()
      world.stage.loop.run(mode: .default, for: .milliseconds(1))
    }
    depth -= 1
  }

  func change() {
    recognizers.removeAll { $0.view?.window == nil && !active.contains($0) }
    controls.removeAll { $0.window == nil && !down.contains($0) }
    scrollViews.removeAll { $0.window == nil }
    guard !recognizers.isEmpty else { return }
    let recognizer = recognizers[world.number(0..<recognizers.count)]
    switch world.number(0..<8) {
    case 0: recognizer.view?.removeGestureRecognizer(recognizer)
    case 1: recognizer.isEnabled = world.chance(60)
    case 2: if let view = world.views.last { view.addGestureRecognizer(recognizer) }
    case 3: recognizer.cancelsTouchesInView.toggle()
    case 4: recognizer.delaysTouchesBegan = world.chance(25)
    case 5: controls.last?.isEnabled = world.chance(70)
    case 6:
      let place = (Double(world.number(0..<400)), Double(world.number(0..<400)))
      let phase = HIDEvent.Pointer.Phase.allCases[world.number(0..<4)]
      world.stage.application.post(
        HIDEvent(
          timestamp: world.stage.now, .pointer(.init(phase, x: place.0, y: place.1, scrollX: 5, scrollY: -5)))
      )
    default: if recognizers.count < 80, let view = world.views.last { add(to: view) }
    }
  }

  /// Nothing goes on any more.
  func finish() {
    world.stage.application.post(HIDEvent(timestamp: world.stage.now, .pointer(.init(.left, x: 0, y: 0))))
    world.stage.wait(6000)
    for recognizer in active { world.problems.append("\(recognizer) never ended: \(recognizer.state)") }
    for control in down { world.problems.append("\(type(of: control)) is pressed for ever") }
    for control in controls where control.isTracking { world.problems.append("a control tracks for ever") }
    let mode = world.stage.application.runLoopMode
    if mode != .default { world.problems.append("the loop is in the mode \(mode)") }
  }
}
