/// The values of a program's own traits, by the traits' types. They are used on the thread of their views, or do not change.
struct TraitValues: Hashable, @unchecked Sendable {
  private var values: [ObjectIdentifier: Any] = [:]
  /// Traits that providers of colors ask for.
  private var ofColors: Set<ObjectIdentifier> = []

  subscript(trait: ObjectIdentifier) -> Any? { values[trait] }

  mutating func set(_ value: Any, for trait: ObjectIdentifier, affectsColors: Bool) {
    values[trait] = value
    if affectsColors { ofColors.insert(trait) }
  }

  /// Adds the values of others, which replace those of the same traits.
  mutating func take(_ other: Self) {
    values.merge(other.values) { $1 }
    ofColors.formUnion(other.ofColors)
  }

  /// Whether colors can differ.
  func hasOtherColors(than other: Self) -> Bool {
    ofColors.union(other.ofColors).contains { !Self.isSame(values[$0] as Any, other.values[$0] as Any) }
  }

  static func == (left: Self, right: Self) -> Bool {
    left.values.count == right.values.count
      && left.values.allSatisfy { trait, value in right.values[trait].map { isSame(value, $0) } ?? false }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(values.count) }

  /// Whether two values are equal; of a type without equality, whether they are the same object.
  static func isSame(_ one: Any, _ other: Any) -> Bool {
    if let one = one as? any Equatable { return isSame(one, other) }
    guard type(of: one) is AnyClass, type(of: other) is AnyClass else { return false }
    return one as AnyObject === other as AnyObject
  }

  private static func isSame<Value: Equatable>(_ one: Value, _ other: Any) -> Bool { one == other as? Value }
}
