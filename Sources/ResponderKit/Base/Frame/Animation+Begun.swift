import RunLoopCore

/// An animation between `UIView.beginAnimations` and `commitAnimations`.
final class BegunAnimation {
  let animation: Animation
  /// Whether it animates: not where animations are off.
  let isOn: Bool
  /// How many animations were open when it was begun.
  let depth: Int
  let name: String?
  /// Gets both messages.
  var delegate: AnyObject?
  var willStart: Selector?
  var didStop: Selector?

  init(_ name: String?, isOn: Bool, depth: Int) {
    (self.name, self.isOn, self.depth) = (name, isOn, depth)
    let timing = AnimationTiming(duration: .milliseconds(200), delay: .zero, curve: .easeInOut)
    animation = Animation(timing, .allowUserInteraction, nil)
  }

  func send(_ message: Selector?) {
    guard let message, let delegate else { return }
    message.perform(on: delegate, from: name, for: nil)
  }
}

extension AnimationList {
  /// The animation between two calls that the present changes belong to, also where animations are off; nil: there is none, or the changes belong to a closure in it.
  var innermostBegun: BegunAnimation? {
    guard let last = begun.last else { return nil }
    return (last.isOn ? open.last === last.animation : open.count == last.depth) ? last : nil
  }

  /// The animation that methods without closures change; nil: there is none, or it runs, or goes by a property animator, or animations are off inside of its closure.
  var adjustable: Animation? {
    guard let animation = innermostBegun?.animation ?? current, animation.play == nil, !animation.isRunning
    else { return nil }
    return animation
  }

  /// Lets an animation animate all changes, until `commit`, or the end of the `animate` that it is begun in.
  func begin(_ name: String?) {
    let new = BegunAnimation(name, isOn: isOn, depth: open.count)
    postCommit()
    begun.append(new)
    guard new.isOn else { return }
    open.last?.layOutStacks()
    open.append(new.animation)
    Self.openCount.add(1, ordering: .relaxed)
  }

  /// An animation that the program does not commit ends with its callout.
  private func postCommit() {
    guard !isCommitPosted else { return }
    isCommitPosted = true
    // Weak, so that the block makes no new application after the end of this one.
    let list = ThreadConfined(self)
    loop.post { list.object?.commitAll() }
  }

  /// Starts the animation that was begun last. Without effect when none was, and for one that was begun around the `animate` that runs.
  func commit() {
    guard let innermostBegun else { return }
    begun.removeLast()
    start(innermostBegun)
  }

  /// Ends an animation's recording, after the animations that were begun in it and not committed.
  func close(_ animation: Animation) {
    guard let depth = open.lastIndex(where: { $0 === animation }) else { return }
    while let last = begun.last, last.depth > depth {
      begun.removeLast()
      start(last)
    }
    animation.layOutStacks()
    endRecording(animation)
  }

  /// Takes an animation out of the open ones.
  private func endRecording(_ animation: Animation) {
    guard let index = open.lastIndex(where: { $0 === animation }) else { return }
    open.remove(at: index)
    Self.openCount.subtract(1, ordering: .relaxed)
  }

  /// Starts all that were begun. What a message begins meanwhile waits for another call.
  private func commitAll() {
    isCommitPosted = false
    for last in begun.reversed() {
      // A message may have committed it.
      guard let index = begun.lastIndex(where: { $0 === last }) else { continue }
      start(begun.remove(at: index))
    }
  }

  private func start(_ begun: BegunAnimation) {
    if begun.isOn {
      begun.animation.layOutStacks()
      endRecording(begun.animation)
    }
    begun.send(begun.willStart)
    begun.animation.completion = { _ in begun.send(begun.didStop) }
    if begun.isOn { begin(begun.animation) } else { begun.animation.end(true) }
  }

  /// Ends what is being recorded: the application ends.
  func closeOpen() {
    let begun = begun
    (self.begun, isClosed) = ([], true)
    Self.openCount.subtract(open.count, ordering: .relaxed)
    open = []
    for last in begun.reversed() { last.send(last.didStop) }
  }
}
