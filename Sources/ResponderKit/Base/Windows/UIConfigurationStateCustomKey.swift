/// The name of a value that a program adds to states.
public struct UIConfigurationStateCustomKey: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// The key of a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The key of a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The program's own values in a state. They are of any types, and so belong to the thread of the views.
struct CustomStates: Hashable, @unchecked Sendable {
  private var values: [UIConfigurationStateCustomKey: AnyHashable] = [:]

  subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
    get { values[key] }
    set { values[key] = newValue }
  }
}
