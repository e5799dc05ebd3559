import Foundation
import LinuxSystem
import TestHarness

/// An X server that a test has started on a free display, with a key of its own. Ends with the object.
final class XServer {
  let display: String
  let folder: TemporaryFolder
  let child: ChildProgram
  var authority: String { folder.path + "/authority" }
  /// What clients that are started need to know.
  var environment: [String: String] { ["DISPLAY": display, "XAUTHORITY": authority] }

  enum Kind {
    case xvfb(width: Int, height: Int)
    /// Xorg with the driver that gets touches from a socket.
    case xorg
  }

  /// - Parameter repeatsKeys: A busy machine may let a key that is down for a moment repeat.
  init(_ kind: Kind = .xvfb(width: 800, height: 600), repeatsKeys: Bool = false) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    let key = (0..<16).map { _ in UInt8.random(in: 0...255) }
    try Self.write(key, to: folder.path + "/authority")
    // The server chooses the display and prints it.
    let common =
      ["-displayfd", "1", "-nolisten", "tcp", "-noreset", "-auth", folder.path + "/authority"]
      + (repeatsKeys ? [] : ["-r"])
    switch kind {
    case .xvfb(let width, let height):
      child = try .limited("Xvfb", common + ["-screen", "0", "\(width)x\(height)x24"])
    case .xorg:
      try Self.configuration(in: folder.path)
        .write(toFile: folder.path + "/xorg.conf", atomically: false, encoding: .utf8)
      child = try .limited(
        "Xorg",
        common + ["-config", folder.path + "/xorg.conf", "-novtswitch", "-logfile", folder.path + "/log"])
    }
    let child = child
    waitUntil(30) { child.output.contains("\n") || child.status != nil }
    guard let number = Int(child.output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw ChildProgram.Failure("the server did not start: \(child.errors)")
    }
    display = ":\(number)"
  }

  /// Takes it away without a word.
  func kill() { child.end() }

  deinit { child.end() }

  /// An authority file with one key: for any host and any display.
  private static func write(_ key: [UInt8], to path: String) throws {
    var bytes: [UInt8] = [0xFF, 0xFF, 0, 0, 0, 0]
    let name = Array("MIT-MAGIC-COOKIE-1".utf8)
    bytes += [0, UInt8(name.count)] + name + [0, UInt8(key.count)] + key
    try Data(bytes).write(to: URL(filePath: path))
    chmod(path, 0o600)
  }

  var touchSocket: String { folder.path + "/touch" }

  private static func configuration(in folder: String) -> String {
    func device(_ name: String, _ options: [(String, String)]) -> String {
      """
      Section "InputDevice"
        Identifier "\(name)"
        Driver "inputtest"
        Option "SocketPath" "\(folder)/\(name)"
      \(options.map { "  Option \"\($0.0)\" \"\($0.1)\"" }.joined(separator: "\n"))
      EndSection

      """
    }
    return """
      Section "ServerFlags"
        Option "AutoAddDevices" "false"
        Option "AutoAddGPU" "false"
        Option "DontVTSwitch" "true"
      EndSection
      Section "ServerLayout"
        Identifier "layout"
        Screen "screen"
        InputDevice "touch"
        InputDevice "pointer" "CorePointer"
        InputDevice "keyboard" "CoreKeyboard"
      EndSection
      Section "Device"
        Identifier "card"
        Driver "dummy"
        VideoRam 65536
      EndSection
      Section "Monitor"
        Identifier "monitor"
        HorizSync 5-1000
        VertRefresh 5-200
      EndSection
      Section "Screen"
        Identifier "screen"
        Device "card"
        Monitor "monitor"
        DefaultDepth 24
        SubSection "Display"
          Depth 24
          Modes "1024x768"
        EndSubSection
      EndSection

      """ + device("touch", [("DeviceType", "Touch"), ("TouchCount", "10")])
        + device("pointer", [("DeviceType", "PointerAbsolute"), ("PointerButtonCount", "7")])
        + device("keyboard", [("DeviceType", "Keyboard")])
  }
}

/// The other end of the driver `inputtest`: says what fingers do.
///
/// After it has gone the driver takes no other: one server for each.
final class TouchInjector {
  private let socket: Socket

  enum Kind: UInt32 {
    case began = 18
    case moved, ended
  }

  init(_ path: String) throws {
    var connected: Socket?
    waitUntil(10) {
      connected = try? Socket.connected(.stream, to: .path(path), isBlocking: true)
      return connected != nil
    }
    guard let connected else { throw ChildProgram.Failure("no driver at \(path)") }
    socket = connected
    // Length, type 0, version 1.1; the driver answers the same.
    send(Self.words([12, 0]) + [1, 0, 1, 0])
    var answer = [UInt8](repeating: 0, count: 12)
    var count = 0
    while count < 12 {
      let more = answer.withUnsafeMutableBytes { read(connected.number, $0.baseAddress! + count, 12 - count) }
      guard more > 0 else { throw ChildProgram.Failure("the driver at \(path) does not answer") }
      count += more
    }
  }

  deinit { socket.close() }

  private static func words(_ values: [UInt32]) -> [UInt8] {
    values.flatMap { withUnsafeBytes(of: $0) { Array($0) } }
  }
  private static func bytes(_ value: Double) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  /// - Parameters: x, y: 0...1 of the screen.
  func touch(_ identity: UInt32, _ kind: Kind, _ x: Double, _ y: Double) {
    var message = Self.words([1056, 6, identity, kind.rawValue, 0])
    // Values 0 and 1 follow.
    message += [3] + [UInt8](repeating: 0, count: 7) + [0, 0, 0, 0]
    message += Self.bytes(x * 65535) + Self.bytes(y * 65535)
    message += [UInt8](repeating: 0, count: 1056 - message.count)
    send(message)
  }

  private func send(_ message: [UInt8]) {
    var sent = 0
    while sent < message.count {
      let count = message.withUnsafeBytes {
        socket.send(UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      guard count > 0 else { return }
      sent += count
    }
  }
}
