/// What the view depends on that a controller shows when it has no content.
public struct UIContentUnavailableConfigurationState: Hashable, Sendable {
  /// What the interface adapts to.
  public var traitCollection: UITraitCollection
  /// What is searched for by the search of the controller's `navigationItem`; nil without one.
  public var searchText: String?
  private var customStates = CustomStates()

  /// A state in which nothing is searched for.
  public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }

  /// A value of the program's own; nil, unless it has set one.
  public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
    get { customStates[key] }
    set { customStates[key] = newValue }
  }
}
