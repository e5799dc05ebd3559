extension UIView {
  /// As small as constraints and content allow, for `systemLayoutSizeFitting`.
  public static let layoutFittingCompressedSize = Size.zero
  /// As large as constraints and content allow.
  public static let layoutFittingExpandedSize = Size(10_000, 10_000)

  /// The size that the constraints in the view and its content allow and that is next to another one. Nothing is changed by asking.
  public final func systemLayoutSizeFitting(_ targetSize: Size) -> Size {
    systemLayoutSizeFitting(
      targetSize, withHorizontalFittingPriority: .fittingSizeLevel, verticalFittingPriority: .fittingSizeLevel
    )
  }

  /// As `systemLayoutSizeFitting`, with priorities: a required width is kept, for the height of a text in it.
  public final func systemLayoutSizeFitting(
    _ targetSize: Size, withHorizontalFittingPriority horizontal: UILayoutPriority,
    verticalFittingPriority vertical: UILayoutPriority
  ) -> Size {
    updateConstraintsIfNeeded()
    let views = constrainedTree()
    let items = ([self] + views).map(\.layoutItem)
    let kept = items.map { ($0.solvedFrame, $0.lastWidth) }
    let guides = items.flatMap(\.allGuides)
    let keptGuides = guides.map(\.solvedFrame)
    defer {
      for (item, state) in zip(items, kept) { (item.solvedFrame, item.lastWidth) = state }
      for (guide, frame) in zip(guides, keptGuides) { guide.solvedFrame = frame }
    }
    let fitting = LayoutEngine.Fitting(
      size: targetSize, priorities: (horizontal.rawValue, vertical.rawValue))
    _ = solve(views, fitting: fitting)
    return layoutItem.solvedFrame.size
  }

  /// The height that constraints in the view give it in a width; nil if they leave it open.
  final func constrainedHeight(inWidth width: Double) -> Double? {
    guard layoutFlags.contains(.constrained) else { return nil }
    let height = systemLayoutSizeFitting(
      Size(width, 0), withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel
    ).height
    return height > 0 ? height : nil
  }
}
