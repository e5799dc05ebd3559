/// Deferred layouts and end handlers of an animation.
final class AnimatedStacks {
  /// The views to lay out, each once, with the times in which what they hold moves.
  fileprivate var moved: [(view: UIView, span: KeyframeSpan)] = []
  fileprivate var known: Set<ObjectIdentifier> = []
  fileprivate var isLayingOut = false
  /// Called once when the animation has ended, also if its completion was removed.
  fileprivate var endings: [() -> Void] = []
}

extension Animation {
  var isEmpty: Bool { views.isEmpty }
  func dissolve(_ view: UIView) -> (picture: ViewPicture, passage: ViewPassage)? {
    dissolves[ObjectIdentifier(view)]
  }

  /// Lays the view out when all changes were made, so that what it holds moves along.
  func layOutLater(_ view: UIView) {
    guard !stacks.isLayingOut, stacks.known.insert(ObjectIdentifier(view)).inserted else { return }
    stacks.moved.append((view, span))
  }

  /// All changes of one block, with one span, were made. What a layout of the program's hides or shows is laid out in the coming frame.
  func layOutStacks() {
    guard !stacks.isLayingOut, !stacks.moved.isEmpty else { return }
    stacks.isLayingOut = true
    let outer = span
    for (view, span) in stacks.moved where view.window != nil {
      self.span = span
      view.layoutIfNeeded()
    }
    span = outer
    (stacks.moved, stacks.known, stacks.isLayingOut) = ([], [], false)
  }

  /// Calls `ending` when the animation has ended, in whatever way.
  func addEnding(_ ending: @escaping () -> Void) { stacks.endings.append(ending) }

  /// It has ended: calls the endings and the completion.
  func end(_ isFinished: Bool) {
    let endings = stacks.endings
    stacks.endings = []
    for ending in endings { ending() }
    completion.take()?(isFinished)
  }
}
