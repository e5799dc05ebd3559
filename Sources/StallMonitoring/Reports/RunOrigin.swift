import LinuxSystem

/// The machine, start and version of a run, common to all of its reports.
///
/// Part of a report file's head. Files of older versions of the library do not have it.
public struct RunOrigin: Sendable, Equatable {
  /// The machine's name; empty when not known.
  public var host = ""
  /// The container's id; empty outside of a container, or when it can not be known.
  public var container = ""
  /// `StallMonitor.Settings.programVersion`
  public var version = ""
  /// The program's build id; empty when it has none.
  public var buildID: [UInt8] = []
  /// When the process was started, in nanoseconds of the wall clock; 0 when not known. Exact to a clock tick of the kernel,
  /// which is 10 ms mostly.
  public var processStarted: Int64 = 0
  /// When the reports were begun, in nanoseconds of the wall clock; 0 when not known.
  public var begun: Int64 = 0
  /// The same moment in nanoseconds of `CLOCK_MONOTONIC`; 0 when not known.
  public var begunMonotonic: UInt64 = 0

  /// An origin of which nothing is known.
  public init() {}

  /// - Parameter process: the calling one when nil.
  static func current(version: String, identity: ProcessIdentity, of process: Int32? = nil) -> RunOrigin {
    var origin = RunOrigin()
    var name = utsname()
    if uname(&name) == 0 {
      origin.host = withUnsafeBytes(of: name.nodename) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
    origin.container = ContainerID.of(process)
    origin.version = version
    origin.buildID = ElfFile(path: "\(KernelFile.folder(of: process))/exe")?.buildID ?? []
    origin.begun = Int64(clamping: MonotonicTime.read(CLOCK_REALTIME))
    origin.begunMonotonic = MonotonicTime.now
    let ticks = UInt64(max(sysconf(Int32(_SC_CLK_TCK)), 1))
    let started =
      identity.startTicks / ticks * 1_000_000_000 + identity.startTicks % ticks * 1_000_000_000 / ticks
    let running = MonotonicTime.read(CLOCK_BOOTTIME)
    if identity.startTicks > 0, started <= running {
      origin.processStarted = origin.begun - Int64(clamping: running - started)
    }
    return origin
  }

  // MARK: In a file's head

  func write(to writer: inout RecordWriter) {
    writer.text(host, limit: 128)
    writer.text(container, limit: 128)
    writer.text(version, limit: 128)
    writer.raw(Array(buildID.prefix(64)))
    writer.signed(processStarted)
    writer.signed(begun)
    writer.number(begunMonotonic)
  }

  /// Missing parts stay empty: the file is older, or damaged.
  init(from reader: inout RecordReader) {
    guard let host = try? reader.text(), let container = try? reader.text(), let version = try? reader.text(),
      let buildID = try? reader.raw(), let processStarted = try? reader.signed(),
      let begun = try? reader.signed(),
      let begunMonotonic = try? reader.number()
    else { return }
    self.host = host
    self.container = container
    self.version = version
    self.buildID = Array(buildID)
    self.processStarted = max(processStarted, 0)
    self.begun = max(begun, 0)
    self.begunMonotonic = begunMonotonic
  }
}

/// The id of the container that a process is in.
enum ContainerID {
  static func of(_ process: Int32?) -> String {
    let folder = KernelFile.folder(of: process)
    func text(_ path: String) -> String {
      (try? FileBytes.read(path, limit: 1 << 18)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    return find(groups: text("\(folder)/cgroup"), mounts: text("\(folder)/mountinfo"))
  }

  /// By the control group's path; where a container sees only its own part of that, by the files that the container's engine
  /// mounts into it (`…/containers/<id>/hostname`). Layers of a file system have ids of the same form and are left out.
  static func find(groups: String, mounts: String) -> String {
    for line in groups.split(separator: "\n") {
      for part in line.split(separator: "/").reversed() {
        if let id = id(in: part) { return id }
      }
    }
    for line in mounts.split(separator: "\n") {
      let parts = line.split(separator: "/")
      for (folder, part) in zip(parts, parts.dropFirst()) where folder.hasSuffix("containers") {
        if let id = id(in: part) { return id }
      }
    }
    return ""
  }

  /// "docker-<id>.scope", "<id>": 64 hexadecimal digits, with nothing but a prefix and an ending around them.
  private static func id(in part: Substring) -> String? {
    let bare = part.hasSuffix(".scope") ? part.dropLast(6) : part
    let digits = bare.split(separator: "-").last ?? bare
    let isID =
      digits.utf8.count == 64 && digits.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    return isID ? String(digits) : nil
  }
}
