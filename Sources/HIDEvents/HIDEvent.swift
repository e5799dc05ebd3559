/// Something that an input device, or whoever speaks for it, tells: the role of IOKit's `IOHIDEvent`.
///
/// Times are nanoseconds of CLOCK_MONOTONIC (or of the receiver's simulated clock) at which it happened, not at which
/// it was delivered. Positions are points of the receiver's screen.
public struct HIDEvent: Hashable, Sendable {
  /// When it happened, in nanoseconds.
  public var timestamp: UInt64
  public var payload: Payload

  public init(timestamp: UInt64, _ payload: Payload) {
    self.timestamp = timestamp
    self.payload = payload
  }

  public enum Payload: Hashable, Sendable {
    /// One frame of a touch surface: all contacts that changed, and perhaps those that did not.
    case digitizer([Contact])
    /// A pointer that touches nothing: it came, moved, left, or scrolled.
    case pointer(Pointer)
    case key(Key)
    case acceleration(Acceleration)
    case remoteControl(RemoteControl)
    /// What the system decides about the receiver as a whole.
    case system(System)
  }
}

extension HIDEvent {
  /// One finger, pencil or pressed pointer on the surface.
  public struct Contact: Hashable, Sendable {
    /// Tells contacts apart that are on the surface at the same time. Free again after `ended` or `cancelled`.
    public var identity: UInt32
    public var phase: Phase
    public var kind: Kind
    public var x: Double
    public var y: Double
    /// 1 is the force of an average touch; 0 when the device can not tell.
    public var force: Double
    /// Of the area that is touched, in points.
    public var radius: Double
    /// Of a pointer, that are down now. None is as the first.
    public var buttons: Buttons

    public init(
      _ identity: UInt32, _ phase: Phase, x: Double, y: Double, kind: Kind = .finger, force: Double = 0,
      radius: Double = 0, buttons: Buttons = []
    ) {
      self.identity = identity
      self.phase = phase
      self.kind = kind
      self.x = x
      self.y = y
      self.force = force
      self.radius = radius
      self.buttons = buttons
    }

    /// Buttons of a pointer: the first is the left one for most hands.
    public struct Buttons: OptionSet, Hashable, Sendable {
      public let rawValue: UInt16
      public init(rawValue: UInt16) { self.rawValue = rawValue }
      public static let primary = Buttons(rawValue: 1)
      public static let secondary = Buttons(rawValue: 2)
      public static let middle = Buttons(rawValue: 4)
    }

    public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
      case began, moved, stationary, ended, cancelled
    }

    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
      case finger, indirect, pencil, pointer
    }
  }

  public struct Pointer: Hashable, Sendable {
    public var phase: Phase
    public var x: Double
    public var y: Double
    /// How far the wheel or the pad scrolled.
    public var scrollX: Double
    public var scrollY: Double

    public init(_ phase: Phase, x: Double, y: Double, scrollX: Double = 0, scrollY: Double = 0) {
      self.phase = phase
      self.x = x
      self.y = y
      self.scrollX = scrollX
      self.scrollY = scrollY
    }

    public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
      case entered, moved, left, scrolled
    }
  }

  public struct Key: Hashable, Sendable {
    /// A usage of HID's keyboard page: 4 is A, 40 is Return.
    public var usage: UInt16
    public var phase: Phase
    public var modifiers: Modifiers
    /// The text that the key makes, with its modifiers and without.
    public var characters: String
    public var charactersIgnoringModifiers: String

    public init(
      usage: UInt16, _ phase: Phase, modifiers: Modifiers = [], characters: String = "",
      charactersIgnoringModifiers: String? = nil
    ) {
      self.usage = usage
      self.phase = phase
      self.modifiers = modifiers
      self.characters = characters
      self.charactersIgnoringModifiers = charactersIgnoringModifiers ?? characters
    }

    public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
      case down, repeated, up, cancelled
    }

    public struct Modifiers: OptionSet, Hashable, Sendable {
      public let rawValue: UInt32
      public init(rawValue: UInt32) { self.rawValue = rawValue }
      public static let alphaShift = Modifiers(rawValue: 1 << 16)
      public static let shift = Modifiers(rawValue: 1 << 17)
      public static let control = Modifiers(rawValue: 1 << 18)
      public static let alternate = Modifiers(rawValue: 1 << 19)
      public static let command = Modifiers(rawValue: 1 << 20)
      public static let numericPad = Modifiers(rawValue: 1 << 21)
    }
  }

  /// In units of the earth's gravity, which is part of it.
  public struct Acceleration: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var z: Double

    public init(x: Double, y: Double, z: Double) {
      self.x = x
      self.y = y
      self.z = z
    }
  }

  /// A button of a headset or another remote control.
  public enum RemoteControl: UInt8, Hashable, Sendable, CaseIterable {
    case play = 100
    case pause, stop, togglePlayPause, nextTrack, previousTrack
    case beginSeekingBackward, endSeekingBackward, beginSeekingForward, endSeekingForward
  }

  public enum System: UInt8, Hashable, Sendable, CaseIterable {
    /// The receiver is in front and gets events.
    case didBecomeActive
    /// A call or an alert comes before the receiver: its touches are over.
    case willResignActive
    case didEnterBackground
    case willEnterForeground
    /// The device lost track of all contacts.
    case contactsLost
  }
}
