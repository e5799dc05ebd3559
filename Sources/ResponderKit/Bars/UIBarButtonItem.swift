/// A button of a bar. A subclass with an `init()` of its own has the other initializers, too: see UIBarButtonItem+Making.swift.
open class UIBarButtonItem: NSObject {
  /// How the title looks.
  public enum Style: Hashable, Sendable {
    /// Regular, or semibold for the action that ends what the user does.
    case plain, done
  }

  /// Buttons whose looks the system chooses: symbols, or words in English.
  public enum SystemItem: Hashable, Sendable {
    /// A button with this word as its title, as for the next ones.
    case done, cancel, edit, save, add, compose, reply, action, organize, bookmarks, search, refresh, stop
    /// The rest of such buttons.
    case camera, trash, play, pause, rewind, fastForward, undo, redo, close
    /// Room between buttons.
    case flexibleSpace, fixedSpace

    var title: String {
      switch self {
      case .done: "Done"
      case .cancel: "Cancel"
      case .edit: "Edit"
      case .save: "Save"
      case .add: "Add"
      case .compose: "Compose"
      case .reply: "Reply"
      case .action: "Share"
      case .organize: "Organize"
      case .bookmarks: "Bookmarks"
      case .search: "Search"
      case .refresh: "Refresh"
      case .stop: "Stop"
      case .camera: "Camera"
      case .trash: "Delete"
      case .play: "Play"
      case .pause: "Pause"
      case .rewind: "Rewind"
      case .fastForward: "Forward"
      case .undo: "Undo"
      case .redo: "Redo"
      case .close: "Close"
      case .flexibleSpace, .fixedSpace: ""
      }
    }
  }

  /// The text, if there is neither a picture nor a view.
  open var title: String? { didSet { onChange?() } }
  /// A picture in place of the title.
  open var image: UIImage? { didSet { onChange?() } }
  /// Kept; without effect: `image` is shown in windows of any shape.
  open var landscapeImagePhone: UIImage?
  /// A view in place of the button, in its own size.
  open var customView: UIView? { didSet { if customView !== oldValue { onChange?() } } }
  /// How the title looks.
  open var style = Style.plain { didSet { onChange?() } }
  /// Whether it can be pressed.
  open var isEnabled = true { didSet { onChange?() } }
  /// Whether bars show nothing of it, and keep no room for it.
  open var isHidden = false { didSet { if isHidden != oldValue { onChange?() } } }
  /// Its color; nil: that of the bar.
  open var tintColor: UIColor? { didSet { onChange?() } }
  final var texts = TextsByState() { didSet { onChange?() } }
  /// Its width in points; 0: what fits.
  open var width = 0.0 { didSet { onChange?() } }
  /// Whether it is room that takes what others leave.
  final private(set) var isFlexible = false
  /// Whether it is room only.
  final private(set) var isRoom = false
  /// A number for the program's use.
  open var tag = 0
  /// The name of its button for readers; nil: the title.
  open var accessibilityLabel: String? { didSet { onChange?() } }
  /// What happens when its button is pressed, in a few words.
  open var accessibilityHint: String? { didSet { onChange?() } }
  /// The present value of its button.
  open var accessibilityValue: String? { didSet { onChange?() } }
  /// The name of its button for tests.
  open var accessibilityIdentifier: String? { didSet { onChange?() } }
  /// Gets the action; nil: the responder chain does.
  open weak var target: AnyObject?
  /// The message that is sent when it is pressed.
  open var action: Selector?
  /// The closure that is called when it is pressed.
  open var primaryAction: UIAction?
  /// What a press of it shows if there is no action, and a long press otherwise.
  open var menu: UIMenu? { didSet { onChange?() } }
  /// Whether it was made with a nil picture, e.g. of an unknown symbol.
  private var lacksImage = false
  /// Its picture, or a sign that it has none, so that it can be seen and pressed.
  private var shownImage: UIImage? {
    image ?? (lacksImage && title?.isEmpty != false ? UIImage(systemName: "questionmark.square.dashed") : nil)
  }
  /// What shows it in a bar.
  final private(set) weak var shownView: UIView?
  /// The bar that shows it places its buttons anew.
  private var onChange: (() -> Void)?
  private weak var owner: AnyObject?

  /// Notifies this bar of changes, and no other.
  final func belong(to owner: AnyObject, _ onChange: @escaping () -> Void) {
    (self.owner, self.onChange) = (owner, onChange)
  }

  /// Stops notifying a bar; without effect if the item belongs to another one by now.
  final func leave(_ owner: AnyObject) { if self.owner === owner { onChange = nil } }

  /// A button without a title.
  public override init() { super.init() }

  /// As `init()`, for `super.init(coder: coder)`.
  public init?(coder: NSCoder, archive: Void = ()) { super.init() }

  /// A button with a title, which sends a message.
  public convenience init(title: String?, style: Style, target: AnyObject?, action: Selector?) {
    self.init()
    (self.title, self.style) = (title, style)
    send(action, to: target)
  }

  /// A button with a picture, which sends a message.
  public convenience init(image: UIImage?, style: Style, target: AnyObject?, action: Selector?) {
    self.init()
    show(image, style)
    send(action, to: target)
  }

  /// A button with a picture, which sends a message; the second picture has no effect.
  public convenience init(
    image: UIImage?, landscapeImagePhone: UIImage?, style: Style, target: AnyObject?, action: Selector?
  ) {
    self.init(image: image, style: style, target: target, action: action)
    self.landscapeImagePhone = landscapeImagePhone
  }

  /// One of the system's buttons, which sends a message.
  public convenience init(barButtonSystemItem item: SystemItem, target: AnyObject?, action: Selector?) {
    self.init(systemItem: item)
    send(action, to: target)
  }

  /// A button that calls a closure, or shows a menu. Without a title or an image it shows the action's.
  public convenience init(
    title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
  ) {
    self.init()
    show(title, image, primaryAction, menu)
  }

  /// One of the system's buttons, which calls a closure or shows a menu.
  public convenience init(systemItem item: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
    self.init()
    become(item, primaryAction, menu)
  }

  /// Room in a toolbar, which takes what other items leave.
  public static func flexibleSpace() -> UIBarButtonItem { UIBarButtonItem(systemItem: .flexibleSpace) }

  /// Room of a fixed width.
  public static func fixedSpace(_ width: Double) -> UIBarButtonItem {
    let item = UIBarButtonItem(systemItem: .fixedSpace)
    item.width = width
    return item
  }

  /// A view in a bar.
  public convenience init(customView: UIView) {
    self.init()
    self.customView = customView
  }

  final func send(_ action: Selector?, to target: AnyObject?) {
    (self.target, self.action) = (target, action)
  }

  final func show(_ image: UIImage?, _ style: Style) {
    (self.image, self.style) = (image, style)
    lacksImage = image == nil
  }

  final func show(_ title: String?, _ image: UIImage?, _ primaryAction: UIAction?, _ menu: UIMenu?) {
    self.title = title ?? primaryAction?.title
    self.image = image ?? primaryAction?.image
    (self.primaryAction, self.menu) = (primaryAction, menu)
  }

  final func become(_ item: SystemItem, _ primaryAction: UIAction? = nil, _ menu: UIMenu? = nil) {
    title = item.title
    image = item.symbol.flatMap { UIImage(systemName: $0) }
    style = item == .done || item == .save ? .done : .plain
    (self.primaryAction, self.menu) = (primaryAction, menu)
    isFlexible = item == .flexibleSpace
    isRoom = isFlexible || item == .fixedSpace
  }

  /// What a bar shows: the program's view, or a button.
  final func makeView(_ looks: UIBarButtonItemAppearance? = nil) -> UIView {
    let view = customView ?? makeButton(looks)
    shownView = view
    return view
  }

  private func makeButton(_ looks: UIBarButtonItemAppearance?) -> UIView {
    if isRoom { return UIView(frame: Rect(0, 0, width, 0)) }
    let button = UIButton(type: .system)
    let shown = shownImage
    button.setTitle(shown == nil ? title : nil, for: .normal)
    button.setImage(shown, for: .normal)
    button.setPreferredSymbolConfiguration(.init(scale: .large), forImageIn: .normal)
    let general = Self.general
    let state = isEnabled ? UIControl.State.normal : .disabled
    let (own, all) = (texts.shown(in: state), general?.texts.shown(in: state))
    button.font =
      own[.font] as? UIFont ?? (isEnabled ? looks?.normal : looks?.disabled)?.font ?? all?[.font] as? UIFont
      ?? UIFont(size: 17, weight: style == .done ? .semibold : .regular)
    button.titleColor = color(in: .normal, looks?.normal, or: tintColor) ?? general?.tintColor
    button.setTitleColor(color(in: .disabled, looks?.disabled), for: .disabled)
    button.setTitleColor(color(in: .highlighted, nil), for: .highlighted)
    if let tint = tintColor ?? general?.tintColor { button.tintColor = tint }
    button.isEnabled = isEnabled
    button.accessibilityLabel = accessibilityLabel ?? title
    if let accessibilityHint { button.accessibilityHint = accessibilityHint }
    if let accessibilityValue { button.accessibilityValue = accessibilityValue }
    if let accessibilityIdentifier { button.accessibilityIdentifier = accessibilityIdentifier }
    button.menu = menu
    button.menuSender = { [weak self] in self }
    button.showsMenuAsPrimaryAction = action == nil && primaryAction == nil
    button.addAction(
      UIAction { [weak self, weak button] _ in self?.press(from: button) }, for: .touchUpInside)
    return button
  }

  /// The title's color that was set for this very state: in the item, in its bar, or in the item that stands for all.
  private func color(
    in state: UIControl.State, _ shown: UIBarItemStateAppearance?, or tint: UIColor? = nil
  ) -> UIColor? {
    let (own, all) = (texts[state], Self.general?.texts[state])
    return own?.color(.foregroundColor) ?? tint ?? shown?.color ?? all?.color(.foregroundColor)
  }

  private func press(from button: UIButton?) {
    primaryAction?.perform(from: self)
    guard let action, let application = UIApplication.current else { return }
    _ = button.map { application.sendAction(action, to: target, from: self, for: nil, startingAt: $0) }
  }
}

extension UIApplication {
  /// Sends a bar button's message: the chain begins at its button.
  fileprivate func sendAction(
    _ action: Selector, to target: AnyObject?, from sender: AnyObject, for event: UIEvent?,
    startingAt view: UIView
  ) -> Bool {
    let receiver = target ?? view.target(forAction: action, withSender: sender)
    return receiver.map { action.perform(on: $0, from: sender, for: event) } ?? false
  }
}
