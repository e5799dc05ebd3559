/// A stack among constraints: its arrangement is rules beside them, as UIKit's stacks make constraints. Without any constraint in it or to
/// it a stack sets frames by itself: see UIStackView.swift.
extension UIStackView {
  private typealias Attribute = NSLayoutConstraint.Attribute
  /// Of what keeps a stack as small as its views.
  private static let snug: Float = 51

  final func arrangeViewsByConstraints() {
    guard layoutFlags.contains(.constrained) else { return }
    takePart()
    for view in arrangedSubviews {
      view.takePart()
      view.layoutItem.isArranged = true
    }
  }

  final var arrangementRules: [LayoutRule] {
    isMirrored ? rules(margins.mirrored).map(\.mirrored) : rules(margins)
  }

  /// From left to right.
  private func rules(_ margins: EdgeInsets) -> [LayoutRule] {
    let views = visible
    guard layoutFlags.contains(.constrained), let first = views.first, let last = views.last else {
      return []
    }
    let isRow = axis == .horizontal
    let (start, end): (Attribute, Attribute) = isRow ? (.left, .right) : (.top, .bottom)
    var rules: [LayoutRule] = [
      .between(first.layoutItem, start, layoutItem, start, distance: isRow ? margins.left : margins.top),
      .between(
        last.layoutItem, end, layoutItem, end, distance: -(isRow ? margins.right : margins.bottom)),
    ]
    rules += gapRules(views, start, end) + lengthRules(views, isRow ? .width : .height)
    for view in views { rules += rulesAcross(view.layoutItem, margins) }
    if isRow, alignment == .firstBaseline || alignment == .lastBaseline {
      let line: Attribute = alignment == .firstBaseline ? .firstBaseline : .lastBaseline
      // A view without text stands on the line.
      func own(_ view: UIView) -> Attribute { view.layoutBaselines == nil ? .bottom : line }
      rules += views.dropFirst().map { .between($0.layoutItem, own($0), first.layoutItem, own(first)) }
    }
    // Breadth beyond the broadest view is not wanted.
    rules.append(
      .alone(layoutItem, isRow ? .height : .width, 0, priority: alignment == .fill ? 1 : Self.snug))
    return rules
  }

  private func gapRules(_ views: [UIView], _ start: Attribute, _ end: Attribute) -> [LayoutRule] {
    var rules: [LayoutRule] = []
    let gaps = gaps(views)
    for (index, gap) in gaps.enumerated() {
      let (view, next) = (views[index].layoutItem, views[index + 1].layoutItem)
      guard distribution == .equalSpacing || distribution == .equalCentering else {
        rules.append(.between(next, start, view, end, distance: gap))
        continue
      }
      rules.append(.between(next, start, view, end, distance: gap, relation: .greaterThanOrEqual))
      rules.append(.between(next, start, view, end, distance: gap, priority: Self.snug))
      guard index > 0 else { continue }
      // This gap is longer than the one before by what the least ones differ.
      let before = views[index - 1].layoutItem
      if distribution == .equalCentering {
        let middle: Attribute = axis == .horizontal ? .centerX : .centerY
        rules.append(
          LayoutRule(
            terms: [
              .init(item: next, attribute: middle, factor: 1),
              .init(item: view, attribute: middle, factor: -2),
              .init(item: before, attribute: middle, factor: 1),
            ], priority: 149))
        continue
      }
      rules.append(
        LayoutRule(
          terms: [
            .init(item: next, attribute: start, factor: 1), .init(item: view, attribute: end, factor: -1),
            .init(item: view, attribute: start, factor: -1), .init(item: before, attribute: end, factor: 1),
          ], constant: gaps[index - 1] - gap, priority: 999))
    }
    return rules
  }

  private func lengthRules(_ views: [UIView], _ length: Attribute) -> [LayoutRule] {
    switch distribution {
    case .fill:
      // Among views that resist equally, the last one is stretched.
      return views.dropLast().enumerated().map { index, view in
        .alone(view.layoutItem, length, 0, priority: 0.5, weight: 1 + Double(views.count - index))
      }
    case .equalSpacing, .equalCentering: return []
    case .fillEqually:
      return views.dropFirst().map { .between($0.layoutItem, length, views[0].layoutItem, length) }
    case .fillProportionally:
      let sizes = views.map(\.intrinsicContentSize)
      let wanted = sizes.map { max(length == .width ? $0.width : $0.height, 0) }
      guard wanted[0] > 0 else { return [] }
      return zip(views, wanted).dropFirst().map { view, size in
        .between(
          view.layoutItem, length, views[0].layoutItem, length, factor: size / wanted[0], priority: 999)
      }
    }
  }

  private func rulesAcross(_ view: LayoutItem, _ margins: EdgeInsets) -> [LayoutRule] {
    let isRow = axis == .horizontal
    let (start, middle, end): (Attribute, Attribute, Attribute) =
      isRow ? (.top, .centerY, .bottom) : (.left, .centerX, .right)
    let (first, last) = isRow ? (margins.top, margins.bottom) : (margins.left, margins.right)
    func edge(
      _ attribute: Attribute, _ distance: Double, _ relation: NSLayoutConstraint.Relation
    ) -> LayoutRule {
      .between(view, attribute, layoutItem, attribute, distance: distance, relation: relation)
    }
    let inside = [edge(start, first, .greaterThanOrEqual), edge(end, -last, .lessThanOrEqual)]
    switch alignment {
    case .fill: return [edge(start, first, .equal), edge(end, -last, .equal)]
    case .firstBaseline where isRow, .lastBaseline where isRow: return inside
    case .leading, .firstBaseline, .lastBaseline: return [edge(start, first, .equal), inside[1]]
    case .trailing: return [inside[0], edge(end, -last, .equal)]
    case .center: return inside + [edge(middle, (first - last) / 2, .equal)]
    }
  }
}
