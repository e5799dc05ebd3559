/// A linear equation or inequality between attributes of items: "0 = the sum of the terms and the constant".
struct LayoutRule {
  struct Term {
    var item: LayoutItem
    var attribute: NSLayoutConstraint.Attribute
    var factor: Double
  }

  var terms: [Term]
  var constant = 0.0
  var relation = NSLayoutConstraint.Relation.equal
  var priority: Float = 1000
  /// How much what lacks counts among rules of the same priority.
  var weight = 1.0
  /// Nil: the rule of a stack or of a content's size.
  var source: NSLayoutConstraint?

  /// One attribute against another one, and a distance.
  static func between(
    _ item: LayoutItem, _ attribute: NSLayoutConstraint.Attribute, _ other: LayoutItem,
    _ otherAttribute: NSLayoutConstraint.Attribute, distance: Double = 0, factor: Double = 1,
    relation: NSLayoutConstraint.Relation = .equal, priority: Float = 1000, weight: Double = 1
  ) -> LayoutRule {
    LayoutRule(
      terms: [
        Term(item: item, attribute: attribute, factor: 1),
        Term(item: other, attribute: otherAttribute, factor: -factor),
      ], constant: -distance, relation: relation, priority: priority, weight: weight)
  }

  /// The mirrored rule, for content that begins at the right: distances to the right become distances to the left.
  var mirrored: LayoutRule {
    guard terms.contains(where: { $0.attribute.sense == .across }) else { return self }
    var rule = self
    for index in terms.indices { rule.terms[index].attribute = terms[index].attribute.mirrored }
    rule.constant = -constant
    switch relation {
    case .equal: break
    case .lessThanOrEqual: rule.relation = .greaterThanOrEqual
    case .greaterThanOrEqual: rule.relation = .lessThanOrEqual
    }
    return rule
  }

  /// One attribute alone.
  static func alone(
    _ item: LayoutItem, _ attribute: NSLayoutConstraint.Attribute, _ length: Double,
    relation: NSLayoutConstraint.Relation = .equal, priority: Float = 1000, weight: Double = 1
  ) -> LayoutRule {
    LayoutRule(
      terms: [Term(item: item, attribute: attribute, factor: 1)], constant: -length, relation: relation,
      priority: priority, weight: weight)
  }
}

extension LayoutPlace {
  /// Adds a multiple of an attribute to an expression.
  func add(
    _ attribute: NSLayoutConstraint.Attribute, times factor: Double,
    baselines: (first: Double, last: Double)?, to row: inout LinearRow
  ) {
    func add(_ term: Term, _ factor: Double) {
      row.constant += term.constant * factor
      if let variable = term.variable { row.add(variable, factor) }
    }
    /// A place at a part of a length, from its start.
    func add(_ start: Term, _ length: Term, _ part: Double) {
      add(start, factor)
      if part != 0 { add(length, factor * part) }
    }
    switch attribute {
    case .left, .leading: add(x, width, 0)
    case .centerX: add(x, width, 0.5)
    case .right, .trailing: add(x, width, 1)
    case .width: add(width, factor)
    case .top: add(y, height, 0)
    case .centerY: add(y, height, 0.5)
    case .bottom: add(y, height, 1)
    case .height: add(height, factor)
    case .firstBaseline:
      add(y, height, baselines == nil ? 0 : 0.5)
      row.constant += (baselines?.first ?? 0) * factor
    case .lastBaseline:
      add(y, height, baselines == nil ? 1 : 0.5)
      row.constant += (baselines?.last ?? 0) * factor
    default: break
    }
  }
}
