/// What a text field is for. Input methods of the desktop get it; nothing fills fields in.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
  /// The kind's name.
  public let rawValue: String

  /// A kind of another name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A person's whole name.
  public static let name = UITextContentType(rawValue: "name")
  /// A person's first name.
  public static let givenName = UITextContentType(rawValue: "given-name")
  /// A person's last name.
  public static let familyName = UITextContentType(rawValue: "family-name")
  /// The name of an account.
  public static let username = UITextContentType(rawValue: "username")
  /// The password of an account.
  public static let password = UITextContentType(rawValue: "password")
  /// The password of a new account.
  public static let newPassword = UITextContentType(rawValue: "new-password")
  /// A code that is sent once.
  public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
  /// An address of electronic mail.
  public static let emailAddress = UITextContentType(rawValue: "email")
  /// A number of a telephone.
  public static let telephoneNumber = UITextContentType(rawValue: "tel")
  /// An address of a page.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let URL = UITextContentType(rawValue: "url")
}
