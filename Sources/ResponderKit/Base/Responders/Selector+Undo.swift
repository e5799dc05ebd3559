extension UndoHistory {
  /// Gives the target a message when the change is to be taken back, whose sender is `object`. The target is not retained.
  public final func registerUndo(withTarget target: AnyObject, selector: Selector, object: Any?) {
    let action = UndoAction(target: target) { [weak target] in
      if let target { selector.perform(on: target, from: object, for: nil) }
    }
    register(action)
  }
}
