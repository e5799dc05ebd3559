/// Stores a value inline as nil while it is the default, and boxed otherwise.
@propertyWrapper
struct Rare<Value: RareValue> {
  private final class Holder {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private var holder: Holder?

  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Whether it is the default.
  var isUsual: Bool { holder == nil }

  var wrappedValue: Value {
    get { holder?.value ?? .usual }
    set { holder = newValue == .usual ? nil : Holder(newValue) }
  }
}

extension Rare: Hashable {
  static func == (left: Self, right: Self) -> Bool {
    left.holder === right.holder
      || left.holder != nil && right.holder != nil && left.wrappedValue == right.wrappedValue
  }

  func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

/// A value of which one is usual.
protocol RareValue: Hashable {
  static var usual: Self { get }
}

extension CATransform3D: RareValue {
  static var usual: CATransform3D { CATransform3D() }
}

extension Optional: RareValue where Wrapped: Hashable {
  static var usual: Wrapped? { nil }
}
