import LinuxSystem

/// The batteries of the machine, as files of the kernel describe them; those of mice and the like do not count.
struct PowerSupplies {
  var folder = "/sys/class/power_supply"

  private var batteries: [String] {
    let names = (try? ByteTransfer.names(inFolder: folder)) ?? []
    return names.map { "\(folder)/\($0)" }.filter {
      MachineFile.line("\($0)/type") == "Battery" && MachineFile.line("\($0)/scope") != "Device"
    }
  }

  /// From 0 to 1; nil: no battery tells.
  var level: Float? {
    let parts = batteries.compactMap { MachineFile.line("\($0)/capacity").flatMap(Float.init) }
    guard !parts.isEmpty else { return nil }
    return min(max(parts.reduce(0, +) / Float(parts.count) / 100, 0), 1)
  }

  var state: UIDevice.BatteryState {
    let words = batteries.compactMap { MachineFile.line("\($0)/status") }
    if words.contains("Discharging") { return .unplugged }
    if words.contains("Charging") || words.contains("Not charging") { return .charging }
    return words.contains("Full") ? .full : .unknown
  }
}

/// Files of one line by which the kernel describes the machine.
enum MachineFile {
  /// The first line, without the space and zero bytes around it; nil where there is no such file, or nothing in it.
  static func line(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let bytes = try? ByteTransfer.readToEnd(descriptor, limit: 4096) else { return nil }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split(separator: " ")
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
