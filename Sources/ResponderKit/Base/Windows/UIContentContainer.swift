/// Controllers, and presentations of controllers, which give the contents in them their sizes.
public protocol UIContentContainer: AnyObject {
  /// The size that it would like to have; zero: no matter.
  var preferredContentSize: Size { get }
  /// Called when what is in it would like to have another size.
  func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)
  /// The size that what is in it gets, in a container of a size.
  func size(
    forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: Size
  )
    -> Size
}

extension UIViewController: UIContentContainer {
  /// It would like to have another size.
  final func wishChanged() {
    outermost.presentation?.contentSizeChanged()
    if let parent {
      parent.preferredContentSizeDidChange(forChildContentContainer: self)
    } else if let around = presentation as? any UIContentContainer {
      around.preferredContentSizeDidChange(forChildContentContainer: self)
    }
  }
}
