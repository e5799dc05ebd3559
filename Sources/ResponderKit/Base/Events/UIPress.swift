import HIDEvents

/// A key or button that is held down.
public final class UIPress: Hashable, CustomStringConvertible {
  public enum Phase: Int, Hashable, Sendable {
    case began = 0
    case changed, stationary, ended, cancelled
  }

  public enum PressType: Int, Hashable, Sendable {
    case upArrow = 0
    case downArrow, leftArrow, rightArrow, select, menu, playPause
    case pageUp = 30
    case pageDown = 31
    /// A key that is none of these.
    case other = -1
  }

  public internal(set) var phase: Phase = .began
  public let type: PressType
  public internal(set) var key: UIKey
  public internal(set) var window: UIWindow?
  /// Who got the press first.
  public internal(set) var responder: UIResponder?
  public var timestamp: Double { Double(nanoseconds) / 1e9 }
  var nanoseconds: UInt64

  init(key: UIKey, window: UIWindow?, responder: UIResponder?, nanoseconds: UInt64) {
    self.key = key
    type = PressType(usage: key.keyCode)
    self.window = window
    self.responder = responder
    self.nanoseconds = nanoseconds
  }

  public static func == (left: UIPress, right: UIPress) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  public var description: String { "<press \(key.keyCode) \(phase)>" }
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

/// What is on a key.
public struct UIKey: Hashable, Sendable {
  public var characters: String
  public var charactersIgnoringModifiers: String
  public var modifierFlags: HIDEvent.Key.Modifiers
  /// A usage of HID's keyboard page.
  public var keyCode: UInt16

  init(_ key: HIDEvent.Key) {
    characters = key.characters
    charactersIgnoringModifiers = key.charactersIgnoringModifiers
    modifierFlags = key.modifiers
    keyCode = key.usage
  }
}

/// An event of presses.
public final class UIPressesEvent: UIEvent {
  var presses: [UIPress] = []
  /// Those that the event is about.
  var changed: [UIPress] = []

  init(nanoseconds: UInt64) {
    super.init(.presses, nanoseconds: nanoseconds)
  }

  public var allPresses: Set<UIPress> { Set(presses) }
}

/// A key with modifiers that stands for an action.
public struct UIKeyCommand: Hashable {
  public var input: String
  public var modifierFlags: HIDEvent.Key.Modifiers
  public var action: Selector
  public var title: String

  public init(
    input: String, modifierFlags: HIDEvent.Key.Modifiers = [], action: Selector, title: String = ""
  ) {
    self.input = input
    self.modifierFlags = modifierFlags
    self.action = action
    self.title = title
  }

  /// The modifiers that tell commands apart.
  private static var told: HIDEvent.Key.Modifiers { [.shift, .control, .alternate, .command] }

  func matches(_ key: UIKey) -> Bool {
    key.modifierFlags.intersection(Self.told) == modifierFlags.intersection(Self.told)
      && key.charactersIgnoringModifiers.lowercased() == input.lowercased() && !input.isEmpty
  }
}
