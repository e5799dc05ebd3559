import LinuxSystem

/// The process that a report file is about: the one that writes it, or another one that it watches.
struct ReportSubject: Sendable {
  /// Nil for the calling process.
  let process: Int32?
  let identity: ProcessIdentity
  /// The program's path.
  let executable: String
  /// `ImageMark` of the program that runs there now; 0 when not known.
  let image: UInt64

  static var own: ReportSubject {
    ReportSubject(
      process: nil, identity: .current, executable: KernelFile.link("/proc/self/exe") ?? "",
      image: ImageMark.own)
  }

  private init(process: Int32?, identity: ProcessIdentity, executable: String, image: UInt64) {
    self.process = process
    self.identity = identity
    self.executable = executable
    self.image = image
  }

  /// Another process; nil when there is none of that number.
  init?(process: Int32) {
    guard let identity = ProcessIdentity.of(process: process) else { return nil }
    let path = KernelFile.link("/proc/\(process)/exe") ?? ""
    self.init(
      process: process, identity: identity,
      // Another user's path is hidden; its name is not.
      executable: path.isEmpty ? KernelFile.line("/proc/\(process)/comm") ?? "" : path,
      image: ImageMark.of(process: process) ?? 0)
  }

  /// The number in file names.
  var number: Int32 { identity.pid }
}
