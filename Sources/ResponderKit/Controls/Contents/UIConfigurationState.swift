/// What a configuration may depend on.
public protocol UIConfigurationState: Sendable {
  /// What the interface adapts to.
  var traitCollection: UITraitCollection { get set }
  /// A state in which nothing is the case.
  init(traitCollection: UITraitCollection)
  /// A value of the program's own; nil, unless it has set one.
  subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? { get set }
}

/// The state of a header, a footer, or another view with a configuration.
public struct UIViewConfigurationState: UIConfigurationState, Hashable {
  /// What the interface adapts to.
  public var traitCollection: UITraitCollection
  /// Whether it can not be used.
  public var isDisabled = false
  /// Whether a finger is down in it.
  public var isHighlighted = false
  /// Whether it is selected.
  public var isSelected = false
  /// Whether the keys go to it. Never set by the layer.
  public var isFocused = false
  /// Whether it stays at the edge of a list. Never set by the layer.
  public var isPinned = false

  private var customStates = CustomStates()

  /// A state in which nothing is the case.
  public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }

  /// A value of the program's own; nil, unless it has set one.
  public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
    get { customStates[key] }
    set { customStates[key] = newValue }
  }
}

/// The state of a cell with a configuration.
public struct UICellConfigurationState: UIConfigurationState, Hashable {
  /// What the interface adapts to.
  public var traitCollection: UITraitCollection
  /// Whether it can not be used.
  public var isDisabled = false
  /// Whether a finger is down in it.
  public var isHighlighted = false
  /// Whether it is selected.
  public var isSelected = false
  /// Whether the keys go to it. Never set by the layer.
  public var isFocused = false
  /// Whether its list is being edited.
  public var isEditing = false
  /// Whether what belongs to it is shown below it. Never set for rows of tables.
  public var isExpanded = false
  /// Whether its actions are shown by a swipe. Never set by the layer.
  public var isSwiped = false
  /// Whether the user moves it to another place. Never set for rows of tables.
  public var isReordering = false

  private var customStates = CustomStates()

  /// A state in which nothing is the case.
  public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }

  /// A value of the program's own; nil, unless it has set one.
  public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
    get { customStates[key] }
    set { customStates[key] = newValue }
  }
}
