/// Makes the constraints of a line.
struct VisualFormatMaker {
  /// Why a line has no constraints: what the sentence about it ends with.
  struct Unusable: Error {
    let text: String
  }

  let line: VisualFormat
  let metrics: [String: Any]
  let views: [String: Any]

  init(_ line: VisualFormat, _ metrics: [String: Any], _ views: [String: Any]) {
    self.line = line
    self.metrics = metrics
    self.views = views
  }

  private var start: NSLayoutConstraint.Attribute { line.isVertical ? .top : .leading }
  private var end: NSLayoutConstraint.Attribute { line.isVertical ? .bottom : .trailing }

  func constraints(_ options: NSLayoutConstraint.FormatOptions) throws(Unusable) -> [NSLayoutConstraint] {
    var items: [UIView] = []
    for element in line.elements { items.append(try view(element.name)) }
    var made: [NSLayoutConstraint] = []
    for (index, element) in line.elements.enumerated() {
      for length in element.lengths {
        made.append(try lengthConstraint(items[index], length))
      }
      if index > 0 {
        made += try gaps(items[index], start, items[index - 1], end, element.gap, standard: 8)
      } else if line.beginsAtEdge {
        let outer = try parent(items[0])
        let edge: Any = element.gap == nil ? outer.layoutMarginsGuide : outer
        made += try gaps(items[0], start, edge, start, element.gap, standard: 0)
      }
    }
    if let gap = line.end, let last = items.last {
      let outer = try parent(last)
      let edge: Any = gap == nil ? outer.layoutMarginsGuide : outer
      made += try gaps(edge, end, last, end, gap, standard: 0)
    }
    for attribute in options.attributes {
      for (one, other) in zip(items, items.dropFirst()) {
        made.append(
          NSLayoutConstraint(
            item: one, attribute: attribute, relatedBy: .equal, toItem: other, attribute: attribute,
            multiplier: 1, constant: 0))
      }
    }
    return made
  }

  /// The distance from one edge to another.
  private func gaps(
    _ item: Any, _ attribute: NSLayoutConstraint.Attribute, _ other: Any,
    _ otherAttribute: NSLayoutConstraint.Attribute, _ gap: VisualFormat.Gap, standard: Double
  ) throws(Unusable) -> [NSLayoutConstraint] {
    // No gap: the edges touch.
    let predicates =
      gap.map { $0.isEmpty ? [.init(quantity: .number(0))] : $0 } ?? [.init(quantity: .number(standard))]
    var made: [NSLayoutConstraint] = []
    for predicate in predicates {
      let constraint = NSLayoutConstraint(
        item: item, attribute: attribute, relatedBy: predicate.relation, toItem: other,
        attribute: otherAttribute, multiplier: 1, constant: try number(predicate.quantity))
      made.append(try prioritized(constraint, predicate))
    }
    return made
  }

  private func lengthConstraint(_ view: UIView, _ predicate: VisualFormat.Predicate) throws(Unusable)
    -> NSLayoutConstraint
  {
    let attribute: NSLayoutConstraint.Attribute = line.isVertical ? .height : .width
    var other: UIView?
    if case .name(let name) = predicate.quantity { other = views[name] as? UIView }
    let constraint = NSLayoutConstraint(
      item: view, attribute: attribute, relatedBy: predicate.relation, toItem: other,
      attribute: other == nil ? .notAnAttribute : attribute, multiplier: 1,
      constant: other == nil ? try number(predicate.quantity) : 0)
    return try prioritized(constraint, predicate)
  }

  private func prioritized(_ constraint: NSLayoutConstraint, _ predicate: VisualFormat.Predicate)
    throws(Unusable) -> NSLayoutConstraint
  {
    if let priority = predicate.priority {
      constraint.priority = UILayoutPriority(rawValue: Float(try number(priority)))
    }
    return constraint
  }

  private func number(_ quantity: VisualFormat.Quantity) throws(Unusable) -> Double {
    switch quantity {
    case .number(let number): return number
    case .name(let name):
      let metric = metrics[name]
      if let number = metric as? Double { return number }
      if let number = metric as? Int { return Double(number) }
      if let number = metric as? Float { return Double(number) }
      throw Unusable(text: "names \(name), which is no metric")
    }
  }

  private func view(_ name: String) throws(Unusable) -> UIView {
    guard let view = views[name] as? UIView else {
      throw Unusable(text: "names \(name), which is no view")
    }
    return view
  }

  private func parent(_ view: UIView) throws(Unusable) -> UIView {
    guard let parent = view.superview else {
      throw Unusable(text: "leads to the edge of a superview, which is not there")
    }
    return parent
  }
}

extension NSLayoutConstraint {
  /// How the views of a line of the visual format are aligned with each other, beside what the line says.
  public struct FormatOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Their left edges.
    public static let alignAllLeft = Self.edge(.left)
    /// Their right edges.
    public static let alignAllRight = Self.edge(.right)
    /// Their upper edges.
    public static let alignAllTop = Self.edge(.top)
    /// Their lower edges.
    public static let alignAllBottom = Self.edge(.bottom)
    /// Their leading edges.
    public static let alignAllLeading = Self.edge(.leading)
    /// Their trailing edges.
    public static let alignAllTrailing = Self.edge(.trailing)
    /// Their middles, from left to right.
    public static let alignAllCenterX = Self.edge(.centerX)
    /// Their middles, from top to bottom.
    public static let alignAllCenterY = Self.edge(.centerY)
    /// Their last baselines.
    public static let alignAllLastBaseline = Self.edge(.lastBaseline)
    /// Their first baselines.
    public static let alignAllFirstBaseline = Self.edge(.firstBaseline)

    private static func edge(_ attribute: Attribute) -> Self { Self(rawValue: 1 << UInt(attribute.rawValue)) }

    var attributes: [Attribute] {
      Attribute.allCases.filter {
        $0 != .notAnAttribute && $0.withinMargins == nil && rawValue & (1 << UInt($0.rawValue)) != 0
      }
    }
  }

  /// The constraints that a line of the visual format describes, not yet active. `-` alone is 8 points between views; to the superview's edge it leads
  /// to the superview's margins. A line that can not be read, or with an unknown name, has no constraints, and a line
  /// on the standard error stream says why; UIKit ends the program.
  public static func constraints(
    withVisualFormat format: String, options: FormatOptions = [], metrics: [String: Any]? = nil,
    views: [String: Any]
  ) -> [NSLayoutConstraint] {
    do throws(VisualFormatMaker.Unusable) {
      guard let line = VisualFormat(format) else { throw VisualFormatMaker.Unusable(text: "can not be read") }
      return try VisualFormatMaker(line, metrics ?? [:], views).constraints(options)
    } catch {
      ProgramWarning.print("the visual format \"\(format)\" \(error.text)")
      return []
    }
  }
}
