import LinuxSystem

/// The program that has windows.
enum DesktopProgram {
  /// The name of its file.
  static var name: String {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? "program"
  }

  static var machine: String? {
    var letters = [CChar](repeating: 0, count: 256)
    guard gethostname(&letters, 255) == 0 else { return nil }
    return String(decoding: letters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
