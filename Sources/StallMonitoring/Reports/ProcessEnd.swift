import LinuxSystem

/// The end of a process that had not closed its reports, as far as it is known.
public enum ProcessEnd: Sendable, Equatable {
  /// It called `exit`, or returned from `main`.
  case exited(status: Int32)
  /// A signal ended it; `sender` is the process that sent it, 0 when not known.
  case signal(Int32, sender: Int32)
  /// A signal of a fault, an abort or a trap, in this thread. The address is that of the fault.
  case crash(signal: Int32, address: UInt64?, thread: Int32)
  /// It called `exec`: another program replaced it.
  case replaced
  /// It left no trace, and the machine has restarted since.
  case machineRestarted
  /// It left no trace, and the kernel has killed this number of processes of its group for lack of memory since
  /// it last wrote.
  case outOfMemory(kills: Int)
  /// It left no trace: SIGKILL, `_exit`, or another end without a handler.
  case unseen

  /// It was ended from outside: its stall is one of kind 2010.
  public var isKill: Bool {
    switch self {
    case .exited, .replaced, .crash: false
    case .signal, .machineRestarted, .outOfMemory, .unseen: true
    }
  }

  /// "The process exited with status 3", as the beginning of a sentence.
  func clause(thread: Int32) -> String {
    switch self {
    case .exited(let status): "The process exited with status \(status)"
    case .signal(let number, let sender):
      "The process was ended by signal \(Self.name(number))"
        + (sender > 0 ? " from process \(sender)" : "")
    case .crash(let number, let address, let crashed):
      "The process crashed by signal \(Self.name(number))"
        + (address.map { " at address 0x" + String($0, radix: 16) } ?? "")
        + (crashed == thread ? " in this thread" : " in thread \(crashed)")
    case .replaced: "The process replaced itself by another program (exec)"
    case .machineRestarted: "The process ended without a trace, and the machine was restarted since,"
    case .outOfMemory(let kills):
      "The process ended without a trace, and since it last wrote the kernel has killed \(kills) of its group for lack of memory,"
    case .unseen: "The process ended without a trace, as by SIGKILL or _exit,"
    }
  }

  /// For tables: "exited with status 3".
  public var summary: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .signal(let number, _): "ended by \(Self.name(number))"
    case .crash(let number, let address, _):
      "crashed by \(Self.name(number))" + (address.map { " at 0x" + String($0, radix: 16) } ?? "")
    case .replaced: "replaced by another program"
    case .machineRestarted: "ended without a trace, machine restarted"
    case .outOfMemory: "ended without a trace, out of memory"
    case .unseen: "ended without a trace"
    }
  }

  static func name(_ signal: Int32) -> String {
    let names: [Int32: String] = [
      SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
      SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGUSR1: "SIGUSR1", SIGSEGV: "SIGSEGV",
      SIGUSR2: "SIGUSR2", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM", SIGXCPU: "SIGXCPU",
      SIGVTALRM: "SIGVTALRM", SIGSYS: "SIGSYS",
    ]
    return names[signal].map { "\(signal) (\($0))" } ?? "\(signal)"
  }

  // MARK: In a file

  /// From the bytes of a whole file. Nil while the process runs or when that is not known.
  static func find(
    in bytes: [UInt8], of head: ReportHead, life: ProcessIdentity.Life
  ) -> ProcessEnd? {
    guard head.state != ReportLayout.RunState.closed else { return nil }
    let (area, identity) = (EndArea(bytes, of: head), head.identity)
    if let written = area.end { return life != .lives || written == .replaced ? written : nil }
    switch life {
    case .unknown: return nil
    case .lives:
      guard let image = area.image, let now = ImageMark.of(process: identity.pid) else { return nil }
      return image == now ? nil : .replaced
    case .gone:
      if identity.boot != ProcessIdentity.current.boot { return .machineRestarted }
      if let before = area.memoryKills, let kills = MemoryKills(path: before.path)?.count,
        kills > before.count
      {
        return .outOfMemory(kills: Int(clamping: kills - before.count))
      }
      return .unseen
    }
  }

  /// The file's bytes for an end that another process determined; nil for one that the process recorded itself, or that may
  /// still be determined.
  var found: [UInt8]? {
    let words: [UInt64]
    switch self {
    case .replaced: words = [EndMark.Way.replaced, 0]
    case .outOfMemory(let kills): words = [EndMark.Way.outOfMemory, UInt64(max(kills, 0))]
    // An end that is unknown at the examination stays unknown: the machine may have restarted by a later one.
    case .unseen: words = [EndMark.Way.unseen, 0]
    case .machineRestarted: words = [EndMark.Way.machineRestarted, 0]
    case .exited, .signal, .crash: return nil
    }
    return words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
  }
}

/// The part of a report file about the process's end: behind the modules, 0 in files of older versions.
struct EndArea {
  private let bytes: ArraySlice<UInt8>

  private static let imageOffset = 64
  private static let killsOffset = 72
  private static let pathOffset = 80

  init(_ file: [UInt8], of head: ReportHead) {
    let range = ReportLayout.endOffset..<ReportLayout.endOffset + ReportLayout.endAreaSize
    bytes = file.count >= range.upperBound && Self.isIn(head) ? file[range] : []
  }

  /// A file with a shorter list of modules has no such part: records are in its place.
  static func isIn(_ head: ReportHead) -> Bool {
    head.slotArea >= ReportLayout.endOffset + ReportLayout.endAreaSize
  }

  private func word(_ offset: Int) -> UInt64 {
    guard offset + 8 <= bytes.count else { return 0 }
    return bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }

  var end: ProcessEnd? {
    let number = Int32(truncatingIfNeeded: word(8))
    switch word(0) {
    case EndMark.Way.exit: return .exited(status: number)
    case EndMark.Way.signal: return .signal(number, sender: Int32(truncatingIfNeeded: word(40)))
    case EndMark.Way.crash:
      // Only a signal of a fault has an address, not one that was sent.
      let isFault = Int64(bitPattern: word(16)) > 0
      return .crash(
        signal: number, address: isFault ? word(24) : nil, thread: Int32(truncatingIfNeeded: word(32)))
    case EndMark.Way.replaced: return .replaced
    case EndMark.Way.unseen: return .unseen
    case EndMark.Way.machineRestarted: return .machineRestarted
    case EndMark.Way.outOfMemory: return .outOfMemory(kills: Int(number))
    default: return nil
    }
  }

  var image: UInt64? { word(Self.imageOffset) == 0 ? nil : word(Self.imageOffset) }

  /// The kills of the group when they were last counted.
  var memoryKills: (path: String, count: UInt64)? {
    let count = word(Self.killsOffset)
    guard count > 0, bytes.count > Self.pathOffset else { return nil }
    let path = String(decoding: bytes.dropFirst(Self.pathOffset).prefix { $0 != 0 }, as: UTF8.self)
    return path.isEmpty ? nil : (path, count - 1)
  }

  /// Writes the data that is known when the file is made, without the end itself.
  static func write(
    _ kills: MemoryKills?, image: UInt64 = ImageMark.own, put: (_ word: UInt64, _ offset: Int) -> Void
  ) {
    put(image, ReportLayout.endOffset + imageOffset)
    guard let kills, let path = kills.fittingPath else { return }
    for (index, start) in stride(from: 0, to: path.count, by: 8).enumerated() {
      let word = path[start..<min(start + 8, path.count)].enumerated().reduce(UInt64(0)) {
        $0 | UInt64($1.element) << UInt64(8 * $1.offset)
      }
      put(word, ReportLayout.endOffset + pathOffset + 8 * index)
    }
    update(kills, put: put)
  }

  /// Updates the number of memory kills in the group.
  static func update(_ kills: MemoryKills, put: (_ word: UInt64, _ offset: Int) -> Void) {
    guard kills.fittingPath != nil, let count = kills.count else { return }
    put(count &+ 1, ReportLayout.endOffset + killsOffset)
  }
}

/// A number that an `exec` changes: from the addresses of the program, its stack and its random bytes.
enum ImageMark {
  /// Never 0.
  static let own: UInt64 = of(process: getpid()) ?? 0

  /// Nil when there is no such process, or it may not be inspected.
  static func of(process: Int32) -> UInt64? {
    guard let bytes = KernelFile.contents("/proc/\(process)/auxv"), !bytes.isEmpty else { return nil }
    let mark = bytes.withUnsafeBytes { ReportLayout.checksum($0, seed: 3) }
    return mark == 0 ? 1 : mark
  }
}

/// How often the kernel killed a process of a control group for lack of memory.
struct MemoryKills {
  let path: String

  /// Nil for what is no such file.
  init?(path: String) {
    guard path.hasPrefix("/sys/fs/cgroup/"), !path.contains("/../"),
      path.hasSuffix("/memory.events") || path.hasSuffix("/memory.oom_control")
    else { return nil }
    self.path = path
  }

  /// The kills in the calling process's group.
  static var own: MemoryKills? {
    for folder in ControlGroup.folders(of: "memory") {
      for name in ["memory.events", "memory.oom_control"] where access("\(folder)/\(name)", R_OK) == 0 {
        return MemoryKills(path: "\(folder)/\(name)")
      }
    }
    return nil
  }

  var count: UInt64? { KernelFile.contents(path).flatMap { ControlGroup.value("oom_kill", in: $0) } }

  fileprivate var fittingPath: [UInt8]? {
    let bytes = Array(path.utf8)
    return bytes.count < ReportLayout.endAreaSize - 88 ? bytes : nil
  }
}
