import HIDEvents
import RunLoopCore

/// An event for responders.
///
/// A touches event is one object from the first finger that comes down to the last that goes up; copy what you need from
/// it, its content changes.
public class UIEvent: CustomStringConvertible {
  /// What an event is about.
  public enum EventType: Int, Hashable, Sendable {
    /// Touches that began, moved or ended.
    case touches = 0
    /// A shake.
    case motion = 1
    /// A command of a remote control, given by `subtype`.
    case remoteControl = 2
    /// Keys and buttons: the event is a `UIPressesEvent`.
    case presses = 3
    /// A wheel or a pad, which scrolls what is below the pointer.
    case scroll = 10
    /// A pointer above a window, without a pressed button.
    case hover = 11
    /// UIKit's pinch and rotation on a pad. Not sent here.
    case transform = 14
  }

  /// Which motion or which command of a remote control it is.
  public enum EventSubtype: Int, Hashable, Sendable {
    /// Neither of them.
    case none = 0
    /// A shake of the device.
    case motionShake = 1
    /// `HIDEvent.RemoteControl.play`. The numbers of these commands are those of UIKit.
    case remoteControlPlay = 100
    /// A command of a remote control: see `HIDEvent.RemoteControl`.
    case remoteControlPause, remoteControlStop, remoteControlTogglePlayPause, remoteControlNextTrack
    /// A command of a remote control: see `HIDEvent.RemoteControl`.
    case remoteControlPreviousTrack, remoteControlBeginSeekingBackward, remoteControlEndSeekingBackward
    /// A command of a remote control: see `HIDEvent.RemoteControl`.
    case remoteControlBeginSeekingForward, remoteControlEndSeekingForward
  }

  /// Buttons of a pointer. The first is the left one for most hands.
  public struct ButtonMask: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The first button, the left one for most hands.
    public static let primary = ButtonMask(rawValue: 1)
    /// The second button, the right one for most hands.
    public static let secondary = ButtonMask(rawValue: 2)

    /// The button of a number, counted from 1: 3 is the middle one.
    public static func button(_ number: Int) -> ButtonMask {
      (1...16).contains(number) ? ButtonMask(rawValue: 1 << (number - 1)) : []
    }
  }

  /// The kind of event.
  public final let type: EventType
  /// Which motion or command it is; `none` for all other types.
  public final let subtype: EventSubtype
  /// When the newest part of it happened, in seconds since the clock's zero.
  public final var timestamp: Double { Double(nanoseconds) / 1e9 }
  /// As `timestamp`.
  public final var instant: RunLoop.Instant { RunLoop.Instant(nanoseconds: Int64(clamping: nanoseconds)) }
  /// The modifier keys that are down; of an event of presses those of its key. Empty for motion and remote control.
  public final internal(set) var modifierFlags: HIDEvent.Key.Modifiers = []

  final var nanoseconds: UInt64
  /// In the order in which they began.
  final var touches: [UITouch] = []
  /// `touches` as a set; nil when it must be rebuilt.
  private final var touchSet: Set<UITouch>?
  /// How far the wheel scrolled, for events of type scroll.
  public final internal(set) var scrollDelta = Point.zero
  /// Where, on the screen: scroll and hover.
  final var screenLocation = Point.zero
  /// The number of the hosted window that a scroll or hover event happened in; 0: on the screen.
  final var hostNumber: UInt32 = 0

  init(_ type: EventType, subtype: EventSubtype = .none, nanoseconds: UInt64) {
    self.type = type
    self.subtype = subtype
    self.nanoseconds = nanoseconds
  }

  /// The touches of the event, also those that have not changed. Empty while the first one's view is looked for; nil
  /// for an event that has to do with no touches.
  public final var allTouches: Set<UITouch>? {
    guard type == .touches || type == .hover else { return nil }
    if let touchSet { return touchSet }
    let set = Set(touches)
    touchSet = set
    return set
  }

  /// The pointer's buttons that are down, or in the event of a release the last that was; none for fingers.
  public final var buttonMask: ButtonMask {
    touches.reduce(into: []) { mask, touch in mask.formUnion(touch.buttons) }
  }

  /// The touches of a view; nil when there are none.
  public final func touches(for view: UIView) -> Set<UITouch>? { touches { $0.view === view } }

  /// The touches that began in the window; nil when there are none.
  public final func touches(for window: UIWindow) -> Set<UITouch>? { touches { $0.window === window } }

  final func touches(where isWanted: (UITouch) -> Bool) -> Set<UITouch>? {
    let wanted = touches.filter(isWanted)
    return wanted.isEmpty ? nil : Set(wanted)
  }

  /// All samples of the touch since the last event, oldest first; the last is at the place of the touch itself. Each has the
  /// one before it as its previous location. Nil for a touch of another event. Valid during the event.
  public final func coalescedTouches(for touch: UITouch) -> [UITouch]? {
    guard touches.contains(where: { $0 === touch }) else { return nil }
    return touch.coalesced()
  }

  /// Where the touch is likely to be soon: never contains the touch itself. Nil for a touch of another event, and where
  /// nothing can be said.
  public final func predictedTouches(for touch: UITouch) -> [UITouch]? {
    guard touches.contains(where: { $0 === touch }) else { return nil }
    return touch.predictions()
  }

  final func add(_ touch: UITouch) {
    touches.append(touch)
    touchSet = nil
  }

  final func remove(_ touch: UITouch) {
    touches.removeAll { $0 === touch }
    touchSet = nil
  }

  public var description: String {
    switch type {
    case .touches:
      "<touches> timestamp: \(timestamp.short) touches: {(\(touches.map(\.description).joined(separator: ", ")))}"
    default: "<\(type)> timestamp: \(timestamp.short)"
    }
  }
}
