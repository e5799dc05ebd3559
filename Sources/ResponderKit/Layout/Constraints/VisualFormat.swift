/// A line of UIKit's visual format, such as `H:|-[a(>=40)]-8-[b(a)]-(>=10@700)-|`, read into its parts.
struct VisualFormat {
  enum Quantity {
    case number(Double)
    /// A metric, or a view whose length is meant.
    case name(String)
  }

  struct Predicate {
    var relation = NSLayoutConstraint.Relation.equal
    var quantity: Quantity
    var priority: Quantity?
  }

  /// What is between two views: nil for the standard space.
  typealias Gap = [Predicate]?

  struct Element {
    var name: String
    var lengths: [Predicate]
    /// Before it; for the first one nil, or that to the superview's edge.
    var gap: Gap
  }

  private(set) var isVertical = false
  private(set) var elements: [Element] = []
  private(set) var beginsAtEdge = false
  /// To the superview's other edge; the outer nil: the line does not end there.
  private(set) var end: Gap?

  private var rest: Substring

  /// Nil for what is no such line.
  init?(_ text: String) {
    rest = Substring(text.filter { $0 != " " })
    if skip("V:") { isVertical = true } else { _ = skip("H:") }
    var gap: Gap = []
    if skip("|") {
      beginsAtEdge = true
      guard let first = readGap() else { return nil }
      gap = first
    }
    repeat {
      guard skip("["), let name = readName() else { return nil }
      var lengths: [Predicate] = []
      if rest.first == "(" {
        guard let list = readList() else { return nil }
        lengths = list
      }
      guard skip("]") else { return nil }
      elements.append(Element(name: name, lengths: lengths, gap: gap))
      if rest.isEmpty { return }
      guard let next = readGap() else { return nil }
      gap = next
    } while rest.first == "["
    guard skip("|"), rest.isEmpty else { return nil }
    end = .some(gap)
  }

  private mutating func skip(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  /// Nothing, `-`, or `-…-`.
  private mutating func readGap() -> Gap? {
    guard skip("-") else { return .some([]) }
    if rest.first == "[" || rest.first == "|" { return .some(nil) }
    let list = rest.first == "(" ? readList() : readPredicate().map { [$0] }
    guard let list, skip("-") else { return nil }
    return .some(list)
  }

  private mutating func readList() -> [Predicate]? {
    guard skip("(") else { return nil }
    var list: [Predicate] = []
    repeat {
      guard let predicate = readPredicate() else { return nil }
      list.append(predicate)
    } while skip(",")
    return skip(")") ? list : nil
  }

  private mutating func readPredicate() -> Predicate? {
    var relation = NSLayoutConstraint.Relation.equal
    if skip("<=") {
      relation = .lessThanOrEqual
    } else if skip(">=") {
      relation = .greaterThanOrEqual
    } else {
      _ = skip("==")
    }
    guard let quantity = readQuantity() else { return nil }
    guard skip("@") else { return Predicate(relation: relation, quantity: quantity) }
    guard let priority = readQuantity() else { return nil }
    return Predicate(relation: relation, quantity: quantity, priority: priority)
  }

  private mutating func readQuantity() -> Quantity? {
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
    // A minus behind digits belongs to the line.
    let number = digits.prefix(1) + digits.dropFirst().prefix { $0 != "-" }
    if let value = Double(number) {
      rest = rest.dropFirst(number.count)
      return .number(value)
    }
    return readName().map(Quantity.name)
  }

  private mutating func readName() -> String? {
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    guard !name.isEmpty else { return nil }
    rest = rest.dropFirst(name.count)
    return String(name)
  }
}
