import HIDEvents

@testable import EventRouting

/// Plays a device: what its driver would write.
struct Device {
  var time: UInt64 = 1_000_000_000
  var records: [InputRecord] = []
  /// How long a frame takes.
  var frame: UInt64 = 8_000_000

  var bytes: [UInt8] { records.flatMap(\.bytes) }

  mutating func absolute(_ code: UInt16, _ value: Int32) {
    records.append(InputRecord(time: time, InputCode.absolute, code, value))
  }

  mutating func key(_ code: UInt16, _ value: Int32) {
    records.append(InputRecord(time: time, InputCode.key, code, value))
  }

  mutating func relative(_ code: UInt16, _ value: Int32) {
    records.append(InputRecord(time: time, InputCode.relative, code, value))
  }

  mutating func synchronize(_ code: UInt16 = InputCode.report) {
    records.append(InputRecord(time: time, InputCode.synchronization, code, 0))
    if code == InputCode.report { time += frame }
  }

  mutating func slot(_ slot: Int32) { absolute(InputCode.slot, slot) }
  mutating func down(_ tracking: Int32, _ x: Int32, _ y: Int32) {
    absolute(InputCode.trackingID, tracking)
    move(x, y)
  }
  mutating func move(_ x: Int32, _ y: Int32) {
    absolute(InputCode.contactX, x)
    absolute(InputCode.contactY, y)
  }
  mutating func up() { absolute(InputCode.trackingID, -1) }

  /// The same as text, with a description.
  func text(_ description: DeviceDescription) -> String {
    var lines = ["# EVEMU 1.3", "N: \(description.name)"]
    for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
      lines.append("A: \(hex(code, 2)) \(axis.minimum) \(axis.maximum) 0 0 \(axis.resolution)")
    }
    for record in records {
      let microseconds = record.time / 1000 % 1_000_000
      let fraction = String(repeating: "0", count: 6 - "\(microseconds)".count) + "\(microseconds)"
      let words = "\(hex(record.kind, 4)) \(hex(record.code, 4)) \(record.value)"
      lines.append("E: \(record.time / 1_000_000_000).\(fraction) \(words)\t# comment")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func hex(_ number: UInt16, _ width: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// What a decoder makes of the records.
  func events(
    _ description: DeviceDescription = .touchscreen("screen", width: 100, height: 200), width: Double = 100,
    height: Double = 200, state: @escaping () -> DeviceState? = { nil }
  ) throws(EvdevError) -> [HIDEvent] {
    var decoder = try EvdevDecoder(description, width: width, height: height, state: state)
    var events: [HIDEvent] = []
    for record in records { try decoder.add(record) { events.append($0) } }
    return events
  }
}

extension HIDEvent {
  /// As text for comparisons: phases, slots and places of contacts; keys; and so on.
  var short: String {
    switch payload {
    case .digitizer(let contacts):
      contacts.map { "\($0.phase) \($0.identity & 0xffffff) (\($0.x) \($0.y))" }.joined(separator: ", ")
    case .pointer(let pointer):
      "\(pointer.phase) (\(pointer.x) \(pointer.y))"
        + (pointer.phase == .scrolled ? " by (\(pointer.scrollX) \(pointer.scrollY))" : "")
    case .key(let key): "key \(key.usage) \(key.phase) '\(key.characters)'"
    case .acceleration(let acceleration): "acceleration \(acceleration.x) \(acceleration.y) \(acceleration.z)"
    case .remoteControl(let command): "\(command)"
    case .system(let change): "\(change)"
    case .proximity(let state): "proximity \(state)"
    case .orientation(let orientation): "orientation \(orientation)"
    }
  }
}
