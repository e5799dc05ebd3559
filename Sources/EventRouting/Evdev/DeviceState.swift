import LinuxSystem

/// The state of a device at one moment: read at the start, and after lost records.
struct DeviceState: Sendable {
  struct Slot: Sendable {
    var tracking: Int32
    var x: Int32
    var y: Int32
    // Nil where the device has no such axis.
    var pressure: Int32?
    var major: Int32?
    var tool: Int32?
    var distance: Int32?
  }

  var slots: [Slot] = []
  var currentSlot: Int32 = 0
  /// Keys and buttons that are down, by the kernel's number.
  var keys: Set<UInt16> = []

  /// Switches that are on.
  var switches: Set<UInt16> = []

  init(slots: [Slot], currentSlot: Int32, keys: Set<UInt16>, switches: Set<UInt16> = []) {
    self.slots = slots
    self.currentSlot = currentSlot
    self.keys = keys
    self.switches = switches
  }

  /// The state of the device behind a descriptor; nil when it does not answer, like a pipe.
  init?(of descriptor: Int32, _ description: DeviceDescription) {
    keys = Set(
      DeviceDescription.bits(count: InputCode.lastKey + 1) { linux_input_keys(descriptor, $0, $1) }.map(
        UInt16.init))
    switches = Set(
      DeviceDescription.bits(count: InputCode.lastSwitch + 1) { linux_input_switches(descriptor, $0, $1) }
        .map(
          UInt16.init))
    guard let axis = description.axes[InputCode.slot] else {
      guard linux_input_version(descriptor) >= 0 else { return nil }
      return
    }
    let count = min(max(1, Int(axis.maximum) + 1), ContactTracker.mostSlots)
    guard let trackings = Self.values(InputCode.trackingID, count, descriptor),
      let xs = Self.values(InputCode.contactX, count, descriptor),
      let ys = Self.values(InputCode.contactY, count, descriptor)
    else { return nil }
    func optional(_ code: UInt16) -> [Int32]? {
      description.axes[code] == nil ? nil : Self.values(code, count, descriptor)
    }
    let (pressures, majors) = (optional(InputCode.contactPressure), optional(InputCode.touchMajor))
    let (tools, distances) = (optional(InputCode.toolType), optional(InputCode.contactDistance))
    slots = (0..<count).map {
      Slot(
        tracking: trackings[$0], x: xs[$0], y: ys[$0], pressure: pressures?[$0], major: majors?[$0],
        tool: tools?[$0], distance: distances?[$0])
    }
    var info = input_absinfo()
    if linux_input_axis(descriptor, UInt32(InputCode.slot), &info) >= 0 { currentSlot = info.value }
  }

  private static func values(_ code: UInt16, _ count: Int, _ descriptor: Int32) -> [Int32]? {
    var values = [Int32](repeating: 0, count: count + 1)
    values[0] = Int32(code)
    guard linux_input_slots(descriptor, &values, values.count) >= 0 else { return nil }
    return Array(values.dropFirst())
  }
}
