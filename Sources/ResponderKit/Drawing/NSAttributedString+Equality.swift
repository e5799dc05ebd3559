extension NSAttributedString: Hashable {
  /// Equal with the same code units, and equal attributes of each; how the text is divided into runs does not matter.
  public static func == (left: NSAttributedString, right: NSAttributedString) -> Bool {
    left === right || left.isEqual(to: right)
  }

  /// The same for equal texts.
  public final func hash(into hasher: inout Hasher) { hasher.combine(string) }

  /// As `==`; false for what is no attributed text.
  public final func isEqual(_ object: Any?) -> Bool { (object as? NSAttributedString) == self }

  /// Whether text and attributes are equal. A value that is not `Hashable` equals only the same object.
  public final func isEqual(to other: NSAttributedString) -> Bool {
    // Texts are compared by code points: attributes belong to these.
    guard string.utf8.elementsEqual(other.string.utf8) else { return false }
    var (own, others, ownEnd, othersEnd) = (0, 0, 0, 0)
    while own < runs.count, others < other.runs.count {
      guard Self.areEqual(runs[own].attributes, other.runs[others].attributes) else { return false }
      // The one that ends first goes on to its next run.
      let (end, otherEnd) = (ownEnd + runs[own].length, othersEnd + other.runs[others].length)
      if end <= otherEnd { (own, ownEnd) = (own + 1, end) }
      if otherEnd <= end { (others, othersEnd) = (others + 1, otherEnd) }
    }
    return true
  }

  static func areEqual(_ left: [Key: Any], _ right: [Key: Any]) -> Bool {
    left.count == right.count
      && left.allSatisfy { key, value in right[key].map { areEqual(value, $0) } ?? false }
  }

  static func areEqual(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? any Hashable, let right = right as? any Hashable {
      return AnyHashable(left) == AnyHashable(right)
    }
    guard type(of: left) is AnyClass, type(of: right) is AnyClass else { return false }
    return left as AnyObject === right as AnyObject
  }
}

/// A value that may be an Optional in an `Any`, as `label.font` is in `[.font: label.font as Any]`.
private protocol OptionalAttribute {
  var attribute: Any? { get }
}

extension Optional: OptionalAttribute {
  fileprivate var attribute: Any? { map { $0 as Any } }
}

extension NSAttributedString {
  /// The value without Optionals around it; nil if the innermost Optional is nil.
  static func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalAttribute else { return value }
    return optional.attribute.flatMap(unwrapped)
  }

  /// The attributes whose values are not nil, without Optionals around them.
  static func unwrapped(_ attributes: [Key: Any]) -> [Key: Any] {
    guard attributes.values.contains(where: { $0 is any OptionalAttribute }) else { return attributes }
    return attributes.compactMapValues(unwrapped)
  }
}
