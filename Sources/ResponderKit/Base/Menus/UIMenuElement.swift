/// An entry of a menu: an action, a command, or a menu in it.
open class UIMenuElement: NSObject {
  /// What an entry looks like, and whether it can be chosen.
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Gray, and can not be chosen.
    public static let disabled = Attributes(rawValue: 1)
    /// Red, for what can not be undone.
    public static let destructive = Attributes(rawValue: 2)
    /// Not shown.
    public static let hidden = Attributes(rawValue: 4)
    /// The menu stays when the entry is chosen.
    public static let keepsMenuPresented = Attributes(rawValue: 8)
  }

  /// The sign before an entry.
  public enum State: Int, Hashable, Sendable {
    /// None; a check mark; a bar, for what is on in part.
    case off, on, mixed
  }

  /// What it shows.
  public final var title: String
  /// A smaller line below the title; nil: none.
  public final var subtitle: String?
  /// A picture at the end of the line; nil: none.
  public final var image: UIImage?

  /// How its line in a menu looks, and whether that can be chosen.
  var lineAttributes: Attributes { [] }
  /// The sign of its line.
  var lineState: State { .off }

  init(title: String, subtitle: String?, image: UIImage?) {
    self.title = title
    self.subtitle = subtitle
    self.image = image
    super.init()
  }
}
