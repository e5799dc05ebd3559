/// The name of a value that a program adds to states.
public struct UIConfigurationStateCustomKey: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// The key of a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The key of a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The program's own values in a state. Their types need not be Sendable: use them on the views' thread only.
struct CustomStates: Hashable, @unchecked Sendable {
  private var values: [UIConfigurationStateCustomKey: AnyHashable] = [:]

  subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
    get { values[key] }
    set { values[key] = newValue }
  }
}
