/// Notifications for screen readers, and the user's accessibility settings: these are names without effect, as there are no such settings here.
public enum UIAccessibility {
  /// A change of which screen readers are notified.
  public struct Notification: Hashable, Sendable {
    let name: String
    /// Another page is shown.
    public static let screenChanged = Notification(name: "screen changed")
    /// A part of the page has changed.
    public static let layoutChanged = Notification(name: "layout changed")
    /// A text to be read aloud.
    public static let announcement = Notification(name: "announcement")
    /// The content has been scrolled.
    public static let pageScrolled = Notification(name: "page scrolled")
  }

  /// Notifies the desktop's readers, if any run. A text is read aloud. With `screenChanged` and `layoutChanged` an element becomes the one that readers
  /// are at, until the first responder changes; without an argument they stay where they are, as they notice other changes by themselves.
  public static func post(notification: Notification, argument: Any?) {
    guard let application = UIApplication.current else { return }
    if let text = argument as? String ?? (argument as? NSAttributedString)?.string {
      application.announce(text)
    } else if notification == .screenChanged || notification == .layoutChanged {
      application.moveReaders(to: argument)
    }
  }
  /// False, also while a reader of the desktop runs.
  public static var isVoiceOverRunning: Bool { false }
  /// False.
  public static var isSwitchControlRunning: Bool { false }
  /// False.
  public static var isReduceMotionEnabled: Bool { false }
  /// False.
  public static var isReduceTransparencyEnabled: Bool { false }
  /// False.
  public static var isBoldTextEnabled: Bool { false }
  /// False.
  public static var isDarkerSystemColorsEnabled: Bool { false }
}
