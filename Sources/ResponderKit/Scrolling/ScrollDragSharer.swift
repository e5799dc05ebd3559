/// What is around a scroll view, and moves with its content's drags: a sheet.
protocol ScrollDragSharer: AnyObject {
  /// A finger goes this way down, or up if less than zero, and the content can not follow, or had better not. What of it was taken.
  /// `refreshes`: it would refresh the content.
  func take(_ way: Double, refreshes: Bool) -> Double
  /// The finger was lifted, with a velocity downwards. Whether the content stays where it is.
  func dragEnded(velocity: Double) -> Bool
  /// The drag was cancelled.
  func dragCancelled()
}
