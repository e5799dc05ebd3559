import LinuxSystem
import StallMonitoring

/// A file that a command writes because its call says so.
enum OutputFile {
  /// Refuses two names of one file before anything is written, and one of the file that standard output goes to. Devices and pipes
  /// take several outputs.
  ///
  /// - Parameter contents: what the file would have to hold: "two forms of the result".
  static func checkDifferent(_ paths: [String], _ contents: String) throws(WrongCall) {
    var known: [FileIdentity: String] = [:]
    if let file = FileIdentity(ofDescriptor: 1) { known[file] = "standard output" }
    for path in paths {
      guard let file = FileIdentity(path), let other = known.updateValue(path, forKey: file) else { continue }
      let names = other == path ? "\(path) can" : "\(path) and \(other) are one file, which can"
      throw WrongCall("\(names) not hold \(contents); give each a file of its own")
    }
  }

  /// Whether a path is of a file directly in a folder, by whatever name that is called.
  static func isDirectly(_ path: String, in folder: String) -> Bool {
    let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    var (one, other) = (stat(), stat())
    return stat(parent, &one) == 0 && stat(folder, &other) == 0
      && (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)
  }

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

/// A file by its place in the file system, whatever it is called: there, or to be made.
struct FileIdentity: Hashable {
  private var device: dev_t
  private var number: ino_t
  /// In the folder that the numbers are of, for a file that is not there yet.
  private var name: String

  /// More links in a row are refused by the kernel.
  private static let mostLinks = 40

  /// Nil for a device, pipe or socket, and where no file can be.
  init?(_ path: String) {
    var path = path
    for _ in 0..<Self.mostLinks {
      var status = stat()
      if stat(path, &status) == 0 {
        self.init(status)
        return
      }
      let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
      guard let target = KernelFile.link(path) else {
        guard stat(cut == path.startIndex ? "." : String(path[..<cut]), &status) == 0 else { return nil }
        self.init(device: status.st_dev, number: status.st_ino, name: String(path[cut...]))
        return
      }
      // A link to a file that is made when the link is written to.
      path = target.hasPrefix("/") ? target : path[..<cut] + target
    }
    return nil
  }

  /// Nil for anything but a file.
  init?(ofDescriptor descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(device: dev_t, number: ino_t, name: String) {
    (self.device, self.number, self.name) = (device, number, name)
  }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(device: status.st_dev, number: status.st_ino, name: "")
  }
}
