/// Holds the content of a cell, and takes the cell's direction.
final class ContentRoom: UIView {
  override class var standardHitTestClass: UIView.Type { ContentRoom.self }
  override var directionSource: UIView? { parent }
}

/// A picture that takes its superview's direction.
final class PartPicture: UIImageView {
  override class var standardHitTestClass: UIView.Type { PartPicture.self }
  override var directionSource: UIView? { parent }
}

/// A label that takes its superview's direction.
class PartLabel: UILabel {
  override class var standardHitTestClass: UIView.Type { PartLabel.self }
  override var directionSource: UIView? { parent }
}
