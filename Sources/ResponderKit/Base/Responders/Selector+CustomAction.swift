extension UIAccessibilityCustomAction {
  /// An action that sends a message to a target, with itself if the message has room for that. It counts as done if the target takes it.
  public convenience init(name: String, image: UIImage? = nil, target: AnyObject?, selector: Selector) {
    self.init(name: name, image: image) { [weak target] action in
      target.map { selector.perform(on: $0, from: action) } ?? false
    }
  }
}
