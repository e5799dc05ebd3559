/// A controller, or a presentation of one, that gives its contents their sizes.
public protocol UIContentContainer: AnyObject {
  /// The preferred size; zero: no preference.
  var preferredContentSize: Size { get }
  /// Called when the preferred size of one of its contents has changed.
  func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)
  /// The size of a content, in a container of a given size.
  func size(
    forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: Size
  )
    -> Size
}

extension UIViewController: UIContentContainer {
  /// Notifies its presentation and its container of another preferred size.
  final func wishChanged() {
    outermost.presentation?.contentSizeChanged()
    if let parent {
      parent.preferredContentSizeDidChange(forChildContentContainer: self)
    } else if let around = presentation as? any UIContentContainer {
      around.preferredContentSizeDidChange(forChildContentContainer: self)
    }
  }
}
