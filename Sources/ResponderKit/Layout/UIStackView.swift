/// Views in a row or a column, laid out whenever one comes, leaves, is hidden, or the stack has another size.
open class UIStackView: UIView {
  /// The direction in which the views are laid out: a row from the side at which its content begins, or a column from top to bottom.
  public typealias Axis = NSLayoutConstraint.Axis

  /// Lengths along the axis.
  public enum Distribution: Hashable, Sendable {
    /// Each as long as it wants; the last one takes what is left, or lacks.
    case fill
    /// `fillEqually`: all of the same length. `fillProportionally`: the stack's length, divided in proportion
    /// to the lengths that the views want.
    case fillEqually, fillProportionally
    /// Each as long as it wants, what is left lies between them.
    case equalSpacing
    /// Each as long as it wants, their middles at equal distances, as far as `spacing` lies between them.
    case equalCentering
  }

  /// Places across the axis.
  public enum Alignment: Hashable, Sendable {
    /// `fill`: as wide as the stack. The others: as wide as each view wants, at the first edge, in the middle,
    /// or at the last edge.
    case fill, leading, center, trailing
    /// For rows: the baselines of the views' first lines, or of their last ones, on one line. Columns are as with `leading`.
    case firstBaseline, lastBaseline
    /// `leading`, for rows.
    public static let top = Alignment.leading
    /// `trailing`, for rows.
    public static let bottom = Alignment.trailing
  }

  /// A row by default.
  open var axis = Axis.horizontal { didSet { arrangementChanged() } }
  /// How lengths along the axis are chosen.
  open var distribution = Distribution.fill { didSet { arrangementChanged() } }
  /// How places across the axis are chosen.
  open var alignment = Alignment.fill { didSet { arrangementChanged() } }
  /// A custom space that is that of the stack.
  public static let spacingUseDefault = Double(Float.greatestFiniteMagnitude)
  /// A space of the system's, which is 8 points.
  public static let spacingUseSystem = Double(Float.leastNormalMagnitude)
  /// Points between two views without a space of their own; with `equalSpacing` the least number.
  open var spacing = 0.0 { didSet { arrangementChanged() } }
  /// Whether `layoutMargins` are kept free.
  open var isLayoutMarginsRelativeArrangement = false { didSet { arrangementChanged() } }
  private var arranged: [UIView] = []
  /// The same, to be found at once.
  private var known: Set<ObjectIdentifier> = []
  /// The sizes that plain views had when they came: they want no other.
  private var sizes: [ObjectIdentifier: Size] = [:]
  private var spaces: [ObjectIdentifier: Double] = [:]
  /// The sizes that hidden views had before their lengths were taken away.
  private var hiddenSizes: [ObjectIdentifier: Size] = [:]
  /// Pictures of views that an animation hides; see UIStackView+Leaving.swift.
  final var leaving: [LeavingPicture] = []

  /// An empty stack.
  public override init(frame: Rect) { super.init(frame: frame) }

  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init(coder: NSCoder, archive: Void = ()) { super.init(frame: .zero) }

  /// A stack of these views, in this order.
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  /// The arranged views in order, without views that have left the stack.
  public final var arrangedSubviews: [UIView] { arranged.filter { $0.superview === self } }

  /// Appends a view to the stack, and makes it a subview.
  open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arranged.count) }

  /// Makes a view a subview, at a place among the arranged ones. A plain `UIView` keeps the size that it has
  /// now; others are asked by `sizeThatFits`.
  open func insertArrangedSubview(_ view: UIView, at index: Int) {
    if !known.insert(ObjectIdentifier(view)).inserted { arranged.removeAll { $0 === view } }
    arranged.insert(view, at: min(max(index, 0), arranged.count))
    let identity = ObjectIdentifier(view)
    if type(of: view) == UIView.self { sizes[identity] = hiddenSizes[identity] ?? view.bounds.size }
    if view.superview !== self { addSubview(view) }
    // A callee may have put it elsewhere meanwhile.
    if view.superview !== self { forget(view) }
    arrangementChanged()
  }

  /// It stays a subview, as in UIKit.
  open func removeArrangedSubview(_ view: UIView) {
    forget(view)
    arrangementChanged()
  }

  private func forget(_ view: UIView) {
    let identity = ObjectIdentifier(view)
    spaces[identity] = nil
    sizes[identity] = nil
    guard known.remove(identity) != nil else { return }
    if let index = arranged.lastIndex(where: { $0 === view }) { arranged.remove(at: index) }
    giveBackLength(of: view)
  }

  /// Points between a view and the next one that is shown, in place of `spacing`.
  open func setCustomSpacing(_ spacing: Double, after view: UIView) {
    spaces[ObjectIdentifier(view)] = spacing == Self.spacingUseDefault ? nil : spacing
    arrangementChanged()
  }

  /// The space that was set for a view; `spacingUseDefault` without one.
  open func customSpacing(after view: UIView) -> Double {
    spaces[ObjectIdentifier(view)] ?? Self.spacingUseDefault
  }

  open override func willRemoveSubview(_ subview: UIView) {
    super.willRemoveSubview(subview)
    removeArrangedSubview(subview)
  }

  /// Subclasses need not call `willRemoveSubview` of their superclass.
  override func childLeft(_ child: UIView) {
    guard known.contains(ObjectIdentifier(child)) else { return }
    forget(child)
    arrangementChanged()
  }

  override func visibilityOfChildChanged(_ child: UIView) {
    guard known.contains(ObjectIdentifier(child)) else { return }
    if !hiddenSizes.isEmpty {
      for view in arranged where !view.isHidden { giveBackLength(of: view) }
    }
    endLeaving()
    arrangementChanged()
    layOutInAnimation()
  }
  override func childWillHide(_ child: UIView) {
    if known.contains(ObjectIdentifier(child)) { showLeaving(child) }
  }
  override var layoutRules: [LayoutRule] { arrangementRules }
  override func arrangeByConstraints() { arrangeViewsByConstraints() }

  private func arrangementChanged() {
    setNeedsLayout()
    if layoutFlags.contains(.constrained) { constraintsChanged(.inside) }
  }

  // MARK: Layout

  final var visible: [UIView] { arrangedSubviews.filter { !$0.isHidden } }
  final var margins: EdgeInsets { isLayoutMarginsRelativeArrangement ? layoutMargins : .zero }

  private func along(_ size: Size) -> Double { axis == .horizontal ? size.width : size.height }
  private func across(_ size: Size) -> Double { axis == .horizontal ? size.height : size.width }
  private func size(_ along: Double, _ across: Double) -> Size {
    axis == .horizontal ? Size(along, across) : Size(across, along)
  }

  /// What a view wants, in a stack of this breadth.
  private func wanted(_ view: UIView, _ breadth: Double) -> Size {
    sizes[ObjectIdentifier(view)] ?? view.sizeThatFits(axis == .vertical ? Size(breadth, 0) : .zero)
  }

  final func gaps(_ views: [UIView]) -> [Double] {
    views.dropLast().map {
      let gap = spaces[ObjectIdentifier($0)] ?? spacing
      return gap == Self.spacingUseSystem ? 8 : gap
    }
  }

  open override func sizeThatFits(_ room: Size) -> Size {
    let views = visible
    let breadth = max(across(room) - (axis == .vertical ? margins.left + margins.right : 0), 0)
    let sizes = views.map { wanted($0, breadth) }
    let length: Double
    switch distribution {
    case .fillEqually: length = (sizes.map(along).max() ?? 0) * Double(views.count)
    default: length = sizes.map(along).reduce(0, +)
    }
    let inner = size(length + gaps(views).reduce(0, +), sizes.map(across).max() ?? 0)
    return Size(inner.width + margins.left + margins.right, inner.height + margins.top + margins.bottom)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if !layoutFlags.contains(.constrained) { arrangeViews() }
    placeHiddenViews()
  }

  private func arrangeViews() {
    let views = visible
    guard !views.isEmpty else { return }
    let inner = bounds.inset(by: margins)
    let breadth = across(inner.size)
    let sizes = views.map { wanted($0, breadth) }
    var gaps = gaps(views)
    let lengths = lengths(sizes.map(along), along(inner.size), &gaps)
    let baselines = axis == .horizontal ? baselines(views, sizes.map { min($0.height, breadth) }) : []
    var start = axis == .horizontal ? inner.minX : inner.minY
    let edge = axis == .horizontal ? inner.minY : inner.minX
    for (index, view) in views.enumerated() {
      let width = alignment == .fill ? breadth : min(across(sizes[index]), breadth)
      let shift =
        switch alignment {
        case .fill, .leading: 0.0
        case .firstBaseline, .lastBaseline: baselines.isEmpty ? 0.0 : baselines[index]
        case .center: (breadth - width) / 2
        case .trailing: breadth - width
        }
      let origin =
        axis == .horizontal ? Point(start, edge + shift) : Point(edge + shift, start)
      let frame = Rect(origin: origin, size: size(lengths[index], width))
      let place = isMirrored ? frame.mirrored(in: inner) : frame
      if place != view.plainFrame { view.takeLaidOutFrame(place) }
      start += lengths[index] + (index < gaps.count ? gaps[index] : 0)
    }
  }

  /// Hidden views have no length, and begin where the view before them ends: one that an animation shows grows from there. Without constraints, a view
  /// without an intrinsic length stays as it is.
  private func placeHiddenViews() {
    guard arranged.contains(where: \.isHidden) else { return }
    let inner = bounds.inset(by: margins)
    var last: Rect?
    for view in arrangedSubviews {
      guard view.isHidden else {
        last = view.plainFrame
        continue
      }
      guard layoutFlags.contains(.constrained) || along(view.intrinsicContentSize) > 0 else { continue }
      let whole = across(inner.size)
      let breadth = alignment == .fill ? whole : min(across(view.bounds.size), whole)
      let shift = alignment == .trailing ? whole - breadth : alignment == .center ? (whole - breadth) / 2 : 0
      let origin =
        axis == .vertical
        ? Point(inner.minX + shift, last?.maxY ?? inner.minY)
        : Point(isMirrored ? last?.minX ?? inner.maxX : last?.maxX ?? inner.minX, inner.minY + shift)
      let frame = Rect(origin: origin, size: size(0, breadth))
      let place = axis == .vertical && isMirrored ? frame.mirrored(in: inner) : frame
      guard place != view.plainFrame else { continue }
      if along(view.bounds.size) > 0 { hiddenSizes[ObjectIdentifier(view)] = view.bounds.size }
      takeFrame(place, view)
    }
  }

  /// Gives a view that was hidden the size that it had before.
  private func giveBackLength(of view: UIView) {
    guard let size = hiddenSizes.removeValue(forKey: ObjectIdentifier(view)),
      along(view.bounds.size) == 0
    else { return }
    takeFrame(Rect(origin: view.plainFrame.origin, size: size), view)
  }

  /// Sets a view's frame and leaves its subviews as they are.
  private func takeFrame(_ frame: Rect, _ view: UIView) {
    let resizes = view.autoresizesSubviews
    view.autoresizesSubviews = false
    view.takeLaidOutFrame(frame)
    view.autoresizesSubviews = resizes
  }

  private func lengths(_ wanted: [Double], _ room: Double, _ gaps: inout [Double]) -> [Double] {
    let free = max(room - gaps.reduce(0, +), 0)
    let total = wanted.reduce(0, +)
    switch distribution {
    case .fillEqually: return wanted.map { _ in free / Double(wanted.count) }
    case .fillProportionally:
      return wanted.map { total > 0 ? free * $0 / total : free / Double(wanted.count) }
    case .fill:
      var lengths = wanted
      var rest = free - total
      // What lacks is taken from the end.
      for index in lengths.indices.reversed() where rest != 0 {
        let length = max(lengths[index] + rest, 0)
        rest -= length - lengths[index]
        lengths[index] = length
      }
      return lengths
    case .equalSpacing:
      if free > total, !gaps.isEmpty {
        let more = (free - total) / Double(gaps.count)
        gaps = gaps.map { $0 + more }
      }
      return wanted
    case .equalCentering:
      guard let first = wanted.first, let last = wanted.last, wanted.count > 1 else { return wanted }
      let step = (room - (first + last) / 2) / Double(gaps.count)
      for index in gaps.indices {
        gaps[index] = max(gaps[index], step - (wanted[index] + wanted[index + 1]) / 2)
      }
      return wanted
    }
  }

  /// How far below the stack's edge views begin whose baselines are on one line.
  private func baselines(_ views: [UIView], _ heights: [Double]) -> [Double] {
    guard alignment == .firstBaseline || alignment == .lastBaseline else { return [] }
    let lines = zip(views, heights).map { view, height in
      guard let baselines = view.layoutBaselines else { return height }
      return height / 2 + (alignment == .firstBaseline ? baselines.first : baselines.last)
    }
    let lowest = lines.max() ?? 0
    return lines.map { lowest - $0 }
  }
}
