/// Lets programs give times in seconds, as in UIKit, where there is a `Duration`, too.
public protocol TimedInSeconds: AnyObject {}

extension UILongPressGestureRecognizer: TimedInSeconds {}

extension TimedInSeconds where Self: UILongPressGestureRecognizer {
  /// ``UILongPressGestureRecognizer/minimumPressDuration`` in seconds; the tuning's if none was set.
  public var minimumPressDuration: TimeInterval {
    get { secondsOfPress }
    set { secondsOfPress = newValue }
  }
}

extension UILongPressGestureRecognizer {
  fileprivate final var secondsOfPress: TimeInterval {
    get { Double((minimumPressDuration ?? tuning.longPressDuration).wholeNanoseconds) / 1e9 }
    set { minimumPressDuration = .seconds(min(max(newValue.isNaN ? 0 : newValue, 0), 1e9)) }
  }
}
