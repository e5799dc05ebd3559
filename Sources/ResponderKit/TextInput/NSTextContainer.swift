/// The room of a text view's text.
public final class NSTextContainer: NSObject {
  fileprivate static let standardPadding = 5.0
  private weak var view: UITextView?
  /// The room at both sides of each line; 5 by default.
  public var lineFragmentPadding = standardPadding {
    didSet { if lineFragmentPadding != oldValue { view?.editorChanged() } }
  }

  init(_ view: UITextView) {
    self.view = view
    super.init()
  }
}

extension UITextView {
  /// The room that the text is in.
  public final var textContainer: NSTextContainer {
    if let containerStorage { return containerStorage }
    let container = NSTextContainer(self)
    containerStorage = container
    return container
  }

  /// The room between the edges and the lines.
  final var textInset: EdgeInsets {
    let inset = textContainerInset
    let padding = containerStorage?.lineFragmentPadding ?? NSTextContainer.standardPadding
    return EdgeInsets(
      top: inset.top, left: inset.left + padding, bottom: inset.bottom, right: inset.right + padding)
  }
}
