import LinuxSystem

/// A device's description of itself: its name, and the ranges of its axes.
///
/// A stream of records alone has none; then one unit of an axis is one point.
public struct DeviceDescription: Hashable, Sendable {
  /// The range of an axis, and where it is now.
  public struct Axis: Hashable, Sendable {
    /// The smallest value.
    public var minimum: Int32
    /// The largest value.
    public var maximum: Int32
    /// The value when the device was described.
    public var value: Int32
    /// Units per millimetre, or per gravity for accelerometers; 0 when not known.
    public var resolution: Int32

    /// An axis with a smallest and a largest value.
    public init(_ minimum: Int32, _ maximum: Int32, value: Int32 = 0, resolution: Int32 = 0) {
      self.minimum = minimum
      self.maximum = maximum
      self.value = value
      self.resolution = resolution
    }

    /// How many values it has; nil when the range is none.
    var span: Double? { maximum > minimum ? Double(maximum) - Double(minimum) + 1 : nil }
  }

  /// The name that the device gives.
  public var name: String
  /// The axes by their numbers in the kernel, such as 0x35 for a contact's x.
  public var axes: [UInt16: Axis] = [:]
  /// The kernel's properties: 1 is a device whose surface shows what is touched.
  public var properties: Set<Int> = []

  /// A device with these axes, by the kernel's numbers.
  public init(name: String = "", axes: [UInt16: Axis] = [:], properties: Set<Int> = []) {
    self.name = name
    self.axes = axes
    self.properties = properties
  }

  /// A multi-touch screen with axes of the given numbers of units.
  public static func touchscreen(_ name: String, width: Int32, height: Int32, slots: Int32 = 10) -> Self {
    Self(
      name: name,
      axes: [
        InputCode.slot: Axis(0, slots - 1), InputCode.contactX: Axis(0, width - 1),
        InputCode.contactY: Axis(0, height - 1), InputCode.trackingID: Axis(0, 65535),
      ], properties: [InputCode.isDirect])
  }

  /// Whether its contacts have no identities from frame to frame.
  var isProtocolA: Bool { axes[InputCode.contactX] != nil && axes[InputCode.slot] == nil }
  var hasContacts: Bool { axes[InputCode.contactX] != nil }
  /// Whether it moves a pointer, like a pad beside the screen.
  var isTouchpad: Bool {
    properties.contains(InputCode.isPointer) && !properties.contains(InputCode.isDirect)
      && (axes[InputCode.contactX] ?? axes[InputCode.x]) != nil
  }

  /// The surface's height for a width of 1: by its resolution, if it reports that.
  func shape(isContacts: Bool) -> Double {
    guard let x = axes[isContacts ? InputCode.contactX : InputCode.x],
      let y = axes[isContacts ? InputCode.contactY : InputCode.y], let width = x.span, let height = y.span
    else { return 1 }
    let ratio = x.resolution > 0 && y.resolution > 0 ? Double(x.resolution) / Double(y.resolution) : 1
    return height / width * ratio
  }

  var isAccelerometer: Bool { properties.contains(InputCode.isAccelerometer) }

  /// The description of the device behind a descriptor; nil when it is no device.
  init?(of descriptor: Int32) {
    guard linux_input_version(descriptor) >= 0 else { return nil }
    var name = [CChar](repeating: 0, count: 256)
    let length = linux_input_name(descriptor, &name, name.count - 1)
    self.init(
      name: length > 0
        ? String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : "")
    for axis in Self.bits(
      count: InputCode.lastAxis + 1, { linux_input_codes(descriptor, UInt32(InputCode.absolute), $0, $1) })
    {
      var info = input_absinfo()
      guard linux_input_axis(descriptor, UInt32(axis), &info) >= 0 else { continue }
      axes[UInt16(axis)] = Axis(info.minimum, info.maximum, value: info.value, resolution: info.resolution)
    }
    properties = Set(Self.bits(count: 32) { linux_input_properties(descriptor, $0, $1) })
  }

  /// The numbers of the bits that a question's answer has set.
  static func bits(count: Int, _ ask: (UnsafeMutablePointer<UInt8>, Int) -> Int32) -> [Int] {
    var bytes = [UInt8](repeating: 0, count: (count + 7) / 8)
    guard ask(&bytes, bytes.count) >= 0 else { return [] }
    return (0..<count).filter { bytes[$0 / 8] & (1 << ($0 % 8)) != 0 }
  }
}
