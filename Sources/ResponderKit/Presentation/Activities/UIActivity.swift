/// Something that can be done with texts, pictures and what else a program shares: a row of a ``UIActivityViewController``. Subclasses are a program's own.
open class UIActivity: NSObject {
  /// Identifies one among activities.
  public struct ActivityType: RawRepresentable, Hashable, Sendable {
    /// The type's name.
    public let rawValue: String
    /// A type of a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A type of a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Copies texts, addresses or pictures.
    public static let copyToPasteboard = ActivityType("com.apple.UIKit.activity.CopyToPasteboard")
    /// Never offered: the system has no such service.
    public static let message = ActivityType("com.apple.UIKit.activity.Message")
    /// Never offered: the system has no such service.
    public static let mail = ActivityType("com.apple.UIKit.activity.Mail")
    /// Never offered: the system has no such service.
    public static let print = ActivityType("com.apple.UIKit.activity.Print")
    /// Never offered: the system has no such service.
    public static let airDrop = ActivityType("com.apple.UIKit.activity.AirDrop")
    /// Never offered: the system has no such service.
    public static let saveToCameraRoll = ActivityType("com.apple.UIKit.activity.SaveToCameraRoll")
    /// Never offered: the system has no such service.
    public static let assignToContact = ActivityType("com.apple.UIKit.activity.AssignToContact")
    /// Never offered: the system has no such service.
    public static let addToReadingList = ActivityType("com.apple.UIKit.activity.AddToReadingList")
    /// Never offered: the system has no such service.
    public static let openInIBooks = ActivityType("com.apple.UIKit.activity.OpenInIBooks")
    /// Never offered: the system has no such service.
    public static let markupAsPDF = ActivityType("com.apple.UIKit.activity.MarkupAsPDF")
    /// Never offered: the system has no such service.
    public static let postToFacebook = ActivityType("com.apple.UIKit.activity.PostToFacebook")
    /// Never offered: the system has no such service.
    public static let postToTwitter = ActivityType("com.apple.UIKit.activity.PostToTwitter")
    /// Never offered: the system has no such service.
    public static let postToWeibo = ActivityType("com.apple.UIKit.activity.PostToWeibo")
    /// Never offered: the system has no such service.
    public static let postToTencentWeibo = ActivityType("com.apple.UIKit.activity.TencentWeibo")
    /// Never offered: the system has no such service.
    public static let postToFlickr = ActivityType("com.apple.UIKit.activity.PostToFlickr")
    /// Never offered: the system has no such service.
    public static let postToVimeo = ActivityType("com.apple.UIKit.activity.PostToVimeo")
  }

  /// Where an activity is shown. Without effect: all are in one list.
  public enum Category: Int, Hashable, Sendable {
    /// It does something with the items, or sends them elsewhere.
    case action, share
  }

  /// Called once, when the activity has ended.
  final var onFinish: ((Bool) -> Void)?

  /// An activity.
  public override init() { super.init() }

  /// Without effect: all activities are in one list.
  open class var activityCategory: Category { .action }
  /// What the completion gets; nil unless overridden.
  open var activityType: ActivityType? { nil }
  /// The text of its row; nil unless overridden: an empty one.
  open var activityTitle: String? { nil }
  /// The picture of its row; nil unless overridden.
  open var activityImage: UIImage? { nil }
  /// Whether it has a row for these items; false unless overridden.
  open func canPerform(withActivityItems activityItems: [Any]) -> Bool { false }
  /// Called with the items when its row was chosen. Does nothing unless overridden.
  open func prepare(withActivityItems activityItems: [Any]) {}
  /// What is presented after that, in place of `perform`; nil unless overridden. It calls `activityDidFinish` at its end.
  open var activityViewController: UIViewController? { nil }
  /// Does it, and calls `activityDidFinish`, now or later. Unless overridden it only does the second.
  open func perform() { activityDidFinish(true) }

  /// Ends it: the sheet is dismissed, and its completion is called. Calls after the first have no effect.
  open func activityDidFinish(_ completed: Bool) { onFinish.take()?(completed) }
}

/// Copies what can be copied.
final class CopyActivity: UIActivity {
  private var texts: [String] = []
  private var images: [UIImage] = []

  override var activityType: ActivityType? { .copyToPasteboard }
  override var activityTitle: String? { "Copy" }
  override var activityImage: UIImage? { UIImage(systemName: "doc.on.doc") }

  private static func text(of item: Any) -> String? {
    switch item {
    case let text as String: text
    case let text as NSAttributedString: text.string
    case let address as LinkAddress: address.absoluteString
    default: nil
    }
  }

  override func canPerform(withActivityItems items: [Any]) -> Bool {
    items.contains { Self.text(of: $0) != nil || $0 is UIImage }
  }

  override func prepare(withActivityItems items: [Any]) {
    texts = items.compactMap(Self.text(of:))
    images = items.compactMap { $0 as? UIImage }
  }

  override func perform() {
    // A source may have given nothing.
    guard !texts.isEmpty || !images.isEmpty else { return activityDidFinish(false) }
    if texts.isEmpty { UIPasteboard.general.images = images } else { UIPasteboard.general.strings = texts }
    activityDidFinish(true)
  }
}
