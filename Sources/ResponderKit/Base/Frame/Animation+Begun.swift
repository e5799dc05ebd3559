import RunLoopCore

/// An animation between `UIView.beginAnimations` and `commitAnimations`.
final class BegunAnimation {
  let animation: Animation
  /// Whether it animates: not where animations are off.
  let isOn: Bool
  let name: String?
  var timing = AnimationTiming(duration: .milliseconds(200), delay: .zero, curve: .easeInOut)
  /// Gets both messages.
  var delegate: AnyObject?
  var willStart: Selector?
  var didStop: Selector?

  init(_ name: String?, isOn: Bool) {
    self.name = name
    self.isOn = isOn
    animation = Animation(timing, [], nil)
  }

  func send(_ message: Selector?) {
    guard let message, let delegate else { return }
    message.perform(on: delegate, from: name, for: nil)
  }
}

extension AnimationList {
  /// Lets an animation animate all changes, until `commit`, or the end of the `animate` that it is begun in.
  func begin(_ name: String?) {
    let new = BegunAnimation(name, isOn: isOn)
    // One that the program does not commit ends with its callout.
    if begun.isEmpty { RunLoop.current.post { UIWindow.hostOfThread.animations.commitAll() } }
    begun.append(new)
    guard new.isOn else { return }
    open.last?.layOutStacks()
    open.append(new.animation)
    Self.openCount.add(1, ordering: .relaxed)
  }

  /// Starts the animation that was begun last. Without effect when none was, and for one that was begun around the `animate` that runs.
  func commit() {
    guard let last = begun.last, !last.isOn || open.last === last.animation else { return }
    begun.removeLast()
    if last.isOn {
      last.animation.layOutStacks()
      open.removeLast()
      Self.openCount.subtract(1, ordering: .relaxed)
    }
    start(last)
  }

  /// Ends an animation's recording, with those that were begun in it and not committed.
  func close(_ animation: Animation) {
    while let last = open.popLast() {
      Self.openCount.subtract(1, ordering: .relaxed)
      guard last !== animation else { break }
      guard let index = begun.lastIndex(where: { $0.animation === last }) else { continue }
      start(begun.remove(at: index))
    }
  }

  private func commitAll() {
    while !begun.isEmpty {
      let count = begun.count
      commit()
      if begun.count >= count { break }
    }
  }

  private func start(_ begun: BegunAnimation) {
    begun.send(begun.willStart)
    begun.animation.timing = begun.timing
    begun.animation.completion = { _ in begun.send(begun.didStop) }
    if begun.isOn { begin(begun.animation) } else { begun.animation.end(true) }
  }
}
