/// Entries from which the user chooses one: actions, commands, and menus in it.
public final class UIMenu: UIMenuElement {
  /// Identifies one among menus.
  public struct Identifier: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// An identifier of this text.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
  }

  /// How a menu in another one is shown.
  public struct Options: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Its entries are among those of the outer menu, as a group; without it they are behind an entry.
    public static let displayInline = Options(rawValue: 1)
    /// Its entry is red.
    public static let destructive = Options(rawValue: 2)
    /// Of its actions, also those of menus in it, the one that is chosen is on and the others are off.
    public static let singleSelection = Options(rawValue: 32)
    /// Without effect: its actions are below each other.
    public static let displayAsPalette = Options(rawValue: 128)
  }

  /// How large the entries of a menu are.
  public enum ElementSize: Int, Hashable, Sendable {
    /// In ascending order, and as the system chooses.
    case small, medium, large, automatic
  }
  /// Without effect: entries are as large as usual.
  public final var preferredElementSize = ElementSize.automatic

  /// The program's name for it.
  public let identifier: Identifier
  /// How it is shown in another menu.
  public let options: Options
  override var lineAttributes: Attributes { options.contains(.destructive) ? .destructive : [] }
  /// Its entries.
  public let children: [UIMenuElement]
  /// Whether a button shows which of its actions is on: it has a single selection then, whatever its options say.
  final var isShownByButton = false

  /// A menu; its title is a heading above its entries.
  public init(
    title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil,
    options: Options = [], children: [UIMenuElement] = []
  ) {
    self.identifier = identifier ?? ""
    self.options = options
    self.children = children
    super.init(title: title, subtitle: subtitle, image: image)
  }

  /// The same menu with other entries.
  public func replacingChildren(_ children: [UIMenuElement]) -> UIMenu {
    UIMenu(
      title: title, subtitle: subtitle, image: image, identifier: identifier, options: options,
      children: children)
  }

  /// The actions that are on, also those of menus in it.
  public var selectedElements: [UIMenuElement] { actions.filter { $0.state == .on } }

  /// The deepest nesting that is searched: deferred entries can hold their own menu.
  static var mostDepth: Int { 16 }

  /// Its actions and those of the menus in it.
  final var actions: [UIAction] { actions(0) }

  private func actions(_ depth: Int) -> [UIAction] {
    guard depth < Self.mostDepth else { return [] }
    return present.flatMap { child in
      (child as? UIAction).map { [$0] } ?? (child as? UIMenu)?.actions(depth + 1) ?? []
    }
  }

  /// Its entries, with the deferred ones replaced by what they have delivered.
  final var present: [UIMenuElement] {
    children.flatMap { child in (child as? UIDeferredMenuElement).map { $0.elements ?? [$0] } ?? [child] }
  }

  /// Requests the deferred entries that it shows; calls `done` each time some are delivered.
  func load(depth: Int = 0, _ done: @escaping () -> Void) {
    guard depth < Self.mostDepth else { return }
    for child in children { (child as? UIDeferredMenuElement)?.load(done) }
    for case let child as UIMenu in present where child.options.contains(.displayInline) {
      child.load(depth: depth + 1, done)
    }
  }

  /// The action was chosen in this menu: what has a single selection moves it there.
  func select(_ action: UIAction, depth: Int = 0) {
    guard depth < Self.mostDepth, actions.contains(where: { $0 === action }) else { return }
    if options.contains(.singleSelection) || isShownByButton {
      for other in actions { other.state = other === action ? .on : .off }
    } else {
      for case let child as UIMenu in present { child.select(action, depth: depth + 1) }
    }
  }
}

/// One line of a menu that is shown.
struct MenuLine {
  enum Kind {
    case heading(String)
    /// The way back to the outer menu.
    case back(String)
    case action(UIAction)
    case command(UICommand)
    case submenu(UIMenu)
    /// Something is to come there.
    case waiting(String)
  }

  var kind: Kind
  /// Whether there is room above it.
  var startsGroup = false

  var canBeChosen: Bool {
    switch kind {
    case .heading, .waiting: false
    case .back: true
    case .submenu, .action, .command: element?.lineAttributes.contains(.disabled) == false
    }
  }

  var element: UIMenuElement? {
    switch kind {
    case .heading, .back, .waiting: nil
    case .action(let action): action
    case .command(let command): command
    case .submenu(let menu): menu
    }
  }

  var title: String {
    switch kind {
    case .heading(let title), .back(let title), .waiting(let title): title
    case .action, .command, .submenu: element?.title ?? ""
    }
  }
}

extension UIMenu {
  /// What it shows, menus that are displayed inline as groups; without hidden actions, commands that no responder takes, and empty
  /// menus.
  var lines: [MenuLine] { lines(0) }

  private func lines(_ depth: Int) -> [MenuLine] {
    guard depth < Self.mostDepth else { return [] }
    var lines: [MenuLine] = []
    var endsGroup = false
    func add(_ line: MenuLine, _ starts: Bool) {
      var line = line
      line.startsGroup = !lines.isEmpty && (starts || endsGroup)
      endsGroup = false
      lines.append(line)
    }
    for child in present {
      if child is UIDeferredMenuElement {
        add(MenuLine(kind: .waiting(child.title)), false)
      } else if let action = child as? UIAction {
        if !action.attributes.contains(.hidden) { add(MenuLine(kind: .action(action)), false) }
      } else if let command = child as? UICommand {
        if command.isShown { add(MenuLine(kind: .command(command)), false) }
      } else if let menu = child as? UIMenu {
        let inner = menu.lines(depth + 1)
        guard !inner.isEmpty else { continue }
        if menu.options.contains(.displayInline) {
          if !menu.title.isEmpty { add(MenuLine(kind: .heading(menu.title)), true) }
          for (index, line) in inner.enumerated() {
            add(line, line.startsGroup || index == 0 && menu.title.isEmpty)
          }
          endsGroup = true
        } else {
          add(MenuLine(kind: .submenu(menu)), false)
        }
      }
    }
    return lines
  }
}
