/// Figures as people read them: three digits and a unit.
public enum Quantity {
  /// "12.3 ns", "4.56 µs", "128 bytes", "1.2 MB".
  public static func text(_ value: Double, unit: String) -> String {
    switch unit {
    case "ns": scaled(value, [(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1, "ns")])
    case "bytes": scaled(value, [(1e9, "GB"), (1e6, "MB"), (1e4, "kB"), (1, "bytes")], thousand: 1e3)
    default: "\(digits(value)) \(unit)"
    }
  }

  private static func scaled(_ value: Double, _ scales: [(Double, String)], thousand: Double = 1) -> String {
    for (scale, name) in scales where abs(value) >= scale {
      let divisor = name == "kB" ? thousand : scale
      return "\(digits(value / divisor)) \(name)"
    }
    return "\(digits(value)) \(scales.last?.1 ?? "")"
  }

  /// Three significant digits, whole numbers in full: "0.12", "1.23", "45.6", "789", "12345".
  public static func digits(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    switch abs(value) {
    case 99.95...: return fixed(value, 0)
    case 9.995...: return fixed(value, 1)
    default: return fixed(value, 2)
    }
  }

  /// The value with `places` digits after the point.
  public static func fixed(_ value: Double, _ places: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "–" }
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let whole = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && whole != 0 ? "-" : ""
    guard places > 0 else { return sign + String(whole) }
    let fraction = String(whole % scale)
    return "\(sign)\(whole / scale).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
  }
}
