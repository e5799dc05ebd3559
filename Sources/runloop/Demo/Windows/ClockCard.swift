import ResponderKit
import RunLoopCore

/// A clock that a timer of the loop moves on, and the mode in which the loop runs.
final class ClockCard: UIView {
  private let time = DemoLook.label("00:00.0", Rect(16, 7, 176, 48), size: 40, weight: .bold)
  private let mode = DemoLook.label(
    "default", Rect(208, 17, 94, 28), size: 14, weight: .bold, color: .white, alignment: .center)
  private let ticks = DemoLook.label("", Rect(16, 62, 286, 15), size: 12, color: DemoLook.faint)
  private weak var application: UIApplication?
  private var timer: RunLoop.Timer?
  private var observer: RunLoop.Observer?
  private var tenths = 0
  private var tracked = 0
  /// In the common modes the clock continues while a finger scrolls.
  var runsWhileScrolling = false { didSet { if runsWhileScrolling != oldValue { switched() } } }

  override init(frame: Rect) {
    let card = DemoLook.card(Rect(0, 0, 318, 84))
    super.init(frame: card.frame)
    card.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    mode.backgroundColor = DemoLook.good
    mode.layer.cornerRadius = 14
    mode.autoresizingMask = .flexibleLeftMargin
    ticks.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
    for view in [card, time, mode, ticks] { addSubview(view) }
  }

  func start(_ application: UIApplication) {
    self.application = application
    let card = Unshared(self)
    let timer = RunLoop.Timer(
      after: .milliseconds(100), repeating: .milliseconds(100), label: "clock"
    ) { _ in card.value.tick() }
    application.loop.add(timer, to: .default)
    self.timer = timer
    // An observer in all modes shows the one that runs.
    let observer = RunLoop.Observer(activities: .beforeTimers, order: 0, label: "shown mode") { _ in
      card.value.showMode()
    }
    application.loop.add(observer, to: .common)
    self.observer = observer
  }

  func stop() {
    timer?.invalidate()
    observer?.invalidate()
  }

  private func switched() {
    guard let timer, let loop = application?.loop else { return }
    if runsWhileScrolling {
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
    time.text = "\(two(seconds / 60)):\(two(seconds % 60)).\(rest)"
    ticks.text = "\(tenths) ticks, \(tracked) of them while scrolling"
  }

  private func showMode() {
    let isTracking = application?.loop.currentMode == .tracking
    let text = isTracking ? "tracking" : "default"
    guard mode.text != text else { return }
    mode.text = text
    mode.backgroundColor = isTracking ? DemoLook.paints[1] : DemoLook.good
  }
}
