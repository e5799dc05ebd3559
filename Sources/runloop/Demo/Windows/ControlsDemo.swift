import ResponderKit
import RunLoopCore

/// Buttons, a switch, a slider, and a list beside a clock whose timer shows in which mode the loop runs.
enum ControlsDemo {
  static let size = Size(760, 520)

  static func run(_ arguments: [String]) {
    let place = DemoPlace(arguments, demo: "controls")
    let stage = DemoWindowStage(place, title: "controls", size: size)
    let view = ControlsView(frame: Rect(origin: .zero, size: size))
    view.start(stage.application)
    stage.run(view, title: "Mainspring: controls", script: script) { view.show($0) }
    view.stop()
  }

  /// Presses, switches, slides; flicks the list; a stall.
  private static var script: [Gesture] {
    [
      .tap(Point(110, 236)), .tap(Point(110, 236)),
      .strokes([(0...10).map { Point(58 + Double($0) * 14, 356) }], seconds: 0.3),
      .strokes([(0...10).map { Point(560, 440 - Double($0) * 20) }], seconds: 0.25),
      .pause(seconds: 0.4),
      .tap(Point(300, 301)),
      .tap(Point(280, 236)), .pause(seconds: 0.8),
      .tap(Point(560, 300)),
      .strokes([(0...6).map { Point(560, 420 - Double($0) * 12) }], seconds: 0.3),
      .pause(seconds: 0.15),
    ]
  }
}

/// The demo's whole window.
final class ControlsView: UIView, UITableViewDataSource, UITableViewDelegate {
  private let clock = DemoLook.label("00:00.0", Rect(44, 92, 200, 50), size: 40, weight: .bold)
  private let mode = DemoLook.label(
    "default", Rect(230, 100, 100, 28), size: 14, weight: .bold, color: .white, alignment: .center)
  private let ticks = DemoLook.label("", Rect(44, 146, 290, 20), size: 12, color: DemoLook.faint)
  private let counter = DemoLook.label("0 presses", Rect(44, 258, 136, 18), size: 12, color: DemoLook.faint)
  private let inCommon = UISwitch(frame: Rect(281, 286, 0, 0))
  private let slider = UISlider(frame: Rect(44, 340, 230, 32))
  private let value = DemoLook.label(
    "0", Rect(280, 340, 52, 32), size: 17, weight: .bold, alignment: .right)
  private let bar = UIView(frame: Rect(44, 394, 0, 10))
  private let banner = DemoLook.label(
    "", Rect(44, 430, 290, 44), size: 13, weight: .bold, color: DemoLook.warning)
  private let list = UITableView(frame: Rect(376, 84, 360, 412))
  private weak var application: UIApplication?
  private var timer: RunLoop.Timer?
  private var observer: RunLoop.Observer?
  private var presses = 0
  private var tenths = 0
  private var tracked = 0

  override init(frame: Rect) {
    super.init(frame: frame)
    backgroundColor = DemoLook.background
    addSubview(DemoLook.label("Controls", Rect(24, 20, 240, 40), size: 26, weight: .bold))
    addSubview(
      DemoLook.label(
        "a window without a toolkit", Rect(376, 30, 360, 28), size: 14, color: DemoLook.faint,
        alignment: .right))
    addSubview(DemoLook.card(Rect(24, 84, 328, 92)))
    addSubview(DemoLook.card(Rect(24, 196, 328, 300)))
    mode.backgroundColor = DemoLook.good
    mode.layer.cornerRadius = 14
    for view in [clock, mode, ticks, counter, inCommon, slider, value, banner] { addSubview(view) }
    banner.numberOfLines = 2
    addButtons()
    addSubview(
      DemoLook.label("Clock in the common modes", Rect(44, 291, 230, 20), size: 14))
    slider.maximumValue = 100
    slider.addAction(UIAction { [unowned self] _ in slid() }, for: .valueChanged)
    let track = UIView(frame: Rect(44, 394, 288, 10))
    track.backgroundColor = UIColor(white: 0.93)
    track.layer.cornerRadius = 5
    bar.backgroundColor = DemoLook.good
    bar.layer.cornerRadius = 5
    addSubview(track)
    addSubview(bar)
    addList()
  }

  private func addButtons() {
    addSubview(
      DemoLook.button("Press me", Rect(44, 216, 132, 40)) { [unowned self] in
        presses += 1
        counter.text = "\(presses) press\(presses == 1 ? "" : "es")"
      })
    addSubview(
      DemoLook.button("Stall", Rect(228, 216, 104, 40), color: DemoLook.warning) { blockForAMoment() })
  }

  private func addList() {
    let card = DemoLook.card(list.frame)
    addSubview(card)
    list.backgroundColor = .white
    list.layer.cornerRadius = 14
    list.rowHeight = 46
    list.dataSource = self
    list.delegate = self
    addSubview(list)
  }

  private func slid() {
    value.text = "\(Int(slider.value.rounded()))"
    bar.frame = Rect(44, 394, slider.value / 100 * 288, 10)
  }

  func show(_ text: String) { banner.text = text }

  // MARK: The clock

  func start(_ application: UIApplication) {
    self.application = application
    let view = Unshared(self)
    let timer = RunLoop.Timer(
      after: .milliseconds(100), repeating: .milliseconds(100), label: "clock"
    ) { _ in view.value.tick() }
    application.loop.add(timer, to: .default)
    self.timer = timer
    // The mode is shown by an observer in all modes.
    let observer = RunLoop.Observer(activities: .beforeTimers, order: 0, label: "shown mode") { _ in
      view.value.showMode()
    }
    application.loop.add(observer, to: .common)
    self.observer = observer
    inCommon.accessibilityLabel = "Clock in the common modes"
    slider.accessibilityLabel = "Value"
    inCommon.addAction(UIAction { [unowned self] _ in switched() }, for: .valueChanged)
  }

  func stop() {
    timer?.invalidate()
    observer?.invalidate()
  }

  /// In the common modes, so that the clock continues while a finger scrolls.
  private func switched() {
    guard let timer, let loop = application?.loop else { return }
    if inCommon.isOn {
      loop.add(timer, to: .common)
    } else {
      loop.remove(timer, from: .common)
      loop.add(timer, to: .default)
    }
  }

  private func tick() {
    tenths += 1
    if application?.loop.currentMode == .tracking { tracked += 1 }
    let (seconds, rest) = (tenths / 10, tenths % 10)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    clock.text = "\(two(seconds / 60)):\(two(seconds % 60)).\(rest)"
    ticks.text = "\(tenths) ticks, \(tracked) of them while scrolling"
  }

  private func showMode() {
    let isTracking = application?.loop.currentMode == .tracking
    let text = isTracking ? "tracking" : "default"
    guard mode.text != text else { return }
    mode.text = text
    mode.backgroundColor = isTracking ? DemoLook.paints[1] : DemoLook.good
  }

  // MARK: The list

  private static let names = [
    "Balance wheel", "Barrel", "Click", "Crown wheel", "Escape lever", "Fusee", "Going train", "Hairspring",
    "Jewel", "Keyless works", "Lever", "Mainspring", "Motion work", "Pallet fork", "Pinion", "Ratchet wheel",
    "Regulator", "Stackfreed", "Third wheel", "Verge",
  ]

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { Self.names.count * 5 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row") ?? UITableViewCell(reuseIdentifier: "row")
    cell.text = "\(indexPath.row + 1).  \(Self.names[indexPath.row % Self.names.count])"
    return cell
  }
}
