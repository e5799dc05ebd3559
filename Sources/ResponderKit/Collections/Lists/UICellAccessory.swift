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
    /// Whether it is not shown.
    public var isHidden: Bool

    /// A view at a side. `reservedLayoutWidth` and `maintainsFixedSize` have no effect: it has its own size.
    public init(
      customView: UIView, placement: Placement, isHidden: Bool? = nil,
      reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil, maintainsFixedSize: Bool? = nil
    ) {
      self.customView = customView
      self.placement = placement
      self.tintColor = tintColor
      self.isHidden = isHidden ?? false
    }
  }

  /// How much room an accessory takes: without effect.
  public enum LayoutDimension: Hashable, Sendable {
    /// Its own, or as much as accessories usually take.
    case actual, standard
    /// So many points.
    case custom(Double)
  }

  /// How an accessory looks.
  public struct AccessoryOptions {
    /// Whether it is not shown.
    public var isHidden: Bool
    /// Nil: the row's.
    public var tintColor: UIColor?

    /// A look. `reservedLayoutWidth` has no effect.
    public init(
      isHidden: Bool? = nil, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil
    ) {
      self.isHidden = isHidden ?? false
      self.tintColor = tintColor
    }

    /// As the other one; lines beside the accessory and a color behind it have no effect.
    @_disfavoredOverload
    public init(
      isHidden: Bool? = nil, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil,
      backgroundColor: UIColor? = nil, showsVerticalSeparator: Bool? = nil
    ) { self.init(isHidden: isHidden, reservedLayoutWidth: reservedLayoutWidth, tintColor: tintColor) }
  }

  /// The looks of single kinds.
  public typealias DisclosureIndicatorOptions = AccessoryOptions
  /// The look of check marks.
  public typealias CheckmarkOptions = AccessoryOptions
  /// The look of the letter i.
  public typealias DetailOptions = AccessoryOptions
  /// The look of buttons that delete.
  public typealias DeleteOptions = AccessoryOptions
  /// The look of buttons that insert.
  public typealias InsertOptions = AccessoryOptions
  /// The look of circles for choosing.
  public typealias MultiselectOptions = AccessoryOptions
  /// The look of the three lines.
  public typealias ReorderOptions = AccessoryOptions
  /// The look of texts.
  public typealias LabelOptions = AccessoryOptions

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
  private var isHidden = false

  private init(
    _ kind: Kind, _ displayed: DisplayedState, _ options: AccessoryOptions, isLeading: Bool = false,
    handler: (() -> Void)? = nil
  ) {
    self.init(kind, displayed, isLeading: isLeading, tintColor: options.tintColor, handler: handler)
    isHidden = options.isHidden
  }

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
    if isHidden { return false }
    return switch displayed {
    case .always: true
    case .whenEditing: isEditing
    case .whenNotEditing: !isEditing
    }
  }

  /// An arrow to the right, for rows that open something.
  public static func disclosureIndicator(
    displayed: DisplayedState = .always, options: DisclosureIndicatorOptions = .init()
  ) -> UICellAccessory {
    .init(.disclosure, displayed, options)
  }
  /// A check mark.
  public static func checkmark(
    displayed: DisplayedState = .always, options: CheckmarkOptions = .init()
  ) -> UICellAccessory {
    .init(.checkmark, displayed, options)
  }
  /// The letter i in a circle.
  public static func detail(
    displayed: DisplayedState = .always, options: DetailOptions = .init(),
    actionHandler: (() -> Void)? = nil
  ) -> UICellAccessory { .init(.detail, displayed, options, handler: actionHandler) }
  /// A red button at the left; without a handler it opens the row's buttons.
  public static func delete(
    displayed: DisplayedState = .whenEditing, options: DeleteOptions = .init(),
    actionHandler: (() -> Void)? = nil
  ) -> UICellAccessory { .init(.delete, displayed, options, isLeading: true, handler: actionHandler) }
  /// A green button at the left.
  public static func insert(
    displayed: DisplayedState = .whenEditing, options: InsertOptions = .init(),
    actionHandler: (() -> Void)? = nil
  ) -> UICellAccessory { .init(.insert, displayed, options, isLeading: true, handler: actionHandler) }
  /// A circle at the left that is filled while the row is selected.
  public static func multiselect(
    displayed: DisplayedState = .whenEditing, options: MultiselectOptions = .init()
  ) -> UICellAccessory {
    .init(.multiselect, displayed, options, isLeading: true)
  }
  /// Three lines at the right, by which a finger moves the row up and down, if the data source can move it.
  public static func reorder(
    displayed: DisplayedState = .whenEditing, options: ReorderOptions = .init()
  ) -> UICellAccessory {
    .init(.reorder, displayed, options)
  }
  /// An arrow that turns down while what belongs to the row is shown; a touch shows or hides that, unless there is a handler.
  public static func outlineDisclosure(
    displayed: DisplayedState = .always, options: OutlineDisclosureOptions = OutlineDisclosureOptions(),
    actionHandler: (() -> Void)? = nil
  ) -> UICellAccessory {
    .init(.outline(options.style), displayed, tintColor: options.tintColor, handler: actionHandler)
  }
  /// A gray text at the right.
  public static func label(
    text: String, displayed: DisplayedState = .always, options: LabelOptions = .init()
  ) -> UICellAccessory {
    .init(.label(text), displayed, options)
  }
  /// A view of the program's own.
  public static func customView(configuration: CustomViewConfiguration) -> UICellAccessory {
    let options = AccessoryOptions(isHidden: configuration.isHidden, tintColor: configuration.tintColor)
    return switch configuration.placement {
    case .leading(let displayed):
      .init(.custom(configuration.customView), displayed, options, isLeading: true)
    case .trailing(let displayed): .init(.custom(configuration.customView), displayed, options)
    }
  }
}
