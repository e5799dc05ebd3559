/// A part of a text view's text that a touch does something with.
public final class UITextItem {
  /// What it is.
  public enum Content: Hashable, Sendable {
    /// A link, with its address.
    case link(LinkAddress)
  }

  /// What it is.
  public let content: Content
  /// Its place in the text, in UTF-16 code units.
  public let range: NSRange

  init(_ content: Content, _ range: NSRange) { (self.content, self.range) = (content, range) }
}

/// What a touch of a link asks for.
public enum UITextItemInteraction: Int, Hashable, Sendable {
  /// To open it, to show what can be done with it, to show what is behind it.
  case invokeDefaultAction, presentActions, preview
}
