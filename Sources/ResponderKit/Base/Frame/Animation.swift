import RunLoopCore
import Synchronization

/// One call of `animate`.
final class Animation {
  private(set) var timing: AnimationTiming
  let options: UIView.AnimationOptions
  var completion: ((Bool) -> Void)?
  var start = RunLoop.Instant.distantPast
  private(set) var parts: [Part] = []

  struct Part {
    let view: UIView
    /// What was shown of it when the change was made; the new values where it changed nothing.
    var from: ViewPresentation
    var to: ViewPresentation
  }

  init(
    _ timing: AnimationTiming, _ options: UIView.AnimationOptions, _ completion: ((Bool) -> Void)?
  ) {
    self.timing = timing
    self.options = options
    self.completion = completion
  }

  func modify(_ count: Double, _ autoreverses: Bool) {
    timing.repeatCount = count.isNaN ? 1 : max(count, 0)
    timing.autoreverses = autoreverses
  }

  /// A value of the view was changed. What the change left as it was does not move: another animation may move it.
  func add(_ view: UIView, shown: ViewPresentation, before: ViewPresentation) {
    let after = ViewPresentation(view)
    guard after != before else { return }
    let start = after.replacing(with: shown, whereDifferent: before, after)
    if let index = parts.firstIndex(where: { $0.view === view }) {
      let part = parts[index]
      parts[index].from = start.replacing(with: part.from, whereDifferent: part.from, part.to)
      parts[index].to = after
    } else {
      parts.append(Part(view: view, from: start, to: after))
    }
  }

  func remove(_ view: UIView) { parts.removeAll { $0.view === view } }

  func progress(at now: RunLoop.Instant) -> Double { timing.progress(after: elapsed(at: now)) }
  func isOver(at now: RunLoop.Instant) -> Bool { timing.isOver(after: elapsed(at: now)) }

  private func elapsed(at now: RunLoop.Instant) -> Int64 { start.duration(to: now).wholeNanoseconds }
}

/// The animations of an application, moved by its display link.
final class AnimationList {
  private let loop: RunLoop
  /// Takes what could not be done.
  private let note: (EventLosses.Reason) -> Void
  /// How many `animate` blocks run now, on all threads: programs pay for one load.
  static let openCount = Atomic<Int>(0)

  private var open: [Animation] = []
  private var isSuspended = false
  private var running: [Animation] = []
  private var link: DisplayLink?

  init(_ loop: RunLoop, note: @escaping (EventLosses.Reason) -> Void) {
    self.loop = loop
    self.note = note
  }

  var current: Animation? { isSuspended ? nil : open.last }

  func open(_ animation: Animation, _ body: () -> Void) {
    open.append(animation)
    Self.openCount.add(1, ordering: .relaxed)
    let suspended = isSuspended
    isSuspended = false
    body()
    isSuspended = suspended
    Self.openCount.subtract(1, ordering: .relaxed)
    open.removeLast()
    begin(animation)
  }

  func suspend(_ body: () -> Void) {
    let suspended = isSuspended
    isSuspended = true
    body()
    isSuspended = suspended
  }

  private func begin(_ animation: Animation) {
    animation.start = loop.now
    // Without a visible change it ends at once, as in UIKit.
    guard !animation.parts.isEmpty, !animation.isOver(at: animation.start) else {
      animation.completion?(true)
      return
    }
    running.append(animation)
    for part in animation.parts { refresh(part.view) }
    if link == nil {
      let link = DisplayLink { [unowned self] _ in step() }
      do {
        try link.add(to: loop, mode: .common)
        self.link = link
      } catch {
        // Without a descriptor nothing can be shown step by step; what is wanted is there already.
        note(.init("animation: \(error)"))
        finish(animation, false)
      }
    }
    link?.isPaused = false
  }

  /// Handles a beat: advances all animations, and ends completed ones.
  private func step() {
    let now = loop.now
    let over = running.filter { $0.isOver(at: now) }
    for animation in running where !over.contains(where: { $0 === animation }) {
      for part in animation.parts { refresh(part.view) }
    }
    for animation in over { finish(animation, true) }
    if running.isEmpty { link?.isPaused = true }
  }

  private func finish(_ animation: Animation, _ isFinished: Bool) {
    guard let index = running.firstIndex(where: { $0 === animation }) else { return }
    running.remove(at: index)
    for part in animation.parts { refresh(part.view) }
    animation.completion.take()?(isFinished)
  }

  /// What is shown of the view: all its animations one over the other. Whether it is hit meanwhile.
  private func refresh(_ view: UIView) {
    let now = loop.now
    var shown = ViewPresentation(view)
    var isAnimated = false
    var blocks = false
    for animation in running {
      for part in animation.parts where part.view === view {
        shown = shown.moved(from: part.from, to: part.to, animation.progress(at: now))
        isAnimated = true
        if !animation.options.contains(.allowUserInteraction) { blocks = true }
      }
    }
    view.presentationStorage = isAnimated ? shown : nil
    view.looksChanged()
    if blocks { view.geometry.flags.insert(.animated) } else { view.geometry.flags.remove(.animated) }
  }

  /// Takes the view out of its animations; one that has no other view left ends.
  func remove(_ view: UIView) {
    for animation in running where animation.parts.contains(where: { $0.view === view }) {
      animation.remove(view)
      if animation.parts.isEmpty { finish(animation, false) }
    }
    refresh(view)
  }

  func close() {
    link?.invalidate()
    link = nil
    for animation in running { finish(animation, false) }
  }
}
