extension UITraitChangeObservable {
  /// As `registerForTraitChanges(_:handler:)`, for a closure that names the type of the object itself, as in `(self: Self, previous)`.
  @discardableResult
  @_disfavoredOverload
  public func registerForTraitChanges<Observer>(
    _ traits: [UITrait], handler: @escaping (Observer, UITraitCollection) -> Void
  ) -> UITraitChangeRegistration {
    addTraitChange(traits) { [weak self] old in
      if let observer = self as? Observer { handler(observer, old) }
    }
  }

  /// Gives a message to a target when one of the traits has changed, from the object itself. The target is not kept.
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait], target: AnyObject, action: some UITraitChangeAction
  ) -> UITraitChangeRegistration {
    addTraitChange(traits) { [weak self, weak target] _ in
      if let target { action.perform(on: target, from: self) }
    }
  }

  /// Gives itself a message when one of the traits has changed.
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait], action: some UITraitChangeAction
  ) -> UITraitChangeRegistration { registerForTraitChanges(traits, target: self, action: action) }
}

/// What a target can be given when traits have changed: a ``Selector``.
public protocol UITraitChangeAction {
  /// Gives the message to a target; false when that does not understand it.
  @discardableResult
  func perform(on target: AnyObject, from sender: AnyObject?) -> Bool
}
