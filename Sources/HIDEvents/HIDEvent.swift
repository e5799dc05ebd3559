/// An event of an input device, in the role of IOKit's `IOHIDEvent`.
///
/// Times are nanoseconds of CLOCK_MONOTONIC (or of the receiver's simulated clock) at which it happened, not at which
/// it was delivered. Positions are points of the receiver's screen.
public struct HIDEvent: Hashable, Sendable {
  /// When it happened, in nanoseconds.
  public var timestamp: UInt64
  /// What happened, by kind of device.
  public var payload: Payload

  /// An event of the given time, in nanoseconds of the receiver's clock.
  public init(timestamp: UInt64, _ payload: Payload) {
    self.timestamp = timestamp
    self.payload = payload
  }

  /// A report of an input device. Numbers are not checked here: a receiver drops events with NaN or infinity.
  public enum Payload: Hashable, Sendable {
    /// One frame of a touch surface: all contacts that changed, and perhaps unchanged ones.
    case digitizer([Contact])
    /// A pointer that touches nothing: it came, moved, left, or scrolled.
    case pointer(Pointer)
    /// A key went down, repeated or came up.
    case key(Key)
    /// A sample of an accelerometer, in which ResponderKit detects shakes.
    case acceleration(Acceleration)
    /// A command of a headset or remote control.
    case remoteControl(RemoteControl)
    /// Something came close to the screen's front, such as an ear, or went away from it.
    case proximity(Proximity)
    /// The device's orientation has changed.
    case orientation(Orientation)
    /// A decision of the system about the whole receiver.
    case system(System)
  }
}

extension HIDEvent {
  /// One finger, pencil or pressed pointer on the surface.
  public struct Contact: Hashable, Sendable {
    /// Identifies a contact while it is down. Reusable after `ended` or `cancelled`.
    public var identity: UInt32
    /// The contact's phase; a contact of the frame that did not change is `stationary`.
    public var phase: Phase
    /// The kind of contact.
    public var kind: Kind
    /// Points from the left edge of the receiver's screen.
    public var x: Double
    /// Points from the top edge of the receiver's screen, downwards.
    public var y: Double
    /// 1 is the force of an average touch; 0 when not known.
    public var force: Double
    /// The radius of the touched area, in points.
    public var radius: Double
    /// The buttons of a pointer that are down. None counts as the first.
    public var buttons: Buttons

    /// A contact's state in one frame. A contact that began needs an `identity` that is not in use.
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
      /// The left button, and the one that a pointer's contact without any is taken for.
      public static let primary = Buttons(rawValue: 1)
      /// The right button.
      public static let secondary = Buttons(rawValue: 2)
      /// The middle button, or the wheel pressed.
      public static let middle = Buttons(rawValue: 4)
    }

    /// The phases of a contact: one `began`, then exactly one `ended` or `cancelled`.
    public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
      /// New on the surface. Its identity must not be down already.
      case began
      /// At another place, or with another force, radius or set of buttons.
      case moved
      /// Unchanged, but part of the frame.
      case stationary
      /// Lifted.
      case ended
      /// Lost, or found not to be a touch, such as a palm: receivers undo what it had begun.
      case cancelled
    }

    /// The kinds of contacts. Only a pointer has buttons.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
      /// A finger on the screen.
      case finger
      /// A finger on a surface beside the screen.
      case indirect
      /// A pen.
      case pencil
      /// A mouse or touchpad, as long as one of its buttons is down.
      case pointer
    }
  }

  /// A pointer without a pressed button; while one is pressed, the pointer is a `Contact`.
  public struct Pointer: Hashable, Sendable {
    /// What the pointer did.
    public var phase: Phase
    /// Points from the left edge of the receiver's screen.
    public var x: Double
    /// Points from the top edge of the receiver's screen, downwards.
    public var y: Double
    /// How far the wheel or the pad scrolled, in points. Positive is towards the content's left edge; 0 unless `scrolled`.
    public var scrollX: Double
    /// The same along the other axis: positive is towards the content's top, as a wheel turned away from the
    /// hand.
    public var scrollY: Double

    /// What a pointer did, and at which point of the receiver's screen. `scrollX` and `scrollY` are for
    /// `scrolled` only.
    public init(_ phase: Phase, x: Double, y: Double, scrollX: Double = 0, scrollY: Double = 0) {
      self.phase = phase
      self.x = x
      self.y = y
      self.scrollX = scrollX
      self.scrollY = scrollY
    }

    /// What a pointer can do without touching.
    public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
      /// Entered a window.
      case entered
      /// Moved within the same window.
      case moved
      /// Left the window, or the screen.
      case left
      /// Stayed, and its wheel or pad was moved.
      case scrolled
    }
  }

  /// A key of a keyboard, or a button with a usage of the keyboard page.
  public struct Key: Hashable, Sendable {
    /// A usage of HID's keyboard page: 4 is A, 40 is Return.
    public var usage: UInt16
    /// Whether the key went down, repeats, or came up.
    public var phase: Phase
    /// Modifiers that are down with the key, or locked.
    public var modifiers: Modifiers
    /// The text that the key makes with its modifiers; empty when it makes none.
    public var characters: String
    /// The text that the key makes without its modifiers except Shift, by which key commands are found.
    public var charactersIgnoringModifiers: String

    /// A key's change. Without `charactersIgnoringModifiers`, these are `characters`.
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

    /// What happened to a key: one `down`, then exactly one `up` or `cancelled`.
    public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
      /// Pressed. Pressed again without an `up`, it counts as `repeated`.
      case down
      /// Held down, and repeated by the keyboard or the system.
      case repeated
      /// Released.
      case up
      /// Lost with its device or the keyboard's focus: no `up` follows.
      case cancelled
    }

    /// Modifier keys, with the bits that UIKit's `UIKeyModifierFlags` has.
    public struct Modifiers: OptionSet, Hashable, Sendable {
      public let rawValue: UInt32
      public init(rawValue: UInt32) { self.rawValue = rawValue }
      /// Caps Lock is on.
      public static let alphaShift = Modifiers(rawValue: 1 << 16)
      /// A Shift key.
      public static let shift = Modifiers(rawValue: 1 << 17)
      /// A Control key.
      public static let control = Modifiers(rawValue: 1 << 18)
      /// An Alt key.
      public static let alternate = Modifiers(rawValue: 1 << 19)
      /// The Command, Super or Windows key.
      public static let command = Modifiers(rawValue: 1 << 20)
      /// The key is on the numeric pad.
      public static let numericPad = Modifiers(rawValue: 1 << 21)
    }
  }

  /// A sample of an accelerometer, in units of the earth's gravity (9.81 m/s²), which is part of it: a device at rest has
  /// a length of 1.
  public struct Acceleration: Hashable, Sendable {
    /// Along the device's x axis, in units of gravity.
    public var x: Double
    /// Along the device's y axis, in units of gravity.
    public var y: Double
    /// Along the device's z axis, in units of gravity.
    public var z: Double

    /// A sample in units of gravity, which is included.
    public init(x: Double, y: Double, z: Double) {
      self.x = x
      self.y = y
      self.z = z
    }
  }

  /// A button of a headset or another remote control.
  public enum RemoteControl: UInt8, Hashable, Sendable, CaseIterable {
    /// Play; unlike `togglePlayPause`, whether or not something plays.
    case play = 100
    /// Pause; unlike `togglePlayPause`, whether or not something plays.
    case pause
    /// Stop, rather than pause.
    case stop
    /// Play if paused, and pause if playing: the one button of a headset.
    case togglePlayPause
    /// The next piece.
    case nextTrack
    /// The piece before.
    case previousTrack
    /// The button for going back is held down.
    case beginSeekingBackward
    /// The button for going back was released.
    case endSeekingBackward
    /// The button for going forward is held down.
    case beginSeekingForward
    /// The button for going forward was released.
    case endSeekingForward
  }

  /// What a sensor at the screen's front reports.
  public enum Proximity: UInt8, Hashable, Sendable, CaseIterable {
    /// Nothing is close.
    case far
    /// Something is: an ear, a pocket, a hand.
    case near
  }

  /// How a device is held, with the numbers of UIKit's `UIDeviceOrientation`.
  public enum Orientation: UInt8, Hashable, Sendable, CaseIterable {
    /// Upright.
    case portrait = 1
    /// Upright, with the lower edge on top.
    case portraitUpsideDown
    /// Turned to the left: the edge that is on the right of an upright device is on top.
    case landscapeLeft
    /// Turned to the right: the edge that is on the left of an upright device is on top.
    case landscapeRight
    /// Lying, with the screen upwards.
    case faceUp
    /// Lying, with the screen downwards.
    case faceDown
  }

  /// Changes of the receiver's place in the system, which the router decides, or of the device.
  public enum System: UInt8, Hashable, Sendable, CaseIterable {
    /// The receiver is in front and gets events.
    case didBecomeActive
    /// A call or an alert comes before the receiver: its touches, keys and shakes are cancelled.
    case willResignActive
    /// The receiver is no longer visible. If it was active, it resigns first.
    case didEnterBackground
    /// Some of the receiver will be seen again. `didBecomeActive` follows; until then it gets no input.
    case willEnterForeground
    /// The device lost track of all contacts.
    case contactsLost
  }
}
