/// Something at a side of a list's row.
public struct UICellAccessory {
  /// When an accessory is shown.
  public enum DisplayedState: Int, Hashable, Sendable {
    /// Always.
    case always
    /// While the collection is edited, or while it is not.
    case whenEditing, whenNotEditing
  }

  /// Where a view of the program's own is.
  public enum Placement: Hashable, Sendable {
    /// At the side where lines begin.
    case leading(displayed: DisplayedState = .always)
    /// At the side where lines end.
    case trailing(displayed: DisplayedState = .always)
  }

  /// How an arrow for what belongs to a row looks and acts.
  public struct OutlineDisclosureOptions {
    /// What a touch of the row does.
    public enum Style: Int, Hashable, Sendable {
      /// As the row's place in the list asks for: as a header, if it has no others around it.
      case automatic
      /// A touch of the row shows or hides what belongs to it.
      case header
      /// A touch of the arrow does.
      case cell
    }

    /// What a touch of the row does.
    public var style: Style
    /// Nil: the row's.
    public var tintColor: UIColor?

    /// An arrow.
    public init(style: Style = .automatic, tintColor: UIColor? = nil) {
      self.style = style
      self.tintColor = tintColor
    }
  }

  /// A view of the program's own, and where it is.
  public struct CustomViewConfiguration {
    /// The view, in its own size.
    public let customView: UIView
    /// Where it is.
    public let placement: Placement
    /// Nil: the row's.
    public var tintColor: UIColor?

    /// A view at a side.
    public init(customView: UIView, placement: Placement, tintColor: UIColor? = nil) {
      self.customView = customView
      self.placement = placement
      self.tintColor = tintColor
    }
  }

  enum Kind {
    case disclosure, checkmark, detail, delete, insert, reorder, multiselect
    case outline(OutlineDisclosureOptions.Style)
    case label(String)
    case custom(UIView)
  }

  let kind: Kind
  var displayed: DisplayedState
  var isLeading = false
  var tintColor: UIColor?
  var handler: (() -> Void)?

  private init(
    _ kind: Kind, _ displayed: DisplayedState, isLeading: Bool = false, tintColor: UIColor? = nil,
    handler: (() -> Void)? = nil
  ) {
    self.kind = kind
    self.displayed = displayed
    self.isLeading = isLeading
    self.tintColor = tintColor
    self.handler = handler
  }

  func isShown(isEditing: Bool) -> Bool {
    switch displayed {
    case .always: true
    case .whenEditing: isEditing
    case .whenNotEditing: !isEditing
    }
  }

  /// An arrow to the right, for rows that open something.
  public static func disclosureIndicator(displayed: DisplayedState = .always) -> UICellAccessory {
    .init(.disclosure, displayed)
  }
  /// A check mark.
  public static func checkmark(displayed: DisplayedState = .always) -> UICellAccessory {
    .init(.checkmark, displayed)
  }
  /// The letter i in a circle.
  public static func detail(
    displayed: DisplayedState = .always, actionHandler: (() -> Void)? = nil
  ) -> UICellAccessory { .init(.detail, displayed, handler: actionHandler) }
  /// A red button at the left; without a handler it opens the row's buttons.
  public static func delete(
    displayed: DisplayedState = .whenEditing, actionHandler: (() -> Void)? = nil
  ) -> UICellAccessory { .init(.delete, displayed, isLeading: true, handler: actionHandler) }
  /// A green button at the left.
  public static func insert(
    displayed: DisplayedState = .whenEditing, actionHandler: (() -> Void)? = nil
  ) -> UICellAccessory { .init(.insert, displayed, isLeading: true, handler: actionHandler) }
  /// A circle at the left that is filled while the row is selected.
  public static func multiselect(displayed: DisplayedState = .whenEditing) -> UICellAccessory {
    .init(.multiselect, displayed, isLeading: true)
  }
  /// Three lines at the right, by which a finger moves the row up and down, if the data source can move it.
  public static func reorder(displayed: DisplayedState = .whenEditing) -> UICellAccessory {
    .init(.reorder, displayed)
  }
  /// An arrow that turns down while what belongs to the row is shown; a touch shows or hides that, unless there is a handler.
  public static func outlineDisclosure(
    displayed: DisplayedState = .always, options: OutlineDisclosureOptions = OutlineDisclosureOptions(),
    actionHandler: (() -> Void)? = nil
  ) -> UICellAccessory {
    .init(.outline(options.style), displayed, tintColor: options.tintColor, handler: actionHandler)
  }
  /// A gray text at the right.
  public static func label(text: String, displayed: DisplayedState = .always) -> UICellAccessory {
    .init(.label(text), displayed)
  }
  /// A view of the program's own.
  public static func customView(configuration: CustomViewConfiguration) -> UICellAccessory {
    switch configuration.placement {
    case .leading(let displayed):
      .init(
        .custom(configuration.customView), displayed, isLeading: true, tintColor: configuration.tintColor)
    case .trailing(let displayed):
      .init(.custom(configuration.customView), displayed, tintColor: configuration.tintColor)
    }
  }
}
