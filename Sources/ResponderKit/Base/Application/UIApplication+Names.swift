// What a phone's system does for its applications. Here a program runs as long as it wants to, and no server sends to it.

/// The identifier of a task that continues while the application is in the background.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// No task.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

extension UIApplication {
  /// Without effect, and never ended by the system: programs are not stopped in the background.
  public final func beginBackgroundTask(expirationHandler handler: (() -> Void)? = nil)
    -> UIBackgroundTaskIdentifier
  { beginBackgroundTask(withName: nil, expirationHandler: handler) }

  /// Without effect, as the other one.
  public final func beginBackgroundTask(
    withName name: String?, expirationHandler handler: (() -> Void)? = nil
  )
    -> UIBackgroundTaskIdentifier
  { UIBackgroundTaskIdentifier(rawValue: 1) }

  /// Without effect.
  public final func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}

  /// A very long time: programs are not stopped in the background.
  public final var backgroundTimeRemaining: TimeInterval { .greatestFiniteMagnitude }

  /// Without effect: nothing is sent to the program.
  public final func registerForRemoteNotifications() {}
  /// Without effect.
  public final func unregisterForRemoteNotifications() {}
  /// Always false.
  public final var isRegisteredForRemoteNotifications: Bool { false }

  /// The address of the program's settings, for `open`.
  public static let openSettingsURLString = "app-settings:"
}

/// Taps and squeezes of a pen: none are known here.
open class UIPencilInteraction: NSObject, UIInteraction {
  /// Never called.
  open weak var delegate: (any UIPencilInteractionDelegate)?
  /// The view that it was added to.
  public final private(set) weak var view: UIView?
  /// Whether it would notify its delegate.
  open var isEnabled = true

  open func willMove(to view: UIView?) {}
  open func didMove(to view: UIView?) { self.view = view }
}

/// Notified of a pen's taps: of none.
public protocol UIPencilInteractionDelegate: AnyObject {
  /// Never called.
  func pencilInteractionDidTap(_ interaction: UIPencilInteraction)
}

extension UIPencilInteractionDelegate {
  public func pencilInteractionDidTap(_ interaction: UIPencilInteraction) {}
}
