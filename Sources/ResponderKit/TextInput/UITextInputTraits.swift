/// What a keyboard or an input method needs to know of a text input. Fields, text views and search bars keep what is set; other types have the
/// default values, and replace them by properties of their own.
public protocol UITextInputTraits: AnyObject {
  /// Which keys a keyboard on the screen has first.
  var keyboardType: UIKeyboardType { get set }
  /// Whether the text is shown as dots: by fields only.
  var isSecureTextEntry: Bool { get set }
  /// What the text is for: for input methods of the desktop; the text of a password is not shown to them.
  var textContentType: UITextContentType! { get set }
  /// For input methods of the desktop.
  var autocorrectionType: UITextAutocorrectionType { get set }
  /// For input methods of the desktop.
  var autocapitalizationType: UITextAutocapitalizationType { get set }
  /// Without effect, as all of the following.
  var returnKeyType: UIReturnKeyType { get set }
  /// Without effect.
  var enablesReturnKeyAutomatically: Bool { get set }
  /// Without effect.
  var spellCheckingType: UITextSpellCheckingType { get set }
  /// Without effect.
  var smartQuotesType: UITextSmartQuotesType { get set }
  /// Without effect.
  var smartDashesType: UITextSmartDashesType { get set }
  /// Without effect.
  var smartInsertDeleteType: UITextSmartInsertDeleteType { get set }
  /// Without effect.
  var keyboardAppearance: UIKeyboardAppearance { get set }
  /// Without effect: nothing makes passwords.
  var passwordRules: UITextInputPasswordRules? { get set }
}

/// What a new password has to contain, for what makes one. Without effect here.
public final class UITextInputPasswordRules: NSObject {
  /// The rules, in Apple's words for them.
  public let passwordRulesDescriptor: String

  /// Rules, in Apple's words for them.
  public init(descriptor: String) {
    passwordRulesDescriptor = descriptor
    super.init()
  }
}

/// Whether words are checked. Without effect here.
public enum UITextSpellCheckingType: Int, Hashable, Sendable {
  /// As the system wants, or not, or yes.
  case `default`, no, yes
}

/// Whether quotation marks are curved. Without effect here.
public enum UITextSmartQuotesType: Int, Hashable, Sendable {
  /// As the system wants, or not, or yes.
  case `default`, no, yes
}

/// Whether two hyphens become a dash. Without effect here.
public enum UITextSmartDashesType: Int, Hashable, Sendable {
  /// As the system wants, or not, or yes.
  case `default`, no, yes
}

/// Whether spaces are put in and removed around what is pasted and cut. Without effect here.
public enum UITextSmartInsertDeleteType: Int, Hashable, Sendable {
  /// As the system wants, or not, or yes.
  case `default`, no, yes
}

/// How a keyboard on the screen looks. Without effect here: it looks as its window does.
public enum UIKeyboardAppearance: Int, Hashable, Sendable {
  /// As the system wants, or dark, or bright.
  case `default`, dark, light
  /// An older name of `dark`.
  public static let alert = UIKeyboardAppearance.dark
}

/// The values of a text input's traits.
struct TextTraits {
  var keyboard = UIKeyboardType.default
  var returnKey = UIReturnKeyType.default
  var contentType: UITextContentType?
  var correction = UITextAutocorrectionType.default
  var capitalization = UITextAutocapitalizationType.sentences
  var enablesReturnKey = false
  var spellChecking = UITextSpellCheckingType.default
  var quotes = UITextSmartQuotesType.default
  var dashes = UITextSmartDashesType.default
  var insertDelete = UITextSmartInsertDeleteType.default
  var appearance = UIKeyboardAppearance.default
  var passwordRules: UITextInputPasswordRules?
}

/// A text input that keeps what is set.
protocol TextTraitsHolder: AnyObject {
  var textTraits: TextTraits { get set }
}

extension UITextInputTraits {
  private var traits: TextTraits {
    get { (self as? any TextTraitsHolder)?.textTraits ?? TextTraits() }
    set { (self as? any TextTraitsHolder)?.textTraits = newValue }
  }

  public var keyboardType: UIKeyboardType {
    get { traits.keyboard }
    set { traits.keyboard = newValue }
  }
  public var isSecureTextEntry: Bool {
    get { false }
    set {}
  }
  public var textContentType: UITextContentType! {
    get { traits.contentType }
    set { traits.contentType = newValue }
  }
  public var autocorrectionType: UITextAutocorrectionType {
    get { traits.correction }
    set { traits.correction = newValue }
  }
  public var autocapitalizationType: UITextAutocapitalizationType {
    get { traits.capitalization }
    set { traits.capitalization = newValue }
  }
  public var returnKeyType: UIReturnKeyType {
    get { traits.returnKey }
    set { traits.returnKey = newValue }
  }
  public var enablesReturnKeyAutomatically: Bool {
    get { traits.enablesReturnKey }
    set { traits.enablesReturnKey = newValue }
  }
  public var spellCheckingType: UITextSpellCheckingType {
    get { traits.spellChecking }
    set { traits.spellChecking = newValue }
  }
  public var smartQuotesType: UITextSmartQuotesType {
    get { traits.quotes }
    set { traits.quotes = newValue }
  }
  public var smartDashesType: UITextSmartDashesType {
    get { traits.dashes }
    set { traits.dashes = newValue }
  }
  public var smartInsertDeleteType: UITextSmartInsertDeleteType {
    get { traits.insertDelete }
    set { traits.insertDelete = newValue }
  }
  public var keyboardAppearance: UIKeyboardAppearance {
    get { traits.appearance }
    set { traits.appearance = newValue }
  }
  public var passwordRules: UITextInputPasswordRules? {
    get { traits.passwordRules }
    set { traits.passwordRules = newValue }
  }
}

extension UITextField: TextTraitsHolder {
  final var textTraits: TextTraits {
    get { editor.traits }
    set { editor.traits = newValue }
  }
}

extension UITextView: TextTraitsHolder {
  final var textTraits: TextTraits {
    get { editor.traits }
    set { editor.traits = newValue }
  }
}

extension UISearchBar: UITextInputTraits, TextTraitsHolder {
  final var textTraits: TextTraits {
    get { searchTextField.textTraits }
    set { searchTextField.textTraits = newValue }
  }
  /// Which keys a keyboard on the screen has first.
  public final var keyboardType: UIKeyboardType {
    get { searchTextField.keyboardType }
    set { searchTextField.keyboardType = newValue }
  }
}
