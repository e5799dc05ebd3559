/// An item placed by constraints, a view or a layout guide, as the layers below see it.
protocol LayoutSubject: AnyObject {
  /// Made when it is first asked for.
  var layoutItem: LayoutItem { get }
  /// The superview, or a guide's view.
  var layoutParent: (any LayoutSubject)? { get }
  /// Where its place comes from.
  var layoutSource: LayoutSource { get }
  /// Whether its content begins at the right.
  var isMirrored: Bool { get }
  /// Its bounds: what of its own coordinates is seen.
  var layoutBounds: Rect { get }
  /// How far inside of the bounds a guide of its own is.
  func guideInsets(_ kind: UILayoutGuide.Kind) -> EdgeInsets
  /// What constraints of its subviews to its edges mean, if not the edges: a scroll view's content.
  var scrolledGuide: UILayoutGuide? { get }
  /// The size that its content wants; a negative length: none.
  var layoutContentSize: Size { get }
  /// Whether its content's height depends on its width.
  var layoutHeightFollowsWidth: Bool { get }
  /// The height of its content in so much width.
  func layoutHeight(forWidth width: Double) -> Double
  /// The first and the last line's baseline, downwards from the middle.
  var layoutBaselines: (first: Double, last: Double)? { get }
  /// The font of its text.
  var layoutFont: UIFont? { get }
  /// The guide of its margins; a guide itself, which has none.
  var marginsItem: LayoutItem { get }
  /// How much its content resists being stretched, when nothing else is set.
  var defaultHugging: Float { get }
  /// What holds between its subviews, beside the constraints: a stack's arrangement.
  var layoutRules: [LayoutRule] { get }
  /// Takes part in the layout by constraints from now on.
  func takePart()
  /// Parts of its tree are solved anew in the coming layout.
  func constraintsChanged(_ parts: UnsolvedParts)
  /// In messages.
  var layoutName: String { get }
}

/// Where the place of something comes from.
enum LayoutSource {
  /// From constraints.
  case constraints
  /// It is where it is: its frame without a transform, in its superview's coordinates.
  case frame(Rect)
  /// The bounds of the superview, less these distances.
  case insets(EdgeInsets)
  /// The content of a scroll view: its size is from constraints.
  case content
}

extension LayoutSubject {
  /// What it is in and what is in it are solved anew in the coming layout.
  func constraintsChanged() { constraintsChanged([.inside, .outside]) }

  /// What an attribute is of: for one of the margins their guide.
  func place(of attribute: NSLayoutConstraint.Attribute) -> (
    item: LayoutItem, attribute: NSLayoutConstraint.Attribute
  ) {
    guard let inner = attribute.withinMargins else { return (layoutItem, attribute) }
    return (marginsItem, inner)
  }
}
