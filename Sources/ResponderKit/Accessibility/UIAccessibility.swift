/// The user's accessibility settings, and notifications for screen readers. Names without effect, so that programs compile: there are no such
/// settings here, and the desktop's readers notice changes by themselves.
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

  /// Does nothing.
  public static func post(notification: Notification, argument: Any?) {}
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
