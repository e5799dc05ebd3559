/// A relation between two attributes of views and layout guides, or between one and a number: `first = multiplier · second + constant`, or
/// an inequality. It has an effect while it is active. What both items are in holds it then.
open class NSLayoutConstraint: CustomStringConvertible {
  /// What of an item is related. The numbers are UIKit's.
  public enum Attribute: Int, Hashable, Sendable, CaseIterable {
    /// An edge.
    case left = 1
    /// An edge.
    case right, top, bottom
    /// The edge at which content begins in the view that holds the constraint; see `semanticContentAttribute`.
    case leading
    /// The edge at which content ends.
    case trailing
    /// A length.
    case width, height
    /// The middle.
    case centerX, centerY
    /// The line on which the letters of the last line of text stand; without text the lower edge.
    case lastBaseline
    /// As `lastBaseline`, of the first line; without text the upper edge.
    case firstBaseline
    /// An edge of a view's `layoutMarginsGuide`. A constraint that is made with it has the guide, and the attribute without the margin. For
    /// a guide it means the guide's own edge.
    case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
    /// The middle of a view's `layoutMarginsGuide`.
    case centerXWithinMargins, centerYWithinMargins
    /// None: the constraint has one item.
    case notAnAttribute = 0

    /// The attribute of the margins' guide.
    var withinMargins: Attribute? {
      switch self {
      case .leftMargin: .left
      case .rightMargin: .right
      case .topMargin: .top
      case .bottomMargin: .bottom
      case .leadingMargin: .leading
      case .trailingMargin: .trailing
      case .centerXWithinMargins: .centerX
      case .centerYWithinMargins: .centerY
      default: nil
      }
    }

    enum Sense { case across, down, width, height, none }
    var sense: Sense {
      switch withinMargins ?? self {
      case .left, .right, .leading, .trailing, .centerX: .across
      case .top, .bottom, .centerY, .firstBaseline, .lastBaseline: .down
      case .width: .width
      case .height: .height
      default: .none
      }
    }
    /// Whether it depends on the direction in which content is arranged.
    var isDirectional: Bool { self == .leading || self == .trailing }
    /// At the other side.
    var mirrored: Attribute {
      switch self {
      case .left, .leading: .right
      case .right, .trailing: .left
      default: self
      }
    }
    var isLength: Bool { sense == .width || sense == .height }
    var isEdge: Bool { !isLength && self != .centerX && self != .centerY && self != .notAnAttribute }
  }

  /// How the attributes are related. The numbers are UIKit's.
  public enum Relation: Int, Hashable, Sendable {
    /// The first is not greater.
    case lessThanOrEqual = -1
    /// Both are the same.
    case equal = 0
    /// The first is not less.
    case greaterThanOrEqual = 1
  }

  /// A direction in which there are lengths.
  public enum Axis: Int, Hashable, Sendable {
    /// From left to right.
    case horizontal
    /// From top to bottom.
    case vertical
  }

  /// A name for messages.
  open var identifier: String?
  /// Of the first item.
  public final let firstAttribute: Attribute
  /// Of the second item; `.notAnAttribute` without one.
  public final let secondAttribute: Attribute
  /// How the attributes are related.
  public final let relation: Relation
  /// What the second attribute is multiplied with.
  public final let multiplier: Double
  /// What is added to the second attribute. A change has its effect with the next layout: inside of `UIView.animate`, with a
  /// `layoutIfNeeded()` there, it is animated.
  open var constant: Double { didSet { if constant != oldValue { changed() } } }
  /// Required by default.
  open var priority = UILayoutPriority.required { didSet { if priority != oldValue { changed() } } }

  let first: LayoutItem
  let second: LayoutItem?
  /// What holds it, while it is active.
  final weak var holder: LayoutItem?
  /// The items that it is about: with a scroll view's content in place of the scroll view.
  final var targets: (first: LayoutItem, second: LayoutItem?)
  /// Whether it is counted in its items and in `crossed`.
  final var isCounted = false
  /// What its items are in, up to the holder.
  final var crossed: [LayoutItem] = []
  /// It contradicts others that are required, and was left out of the last solution.
  final var isBroken = false

  init(
    _ first: LayoutItem, _ attribute: Attribute, _ relation: Relation, _ second: LayoutItem?,
    _ secondAttribute: Attribute, multiplier: Double, constant: Double
  ) {
    self.first = first
    firstAttribute = attribute
    self.relation = relation
    self.second = secondAttribute == .notAnAttribute ? nil : second
    self.secondAttribute = second == nil ? .notAnAttribute : secondAttribute
    self.multiplier = multiplier
    self.constant = constant
    targets = (first, second)
  }

  deinit { forgetCounts() }

  /// A constraint about nothing, for a property until that gets another one. It can not be activated.
  public convenience init() {
    self.init(LayoutItem(nil), .notAnAttribute, .equal, nil, .notAnAttribute, multiplier: 1, constant: 0)
  }

  /// A constraint between a view or guide and another one, or a number: without a second item only the constant counts. With an
  /// object of another kind it can not be activated, and a line on the standard error stream says why.
  public convenience init(
    item: Any, attribute: Attribute, relatedBy relation: Relation, toItem other: Any?,
    attribute otherAttribute: Attribute, multiplier: Double, constant: Double
  ) {
    var first = item as? any LayoutSubject
    let second = (other as? any LayoutSubject).map { $0.place(of: otherAttribute) }
    var mistake = first == nil ? item : nil
    if mistake == nil, second == nil, let other {
      mistake = other
      // An Optional without a value, in the argument's own.
      if case Optional<Any>.none = other { mistake = nil }
    }
    if let mistake {
      ProgramWarning.print("a constraint's item is a view or a layout guide, not '\(type(of: mistake))'")
      first = nil
    }
    let place = first?.place(of: attribute)
    self.init(
      place?.item ?? LayoutItem(nil), place?.attribute ?? attribute, relation, second?.item,
      second?.attribute ?? otherAttribute,
      multiplier: multiplier, constant: constant)
  }

  /// The view or guide that is constrained; nil once it is deallocated.
  open var firstItem: AnyObject? { first.subject }
  /// The view or guide that it is constrained to.
  open var secondItem: AnyObject? { second?.subject }

  /// Whether it has an effect. Both items must be in one tree of views when it is activated; otherwise it stays inactive, and a warning says
  /// so. A view that leaves its superview loses its constraints to what is outside of it.
  open var isActive: Bool {
    get { holder != nil }
    set { if newValue { activate() } else { deactivate() } }
  }

  /// Activates constraints.
  public static func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }

  /// Deactivates constraints.
  public static func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  private func changed() { holder?.subject?.constraintsChanged(.inside) }

  /// As `<save.width >= 0.5 * cancel.width + 8 @ 750, "buttons">`.
  open var description: String {
    func name(_ item: LayoutItem, _ attribute: Attribute) -> String {
      "\(item.subject?.layoutName ?? "(deallocated)").\(attribute)"
    }
    let sign =
      switch relation {
      case .lessThanOrEqual: "<="
      case .equal: "=="
      case .greaterThanOrEqual: ">="
      }
    var text = "\(name(first, firstAttribute)) \(sign) "
    if let second {
      if multiplier != 1 { text += "\(multiplier.short) * " }
      text += name(second, secondAttribute)
      if constant != 0 { text += constant < 0 ? " - \((-constant).short)" : " + \(constant.short)" }
    } else {
      text += constant.short
    }
    if priority != .required { text += " @ \(Double(priority.rawValue).short)" }
    if let identifier { text += ", \"\(identifier)\"" }
    return "<\(text)>"
  }
}
