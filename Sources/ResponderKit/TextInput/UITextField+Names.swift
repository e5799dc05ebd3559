extension UITextField {
  /// The field's edge.
  public enum BorderStyle: Hashable, Sendable {
    /// No edge, a straight one, or one with round corners.
    case none, line, roundedRect
  }

  /// When a thing beside the text is shown.
  public enum ViewMode: Hashable, Sendable {
    /// Never, while the text is edited or is not, or always.
    case never, whileEditing, unlessEditing, always
  }
}

extension UITextField {
  /// Why editing has ended.
  public enum DidEndEditingReason: Int, Hashable, Sendable {
    /// The text counts.
    case committed
    /// The text does not count: never here.
    case cancelled
  }
}
