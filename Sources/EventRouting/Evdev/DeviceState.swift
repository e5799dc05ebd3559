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
    self.init(DeviceQuestions(of: descriptor), description)
  }

  /// The state by a device's answers; nil when it does not answer.
  init?(_ device: DeviceQuestions, _ description: DeviceDescription) {
    keys = Set(DeviceDescription.bits(count: InputCode.lastKey + 1, device.keys).map(UInt16.init))
    switches = Set(DeviceDescription.bits(count: InputCode.lastSwitch + 1, device.switches).map(UInt16.init))
    guard let axis = description.axes[InputCode.slot] else {
      guard device.isThere() else { return nil }
      return
    }
    let count = min(max(1, Int(axis.maximum) + 1), ContactTracker.mostSlots)
    guard let trackings = device.values(InputCode.trackingID, count),
      let xs = device.values(InputCode.contactX, count), let ys = device.values(InputCode.contactY, count)
    else { return nil }
    func optional(_ code: UInt16) -> [Int32]? {
      description.axes[code] == nil ? nil : device.values(code, count)
    }
    let (pressures, majors) = (optional(InputCode.contactPressure), optional(InputCode.touchMajor))
    let (tools, distances) = (optional(InputCode.toolType), optional(InputCode.contactDistance))
    slots = (0..<count).map {
      Slot(
        tracking: trackings[$0], x: xs[$0], y: ys[$0], pressure: pressures?[$0], major: majors?[$0],
        tool: tools?[$0], distance: distances?[$0])
    }
    if let slot = device.value(InputCode.slot) { currentSlot = slot }
  }
}

/// The queries that read a device's state; tests simulate a device.
struct DeviceQuestions {
  /// Fills in the bits of the keys, or of the switches, that are on. A negative number is an error, as for `slots`.
  var keys: (UnsafeMutablePointer<UInt8>, Int) -> Int32
  var switches: (UnsafeMutablePointer<UInt8>, Int) -> Int32
  /// Fills in the values of all slots, behind the number of their axis.
  var slots: (UnsafeMutablePointer<Int32>, Int) -> Int32
  /// An axis's current value; nil when there is no answer.
  var value: (UInt16) -> Int32?
  var isThere: () -> Bool

  /// The values of an axis in the first slots.
  func values(_ code: UInt16, _ count: Int) -> [Int32]? {
    var values = [Int32](repeating: 0, count: count + 1)
    values[0] = Int32(code)
    guard slots(&values, values.count) >= 0 else { return nil }
    return Array(values.dropFirst())
  }
}

extension DeviceQuestions {
  init(of descriptor: Int32) {
    keys = { linux_input_keys(descriptor, $0, $1) }
    switches = { linux_input_switches(descriptor, $0, $1) }
    slots = { linux_input_slots(descriptor, $0, $1) }
    value = { code in
      var info = input_absinfo()
      return linux_input_axis(descriptor, UInt32(code), &info) >= 0 ? info.value : nil
    }
    isThere = { linux_input_version(descriptor) >= 0 }
  }
}
