import LinuxSystem
import StallMonitoring

/// A file that a command writes because its call says so.
enum OutputFile {
  /// Replaces a file, also one that a program reads at the moment. A device, pipe or socket is written to, and stays.
  static func write(_ bytes: [UInt8], to path: String) throws(StallMonitorError) {
    var status = stat()
    guard stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
      return try FileBytes.replace(path, with: bytes)
    }
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: Errno.last.description) }
    defer { close(descriptor) }
    do { try bytes.withUnsafeBytes { try ByteTransfer.writeAll($0, to: descriptor) } } catch {
      throw .unwritable(path: path, reason: "\(error)")
    }
  }
}
