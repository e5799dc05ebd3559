import LinuxSystem

/// What the machine is, by its kernel.
extension UIDevice {
  /// The machine's name in its network.
  public var name: String { Self.part(\.nodename) }
  /// Its kind, by its firmware; without that the kind of its processor.
  public var model: String {
    ["/sys/class/dmi/id/product_name", "/proc/device-tree/model"].lazy.compactMap { KernelFile.line($0) }
      .map { $0.split(separator: " ").joined(separator: " ") }.first { !$0.isEmpty } ?? Self.part(\.machine)
  }
  /// As `model`.
  public var localizedModel: String { model }
  /// The kernel's name, as "Linux".
  public var systemName: String { Self.part(\.sysname) }
  /// The kernel's version, as "6.8.0-45-generic".
  public var systemVersion: String { Self.part(\.release) }

  private static func part<Text>(_ path: KeyPath<utsname, Text>) -> String {
    var names = utsname()
    guard uname(&names) == 0 else { return "" }
    return withUnsafeBytes(of: names[keyPath: path]) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
