import RunLoopCore
import Synchronization

/// One call of `animate`.
final class Animation {
  var timing: AnimationTiming
  let options: UIView.AnimationOptions
  var completion: ((Bool) -> Void)?
  var start = RunLoop.Instant.distantPast
  /// In the order in which they were changed first.
  var views = ObjectList<UIView>()
  var parts: [ObjectIdentifier: [Part]] = [:]
  /// The old pictures of views which pass into what they show now.
  private(set) var dissolves: [ObjectIdentifier: (picture: ViewPicture, passage: ViewPassage)] = [:]
  /// When what is changed now moves: all the time, unless a key frame is being recorded.
  var span = KeyframeSpan.whole
  /// Whether key frames do not move what they change, but show it when their time has passed.
  var isDiscrete = false
  /// Whether it rests at its end, where it would have ended.
  var pausesAtEnd = false
  /// How a property animator plays it; nil: it runs by its timing.
  var play: AnimatorPlay?
  /// The transaction that waits for its end.
  var transaction: LayerTransaction?
  /// Its time, where that is not the loop's.
  var pace: AnimationPace?
  /// Whether it has begun, and has not ended.
  var isRunning = false
  /// Work after recording and after the end.
  let stacks = AnimatedStacks()

  /// Whether its numbers, too, are shown in place of those of earlier animations, and not added to them.
  var takesOver = false
  /// Start of the earliest animation merged into this one.
  var firstStart: RunLoop.Instant?
  /// Whether it repeats without end, and later animations have taken over all that it showed.
  var isSpent = false
  /// The place on its way that the views' own values have, once it has ended.
  var settled = 1.0

  init(
    _ timing: AnimationTiming, _ options: UIView.AnimationOptions, _ completion: ((Bool) -> Void)?
  ) {
    self.timing = timing
    self.options = options
    self.completion = completion
  }

  func add(_ view: UIView, _ picture: ViewPicture, _ passage: ViewPassage = .fade) {
    views.add(view)
    dissolves[ObjectIdentifier(view)] = (picture, passage)
  }

  func remove(_ view: UIView) {
    views.remove(view)
    parts[ObjectIdentifier(view)] = nil
    dissolves[ObjectIdentifier(view)] = nil
  }

  var isResting: Bool {
    play != nil && play?.run == nil || pace?.isResting == true
      || followsLayers && views.allSatisfy { $0.layerPace == 0 }
  }

  // MARK: Times of layers

  /// When it began in the times of the views' layers, where those were not the loop's.
  private var layerStarts: [ObjectIdentifier: RunLoop.Instant] = [:]
  /// What has a time of its own is not slowed down by that of layers.
  private var followsLayers: Bool { play == nil && pace == nil }

  func noteLayerTimes(at now: RunLoop.Instant) {
    guard followsLayers else { return }
    for view in views { layerStarts[ObjectIdentifier(view)] = view.layerTime(at: now) }
  }

  private func elapsed(of view: UIView, at now: RunLoop.Instant) -> Int64 {
    let begun = layerStarts[ObjectIdentifier(view)] ?? start
    return begun.duration(to: view.layerTime(at: now)).wholeNanoseconds
  }

  func progress(of view: UIView, at now: RunLoop.Instant) -> Double {
    followsLayers ? timing.progress(after: elapsed(of: view, at: now)) : progress(at: now)
  }

  func progress(at now: RunLoop.Instant) -> Double {
    let time = pace?.time(at: now) ?? now
    return play?.progress(at: time) ?? timing.progress(after: elapsed(at: time))
  }
  func isOver(at now: RunLoop.Instant) -> Bool {
    if isSpent { return true }
    if let pace, pace.isResting { return false }
    if let pace, pace.isBackwards { return pace.seconds(at: now) <= 0 }
    if followsLayers {
      return views.allSatisfy { $0.layerPace > 0 && timing.isOver(after: elapsed(of: $0, at: now)) }
    }
    let time = pace?.time(at: now) ?? now
    return play?.isOver(at: time) ?? timing.isOver(after: elapsed(at: time))
  }

  /// Whether nothing of it is to be seen. Its time begins when the turn ends, however long the turn has taken.
  func isOverAtOnce(at now: RunLoop.Instant) -> Bool {
    guard followsLayers else { return isOver(at: now) }
    return timing.isOver(after: 0) && views.allSatisfy { $0.layerPace > 0 }
  }

  private func elapsed(at now: RunLoop.Instant) -> Int64 { start.duration(to: now).wholeNanoseconds }
}

/// The animations of an application, moved by its display link.
final class AnimationList {
  let loop: RunLoop
  /// Takes what could not be done.
  private let note: (EventLosses.Reason) -> Void
  /// How many `animate` blocks run now, on all threads: programs pay for one load.
  static let openCount = Atomic<Int>(0)

  var open: [Animation] = []
  /// Those between `beginAnimations` and `commitAnimations`, and whether a block that commits them is in the loop.
  var (begun, isCommitPosted) = ([BegunAnimation](), false)
  /// Whether the application has ended.
  var isClosed = false
  private var isSuspended = false
  private var openPace: AnimationPace?
  private var running = ObjectList<Animation>()
  /// The running ones of each view.
  var ofViews = AnimationsOfViews()
  private var link: DisplayLink?
  /// Whether `animate` animates.
  var isEnabled = true
  private(set) lazy var layers = LayerAnimations(loop) {
    [unowned self] in
    beat()
  } refreshViews: { [unowned self] in
    for animation in running { resume(animation) }
  }
  /// The animations of this turn.
  var fresh = FreshAnimations()

  init(_ loop: RunLoop, note: @escaping (EventLosses.Reason) -> Void) {
    self.loop = loop
    self.note = note
  }

  var current: Animation? { isOn ? open.last : nil }
  var now: RunLoop.Instant { loop.now }
  /// Whether what `animate` changes now is animated.
  var isOn: Bool { isEnabled && !isSuspended && !isClosed }

  func open(_ animation: Animation, _ body: () -> Void) {
    guard isOn else {
      body()
      animation.completion?(true)
      return
    }
    record(animation, body)
    begin(animation)
  }

  /// Lets the animation animate what `body` changes.
  func record(_ animation: Animation, _ body: () -> Void) {
    // What the outer one has changed moves by its timing.
    open.last?.layOutStacks()
    open.append(animation)
    Self.openCount.add(1, ordering: .relaxed)
    let suspended = isSuspended
    isSuspended = false
    body()
    close(animation)
    isSuspended = suspended
    if animation.isRunning { ofViews.add(animation) }
  }

  func suspend(_ body: () -> Void) {
    let suspended = isSuspended
    isSuspended = true
    body()
    isSuspended = suspended
  }

  func begin(_ animation: Animation) {
    guard !isClosed else { return animation.end(false) }
    if let openPace { animation.pace = openPace }
    animation.start = animation.pace?.time(at: loop.now) ?? fresh.start(at: loop.now)
    if layers.hasOwnTimes { animation.noteLayerTimes(at: loop.now) }
    // Without a visible change it ends at once, as in UIKit.
    guard !animation.isEmpty, !animation.isOverAtOnce(at: loop.now) else {
      animation.end(true)
      return
    }
    running.add(animation)
    animation.isRunning = true
    fresh.list.add(animation)
    if animation.play == nil {
      for view in animation.views { ofViews.mergeWays(of: view, into: animation, at: loop.now) }
    }
    ofViews.add(animation)
    animation.transaction = layers.openTransaction
    animation.transaction?.enter()
    for view in animation.views { refresh(view) }
    beat()
  }

  /// What the animation shows has changed, or it continues.
  func resume(_ animation: Animation) {
    for view in animation.views { refresh(view) }
    if !animation.isResting { beat() }
  }

  /// Asks for beats.
  private func beat() {
    if link == nil {
      let link = DisplayLink { [unowned self] _ in step() }
      do {
        try link.add(to: loop, mode: .common)
        self.link = link
      } catch {
        // Without a descriptor nothing can be shown step by step; what is wanted is there already.
        note(.init("animation: \(error)"))
        for animation in running.reversed() { finish(animation, false) }
      }
    }
    link?.isPaused = false
  }

  /// Handles a beat: advances all animations, and ends completed ones.
  private func step() {
    let now = loop.now
    beginFreshBeforeTheirEnd(at: now)
    var (over, moving): ([Animation], [Animation]) = ([], [])
    for animation in running {
      if animation.isOver(at: now) {
        over.append(animation)
      } else if !animation.isResting {
        moving.append(animation)
      }
    }
    refreshViews(of: moving)
    // A completion may have paused or reversed another one.
    for animation in over where animation.isOver(at: now) { end(animation, at: now) }
    layers.step()
    if running.allSatisfy(\.isResting), layers.isResting { link?.isPaused = true }
  }

  private func end(_ animation: Animation, at now: RunLoop.Instant) {
    if animation.pace?.isBackwards == true { return revert(animation) }
    guard animation.pausesAtEnd else { return finish(animation, !animation.isSpent) }
    animation.play = AnimatorPlay(place: animation.progress(at: now))
    for view in animation.views { refresh(view) }
  }

  func finish(_ animation: Animation, _ isFinished: Bool) {
    guard animation.isRunning else { return }
    running.remove(animation)
    animation.isRunning = false
    for view in animation.views {
      ofViews.remove(animation, from: view)
      refresh(view)
    }
    animation.end(isFinished)
    animation.transaction.take()?.leave()
  }

  // MARK: Animations with a time of their own

  /// Animations that begin in `body` go by this time.
  func pace(_ pace: AnimationPace, _ body: () -> Void) {
    let outer = openPace
    openPace = pace
    body()
    openPace = outer
  }

  /// The time was set, or continues.
  func resume(_ pace: AnimationPace) {
    for animation in running where animation.pace === pace { resume(animation) }
  }

  /// Ends all that go by this time: with their new values, or with the old ones.
  func finish(_ pace: AnimationPace, reverted: Bool) {
    for animation in running where animation.pace === pace {
      if reverted { revert(animation) } else { finish(animation, true) }
    }
  }

  func close() {
    closeOpen()
    link?.invalidate()
    link = nil
    for animation in running { finish(animation, false) }
    fresh = FreshAnimations()
    layers.close()
  }
}
