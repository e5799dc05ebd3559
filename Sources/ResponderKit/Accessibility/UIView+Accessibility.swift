import AccessibilityBus

/// What readers, tests and other programs know a view by.
public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// No trait.
  public static let none: UIAccessibilityTraits = []
  /// It can be pressed.
  public static let button = UIAccessibilityTraits(rawValue: 1)
  /// It leads elsewhere.
  public static let link = UIAccessibilityTraits(rawValue: 2)
  /// A picture.
  public static let image = UIAccessibilityTraits(rawValue: 4)
  /// It is selected.
  public static let selected = UIAccessibilityTraits(rawValue: 8)
  /// Text that does not change by itself.
  public static let staticText = UIAccessibilityTraits(rawValue: 64)
  /// It can not be used now.
  public static let notEnabled = UIAccessibilityTraits(rawValue: 256)
  /// Its value can be made more or less, as a slider's.
  public static let adjustable = UIAccessibilityTraits(rawValue: 4096)
  /// The heading of a part.
  public static let header = UIAccessibilityTraits(rawValue: 65536)
  /// It is on or off.
  public static let toggleButton = UIAccessibilityTraits(rawValue: 1 << 53)
  /// Text can be entered.
  public static let textEntry = UIAccessibilityTraits(rawValue: 1 << 18)
  /// Its value changes often. Without effect, as the next four.
  public static let updatesFrequently = UIAccessibilityTraits(rawValue: 512)
  /// A field for searches.
  public static let searchField = UIAccessibilityTraits(rawValue: 1024)
  /// Using it starts playback or a recording.
  public static let startsMediaSession = UIAccessibilityTraits(rawValue: 2048)
  /// It handles touches itself, also while a screen reader runs.
  public static let allowsDirectInteraction = UIAccessibilityTraits(rawValue: 8192)
  /// A page is turned when it has been read.
  public static let causesPageTurn = UIAccessibilityTraits(rawValue: 16384)
  /// It summarizes the present state. Without effect, as the next two.
  public static let summaryElement = UIAccessibilityTraits(rawValue: 128)
  /// It plays a sound.
  public static let playsSound = UIAccessibilityTraits(rawValue: 16)
  /// The bar of tabs.
  public static let tabBar = UIAccessibilityTraits(rawValue: 1 << 52)
  /// A key of a keyboard on the screen.
  public static let keyboardKey = UIAccessibilityTraits(rawValue: 32)

  private static let names: [(UIAccessibilityTraits, String)] = [
    (.toggleButton, "switch"), (.button, "button"), (.link, "link"), (.adjustable, "slider"),
    (.textEntry, "text-field"),
    (.keyboardKey, "key"), (.header, "header"), (.image, "image"), (.staticText, "text"),
    (.selected, "selected"),
    (.notEnabled, "disabled"),
  ]
  public var description: String {
    Self.names.filter { contains($0.0) }.map(\.1).joined(separator: " ")
  }
}

/// A program's properties of a view; nil where the view's default applies.
struct AccessibilityWords {
  var isElement: Bool?
  var label: String?
  var value: String?
  var traits: UIAccessibilityTraits?
  var identifier: String?
  var hint: String?
  var isHidden = false
  var activate: (() -> Bool)?
  var isModal = false
  var isGroup = false
  var frame: Rect?
  var activationPoint: Point?
  var elements: [Any]?
  var customActions: [UIAccessibilityCustomAction]?
  /// The container in whose list it was found last.
  weak var listedIn: (any ReadersNode)?
  /// Elements that have no views.
  var parts: [any AccessibleElement] = []
}

/// A class's properties of its views.
struct AccessibilityDefault {
  var isElement = false
  var label: String?
  var value: String?
  var traits: UIAccessibilityTraits = []
}

/// A responder that stores its accessibility properties.
protocol AccessibleResponder: AnyObject {
  var keptIsElement: Bool { get set }
  var keptLabel: String? { get set }
  var keptValue: String? { get set }
  var keptHint: String? { get set }
  var keptTraits: UIAccessibilityTraits { get set }
  /// Its box on the screen.
  var keptFrame: Rect? { get set }
  var words: AccessibilityWords { get set }
}

extension UIView: AccessibleResponder {
  private func change(_ change: (inout AccessibilityWords) -> Void) {
    var words = accessibilityWords ?? AccessibilityWords()
    change(&words)
    accessibilityWords = words
  }

  final var keptIsElement: Bool {
    get {
      let words = accessibilityWords
      return words?.isElement
        ?? (accessibilityDefault.isElement || words?.label != nil || words?.identifier != nil)
    }
    set { change { $0.isElement = newValue } }
  }

  final var keptLabel: String? {
    get { accessibilityWords?.label ?? accessibilityDefault.label }
    set { change { $0.label = newValue } }
  }

  final var keptValue: String? {
    get { accessibilityWords?.value ?? accessibilityDefault.value }
    set { change { $0.value = newValue } }
  }

  final var keptHint: String? {
    get { accessibilityWords?.hint }
    set { change { $0.hint = newValue } }
  }

  final var keptTraits: UIAccessibilityTraits {
    get {
      (accessibilityWords?.traits ?? accessibilityDefault.traits).union(accessibilityState)
    }
    set { change { $0.traits = newValue } }
  }

  /// A name for tests, hidden from users.
  public final var accessibilityIdentifier: String? {
    get { accessibilityWords?.identifier }
    set { change { $0.identifier = newValue } }
  }

  /// Leaves the view and all in it out.
  public final var accessibilityElementsHidden: Bool {
    get { accessibilityWords?.isHidden ?? false }
    set { change { $0.isHidden = newValue } }
  }

  /// Whether readers find nothing beside it in its superview.
  public final var accessibilityViewIsModal: Bool {
    get { accessibilityWords?.isModal ?? false }
    set { change { $0.isModal = newValue } }
  }

  /// Without effect: what is in a view is always read together.
  public final var shouldGroupAccessibilityChildren: Bool {
    get { accessibilityWords?.isGroup ?? false }
    set { change { $0.isGroup = newValue } }
  }

  final var words: AccessibilityWords {
    get { accessibilityWords ?? AccessibilityWords() }
    set { accessibilityWords = newValue }
  }

  final var keptFrame: Rect? {
    get { accessibilityWords?.frame ?? boxOnScreen(bounds) }
    set { change { $0.frame = newValue } }
  }

  /// A part of it on the screen.
  final func boxOnScreen(_ part: Rect) -> Rect {
    let box = convert(part, to: nil)
    guard let window = self as? UIWindow ?? home else { return box }
    return Rect(origin: window.convert(box.origin, to: nil), size: box.size)
  }

  /// Called by `accessibilityActivate`, in place of a tap; false: it is tapped all the same.
  public final var onAccessibilityActivate: (() -> Bool)? {
    get { accessibilityWords?.activate }
    set { change { $0.activate = newValue } }
  }
}

extension UIView {
  /// The commands that `performOnElement` takes for this element now, beside those of the views around it and actions of the program's.
  final var accessibilityCommands: [String] {
    let traits = accessibilityTraits
    guard !traits.contains(.notEnabled) else { return [] }
    var commands = traits.commands
    if onAccessibilityActivate != nil, !traits.isTappable { commands.insert("tap", at: 0) }
    if takesAccessibilityText { commands.append("set") }
    return commands + accessibilityScrollDirections.map(\.command)
  }
}
