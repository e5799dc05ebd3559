/// Notifications about a text view: its `delegate` may be one of these.
public protocol UITextViewDelegate: UIScrollViewDelegate {
  /// Whether the view may become first responder.
  func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
  /// Called when the view has become first responder.
  func textViewDidBeginEditing(_ textView: UITextView)
  /// Whether the view may cease to be first responder.
  func textViewShouldEndEditing(_ textView: UITextView) -> Bool
  /// Called when the view is no longer first responder.
  func textViewDidEndEditing(_ textView: UITextView)
  /// Whether the user may replace the range, in characters.
  func textView(_ textView: UITextView, shouldChangeTextIn range: Range<Int>, replacementText text: String)
    -> Bool
  /// The same with a range of UTF-16 code units, as in UIKit. Both are asked.
  func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String)
    -> Bool
  /// Called when the user has changed the text.
  func textViewDidChange(_ textView: UITextView)
  /// Called when the caret or the selection has moved, and after each change of the text.
  func textViewDidChangeSelection(_ textView: UITextView)
  /// What a touch of a link does; nil: nothing. The default action asks the method below, and opens the address.
  func textView(_ textView: UITextView, primaryActionFor textItem: UITextItem, defaultAction: UIAction)
    -> UIAction?
  /// The menu that a long press on a link shows; nil: none, and the press selects.
  func textView(_ textView: UITextView, menuConfigurationFor textItem: UITextItem, defaultMenu: UIMenu)
    -> UITextItem.MenuConfiguration?
  /// Called before the menu of a link is shown. Closures that the animator gets are called at once.
  func textView(
    _ textView: UITextView, textItemMenuWillDisplayFor textItem: UITextItem,
    animator: any UIContextMenuInteractionAnimating)
  /// Called when the menu of a link is dismissed, before its action is called.
  func textView(
    _ textView: UITextView, textItemMenuWillEndFor textItem: UITextItem,
    animator: any UIContextMenuInteractionAnimating)
  /// The edit menu of a selection, or of the caret, in UTF-16 code units; nil: the suggested one. One without entries is not shown.
  func textView(_ textView: UITextView, editMenuForTextIn range: NSRange, suggestedActions: [UIMenuElement])
    -> UIMenu?
  /// Called before the edit menu is shown. Closures that the animator gets are called at once.
  func textView(
    _ textView: UITextView, willPresentEditMenuWith animator: any UIEditMenuInteractionAnimating)
  /// Called when the edit menu is dismissed, before what was chosen is done.
  func textView(
    _ textView: UITextView, willDismissEditMenuWith animator: any UIEditMenuInteractionAnimating)
  /// Whether a touch of a link opens its address, or a long press shows its menu. The range is in UTF-16 code units.
  func textView(
    _ textView: UITextView, shouldInteractWith url: LinkAddress, in characterRange: NSRange,
    interaction: UITextItemInteraction
  ) -> Bool
  /// The same without the kind of touch. Both are asked.
  func textView(
    _ textView: UITextView, shouldInteractWith url: LinkAddress, in characterRange: NSRange
  ) -> Bool
  /// Called when an attachment is touched in a text that can be selected and not edited. The result has no effect: a touch does nothing else.
  func textView(
    _ textView: UITextView, shouldInteractWith textAttachment: NSTextAttachment, in characterRange: NSRange,
    interaction: UITextItemInteraction
  ) -> Bool
  /// The same without the kind of touch. Both are called.
  func textView(
    _ textView: UITextView, shouldInteractWith textAttachment: NSTextAttachment, in characterRange: NSRange
  ) -> Bool
}

extension UITextViewDelegate {
  /// True.
  public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
  /// Does nothing.
  public func textViewDidBeginEditing(_ textView: UITextView) {}
  /// True.
  public func textViewShouldEndEditing(_ textView: UITextView) -> Bool { true }
  /// Does nothing.
  public func textViewDidEndEditing(_ textView: UITextView) {}
  /// True.
  public func textView(
    _ textView: UITextView, shouldChangeTextIn range: Range<Int>, replacementText text: String
  ) -> Bool { true }
  /// True.
  public func textView(
    _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool { true }
  /// Does nothing.
  public func textViewDidChange(_ textView: UITextView) {}
  /// Does nothing.
  public func textViewDidChangeSelection(_ textView: UITextView) {}
  /// The default action.
  public func textView(
    _ textView: UITextView, primaryActionFor textItem: UITextItem, defaultAction: UIAction
  ) -> UIAction? { defaultAction }
  /// True.
  public func textView(
    _ textView: UITextView, shouldInteractWith url: LinkAddress, in characterRange: NSRange,
    interaction: UITextItemInteraction
  ) -> Bool { true }
  /// True.
  public func textView(
    _ textView: UITextView, shouldInteractWith url: LinkAddress, in characterRange: NSRange
  ) -> Bool { true }
  /// True.
  public func textView(
    _ textView: UITextView, shouldInteractWith textAttachment: NSTextAttachment, in characterRange: NSRange,
    interaction: UITextItemInteraction
  ) -> Bool { true }
  /// True.
  public func textView(
    _ textView: UITextView, shouldInteractWith textAttachment: NSTextAttachment, in characterRange: NSRange
  ) -> Bool { true }
}
