import HIDEvents

/// A key or button that is held down.
public final class UIPress: Hashable, CustomStringConvertible {
  /// The phases of a press: one `began`, then exactly one `ended` or `cancelled`.
  public enum Phase: Int, Hashable, Sendable {
    /// The key went down.
    case began = 0
    /// `changed`: the key repeats. `stationary` is not sent here. `ended`: it came up. `cancelled`: the
    /// application resigned, or the key was lost.
    case changed, stationary, ended, cancelled
  }

  /// Keys that remote controls have, too, by their meaning. The numbers are UIKit's.
  public enum PressType: Int, Hashable, Sendable {
    /// The up arrow key.
    case upArrow = 0
    /// The other arrows; `select` is Return or Enter, `menu` is Escape. `playPause` is not sent here: such a
    /// key is a remote control's.
    case downArrow, leftArrow, rightArrow, select, menu, playPause
    /// Page Up.
    case pageUp = 30
    /// Page Down.
    case pageDown = 31
    /// A key that is none of these.
    case other = -1
  }

  /// Its present phase.
  public internal(set) var phase: Phase = .began
  /// The key's meaning on a remote control; `other` for most keys.
  public let type: PressType
  /// The key, with the modifiers and characters of the last change; never nil here.
  public var key: UIKey? { held }
  var held: UIKey
  /// The window that was key when the press began, or else the one in front; nil without windows.
  public internal(set) var window: UIWindow?
  /// The first receiver of the press.
  public internal(set) var responder: UIResponder?
  /// When it changed last, in seconds since the clock's zero.
  public var timestamp: Double { Double(nanoseconds) / 1e9 }
  var nanoseconds: UInt64
  /// The number of the hosted window whose desktop window had the keyboard; 0 for none.
  var hostNumber: UInt32 = 0
  /// A text input has used it: its end does not go up the chain.
  var wasText = false

  init(key: UIKey, window: UIWindow?, responder: UIResponder?, nanoseconds: UInt64) {
    held = key
    type = PressType(usage: key.usage)
    self.window = window
    self.responder = responder
    self.nanoseconds = nanoseconds
  }

  public static func == (left: UIPress, right: UIPress) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  public var description: String { "<press \(held.usage) \(phase)>" }
}

extension UIPress.PressType {
  /// By the usage of HID's keyboard page.
  init(usage: UInt16) {
    switch usage {
    case 0x52: self = .upArrow
    case 0x51: self = .downArrow
    case 0x50: self = .leftArrow
    case 0x4F: self = .rightArrow
    case 0x28, 0x58: self = .select
    case 0x29: self = .menu
    case 0x4B: self = .pageUp
    case 0x4E: self = .pageDown
    default: self = .other
    }
  }
}

/// A key.
public struct UIKey: Hashable, Sendable {
  /// The text of the key with its modifiers; empty when it types nothing.
  public var characters: String
  /// The text of the key without its modifiers except Shift.
  public var charactersIgnoringModifiers: String
  /// The modifiers that are down or locked.
  public var modifierFlags: UIKeyModifierFlags
  /// Which key it is.
  public var keyCode: UIKeyboardHIDUsage { UIKeyboardHIDUsage(rawValue: Int(usage)) }
  /// A usage of HID's keyboard page.
  let usage: UInt16

  init(_ key: HIDEvent.Key) {
    characters = key.characters
    charactersIgnoringModifiers = key.charactersIgnoringModifiers
    modifierFlags = key.modifiers
    usage = key.usage
  }
}

/// An event of presses.
public final class UIPressesEvent: UIEvent {
  var presses: [UIPress] = []
  /// The presses of the event.
  var changed: [UIPress] = []

  init(nanoseconds: UInt64) {
    super.init(.presses, nanoseconds: nanoseconds)
  }

  /// All keys that are down, and those of this event that came up.
  public var allPresses: Set<UIPress> { Set(presses) }
}
