import HIDEvents

/// Modifier keys that are down or locked.
public typealias UIKeyModifierFlags = HIDEvent.Key.Modifiers

/// A command with a key and modifiers that stand for it.
open class UIKeyCommand: UICommand {
  /// The text of the key without its modifiers, in either case. An empty text matches no key.
  public final let input: String?
  /// The modifiers that must be down: of Shift, Control, Alt and Command all of these and no others. Other
  /// modifiers do not count.
  public final let modifierFlags: UIKeyModifierFlags
  /// Without effect: commands always come before text inputs and the movement of focus.
  public final var wantsPriorityOverSystemBehavior = false

  /// A command for the key that types `input`. Title and picture are shown in menus.
  public init(
    input: String, modifierFlags: UIKeyModifierFlags = [], action: Selector, title: String = "",
    discoverabilityTitle: String? = nil, image: UIImage? = nil, propertyList: Any? = nil,
    alternates: [UICommandAlternate] = [], attributes: Attributes = [], state: State = .off
  ) {
    self.input = input
    self.modifierFlags = modifierFlags
    super.init(
      title: title, image: image, action: action, propertyList: propertyList, alternates: alternates,
      discoverabilityTitle: discoverabilityTitle, attributes: attributes, state: state)
  }

  /// The same, beginning with what menus show.
  public convenience init(
    title: String, image: UIImage? = nil, action: Selector, input: String,
    modifierFlags: UIKeyModifierFlags = [],
    propertyList: Any? = nil, alternates: [UICommandAlternate] = [], discoverabilityTitle: String? = nil,
    attributes: Attributes = [], state: State = .off
  ) {
    self.init(
      input: input, modifierFlags: modifierFlags, action: action, title: title,
      discoverabilityTitle: discoverabilityTitle, image: image, propertyList: propertyList,
      alternates: alternates, attributes: attributes, state: state)
  }

  /// The modifiers that distinguish commands.
  private static var distinguishing: UIKeyModifierFlags { [.shift, .control, .alternate, .command] }

  final func matches(_ key: UIKey) -> Bool {
    guard
      let input,
      key.modifierFlags.intersection(Self.distinguishing) == modifierFlags.intersection(Self.distinguishing)
    else { return false }
    if let code = Self.codes[input] { return key.keyCode == code }
    return key.charactersIgnoringModifiers.lowercased() == input.lowercased() && !input.isEmpty
  }
}

extension UIKeyCommand {
  /// The `input` of the arrow key upwards.
  public static let inputUpArrow = "UIKeyInputUpArrow"
  /// The `input` of the arrow key downwards.
  public static let inputDownArrow = "UIKeyInputDownArrow"
  /// The `input` of the arrow key to the left.
  public static let inputLeftArrow = "UIKeyInputLeftArrow"
  /// The `input` of the arrow key to the right.
  public static let inputRightArrow = "UIKeyInputRightArrow"
  /// The `input` of the key Escape.
  public static let inputEscape = "UIKeyInputEscape"
  /// The `input` of the key Page Up.
  public static let inputPageUp = "UIKeyInputPageUp"
  /// The `input` of the key Page Down.
  public static let inputPageDown = "UIKeyInputPageDown"
  /// The `input` of the key Home.
  public static let inputHome = "UIKeyInputHome"
  /// The `input` of the key End.
  public static let inputEnd = "UIKeyInputEnd"
  /// The `input` of the key Delete, which deletes what is behind the caret.
  public static let inputDelete = "UIKeyInputDelete"
  /// The `input` of a function key.
  public static let (f1, f2, f3, f4, f5, f6) = (
    "UIKeyInputF1", "UIKeyInputF2", "UIKeyInputF3", "UIKeyInputF4", "UIKeyInputF5", "UIKeyInputF6"
  )
  /// The `input` of a function key.
  public static let (f7, f8, f9, f10, f11, f12) = (
    "UIKeyInputF7", "UIKeyInputF8", "UIKeyInputF9", "UIKeyInputF10", "UIKeyInputF11", "UIKeyInputF12"
  )

  /// Keys without a text.
  private static let codes: [String: UIKeyboardHIDUsage] = [
    inputUpArrow: .keyboardUpArrow, inputDownArrow: .keyboardDownArrow, inputLeftArrow: .keyboardLeftArrow,
    inputRightArrow: .keyboardRightArrow, inputEscape: .keyboardEscape, inputPageUp: .keyboardPageUp,
    inputPageDown: .keyboardPageDown, inputHome: .keyboardHome, inputEnd: .keyboardEnd,
    inputDelete: .keyboardDeleteForward, f1: .keyboardF1, f2: .keyboardF2, f3: .keyboardF3, f4: .keyboardF4,
    f5: .keyboardF5, f6: .keyboardF6, f7: .keyboardF7, f8: .keyboardF8, f9: .keyboardF9, f10: .keyboardF10,
    f11: .keyboardF11, f12: .keyboardF12,
  ]
}
