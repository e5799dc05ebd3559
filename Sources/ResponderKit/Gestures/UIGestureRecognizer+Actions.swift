/// Lets actions have the recognizer's own type: `pan.addAction { pan in pan.translation(in: nil) }`.
public protocol GestureActing: AnyObject {}

extension UIGestureRecognizer {
  /// An action for when the gesture begins, changes, ends, is recognized or cancelled.
  struct Action {
    let token: Token
    let call: (UIGestureRecognizer) -> Void
    /// The target of an action that has one.
    weak var target: AnyObject?
    var selector: Selector?
  }

  /// Names an action that was added, to take it out again.
  public final class Token {}

  /// Gives the message to the target at each change of state that is seen; the target is not kept alive. The same pair is
  /// added once.
  public final func addTarget(_ target: AnyObject, action: Selector) {
    actions.removeAll { $0.selector != nil && $0.target == nil }
    guard !actions.contains(where: { $0.target === target && $0.selector == action }) else { return }
    let call = { [weak target] (recognizer: UIGestureRecognizer) in
      guard let target else { return }
      action.perform(on: target, from: recognizer, for: nil)
    }
    actions.append(Action(token: Token(), call: call, target: target, selector: action))
  }

  /// Removes the actions with this target and this message; nil stands for any.
  public final func removeTarget(_ target: AnyObject?, action: Selector?) {
    actions.removeAll {
      $0.selector != nil && (target == nil || $0.target === target)
        && (action == nil || $0.selector == action)
    }
  }

  /// Removes the closure that `addAction` returned this token for.
  public final func removeAction(_ token: Token) { actions.removeAll { $0.token === token } }
}

extension UIGestureRecognizer.Action {
  fileprivate init(_ call: @escaping (UIGestureRecognizer) -> Void) {
    self.init(token: .init(), call: call)
  }
}

extension GestureActing where Self: UIGestureRecognizer {
  /// Calls the closure at each change of state that is seen: began, changed, ended (recognized), cancelled.
  @discardableResult
  public func addAction(_ body: @escaping (Self) -> Void) -> UIGestureRecognizer.Token {
    let action = UIGestureRecognizer.Action { recognizer in
      if let recognizer = recognizer as? Self { body(recognizer) }
    }
    actions.append(action)
    return action.token
  }
}
