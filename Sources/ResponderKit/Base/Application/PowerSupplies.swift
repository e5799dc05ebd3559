import LinuxSystem

/// The batteries of the machine, as files of the kernel describe them; those of mice and the like do not count.
struct PowerSupplies {
  var folder = "/sys/class/power_supply"

  private var batteries: [String] {
    let names = (try? Folder.names(in: folder)) ?? []
    return names.map { "\(folder)/\($0)" }.filter {
      KernelFile.line("\($0)/type") == "Battery" && KernelFile.line("\($0)/scope") != "Device"
    }
  }

  /// From 0 to 1; nil: no battery reports it.
  var level: Float? {
    let parts = batteries.compactMap { KernelFile.line("\($0)/capacity").flatMap(Float.init) }
    guard !parts.isEmpty else { return nil }
    return min(max(parts.reduce(0, +) / Float(parts.count) / 100, 0), 1)
  }

  var state: UIDevice.BatteryState {
    let words = batteries.compactMap { KernelFile.line("\($0)/status") }
    if words.contains("Discharging") { return .unplugged }
    if words.contains("Charging") || words.contains("Not charging") { return .charging }
    return words.contains("Full") ? .full : .unknown
  }
}
