/// The numbers of the kernel's input protocol that the reader knows; their C names are in `linux/input-event-codes.h`.
enum InputCode {
  // Kinds of records.
  static let synchronization: UInt16 = 0x00
  static let key: UInt16 = 0x01
  static let relative: UInt16 = 0x02
  static let absolute: UInt16 = 0x03
  static let switches: UInt16 = 0x05

  // Synchronization.
  static let report: UInt16 = 0
  /// Ends one contact of protocol A.
  static let contactReport: UInt16 = 2
  static let dropped: UInt16 = 3

  // Relative axes.
  static let relativeX: UInt16 = 0x00
  static let relativeY: UInt16 = 0x01
  static let wheelX: UInt16 = 0x06
  static let wheelY: UInt16 = 0x08

  // Absolute axes.
  static let x: UInt16 = 0x00
  static let y: UInt16 = 0x01
  static let z: UInt16 = 0x02
  static let pressure: UInt16 = 0x18
  static let slot: UInt16 = 0x2f
  static let touchMajor: UInt16 = 0x30
  static let contactX: UInt16 = 0x35
  static let contactY: UInt16 = 0x36
  static let toolType: UInt16 = 0x37
  static let trackingID: UInt16 = 0x39
  static let contactPressure: UInt16 = 0x3a
  /// How far a finger hovers over the surface.
  static let contactDistance: UInt16 = 0x3b
  /// The axes that only multi-touch devices have.
  static let contactAxes: ClosedRange<UInt16> = 0x2f...0x3d

  // Tools.
  static let penTool: Int32 = 1
  static let palmTool: Int32 = 2

  // Buttons.
  static let mouseButtons: ClosedRange<UInt16> = 0x110...0x117
  static let penButton: UInt16 = 0x140
  static let rubberButton: UInt16 = 0x141
  static let touchButton: UInt16 = 0x14a
  /// From here to there are buttons, not keys.
  static let buttons: ClosedRange<UInt16> = 0x100...0x15f

  // Properties.
  static let isPointer = 0
  static let isDirect = 1
  static let isAccelerometer = 6

  static let lastKey = 0x2ff
  static let lastAxis = 0x3f
  static let lastSwitch = 0x10
  /// The switch of the proximity sensor at the screen's front.
  static let frontProximity: UInt16 = 0x0b
}
