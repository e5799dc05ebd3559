/// Holds what a cell shows, and has the cell's direction.
final class ContentRoom: UIView {
  override class var standardHitTestClass: UIView.Type { ContentRoom.self }
  override var directionSource: UIView? { parent }
}

/// A text that is a part of a view, and has its direction.
class PartLabel: UILabel {
  override class var standardHitTestClass: UIView.Type { PartLabel.self }
  override var directionSource: UIView? { parent }
}
