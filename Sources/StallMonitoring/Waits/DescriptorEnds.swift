import LinuxSystem

/// The processes that have a pipe's or a socket's ends, of all processes whose descriptors the caller may read.
struct DescriptorEnds {
  private struct PipeEnd {
    var process: Int32
    var reads: Bool
    var writes: Bool
  }

  private var pipes: [UInt64: [PipeEnd]] = [:]
  private var sockets: [UInt64: Set<Int32>] = [:]
  /// Whether the descriptors of every process could be read, and were not too many. Except those of the first process, which are
  /// hidden in most containers: it made the pipes of its children, and has the other end.
  private(set) var isComplete = true
  private static let mostDescriptors = 200_000

  init() {
    var left = Self.mostDescriptors
    let processes = (try? Folder.numbers(in: "/proc")) ?? []
    for process in processes where process != 1 { read(process, &left) }
    if left == 0 || processes.isEmpty { isComplete = false }
    let known = isComplete
    read(1, &left)
    isComplete = known
  }

  private mutating func read(_ process: Int32, _ left: inout Int) {
    let path = "/proc/\(process)/fd"
    let folder: Folder
    do {
      folder = try Folder(path)
    } catch {
      // It has ended since; or its descriptors are hidden, if it has any: what has no memory is a thread of the kernel, or has ended.
      if error != ENOENT, error != ESRCH,
        !(KernelFile.line("/proc/\(process)/statm") ?? "").hasPrefix("0 ")
      {
        isComplete = false
      }
      return
    }
    while left > 0, let entry = try? folder.next() {
      guard let name = entry.number else { continue }
      left -= 1
      guard let link = KernelFile.link("\(path)/\(name)") else {
        // Closed since, mostly. What may not be read at all has no end that is known.
        if Errno.last == EACCES || Errno.last == EPERM { isComplete = false }
        continue
      }
      if let pipe = Self.number(in: link, of: "pipe:[") {
        var status = stat()
        // The link's rights are those that the descriptor was opened with.
        guard lstat("\(path)/\(name)", &status) == 0 else { continue }
        pipes[pipe, default: []].append(
          PipeEnd(
            process: process, reads: status.st_mode & S_IRUSR != 0, writes: status.st_mode & S_IWUSR != 0))
      } else if let socket = Self.number(in: link, of: "socket:[") {
        sockets[socket, default: []].insert(process)
      }
    }
  }

  /// The processes that can read from a pipe, or write to it.
  func processes(ofPipe number: UInt64, thatRead reads: Bool) -> [Int32] {
    Set((pipes[number] ?? []).filter { reads ? $0.reads : $0.writes }.map(\.process)).sorted()
  }

  func processes(ofSocket number: UInt64) -> [Int32] { (sockets[number] ?? []).sorted() }

  /// "pipe:[4711]"; nil for what is something else, as a FIFO, which has a path: any process may open it.
  static func number(in name: String, of kind: String) -> UInt64? {
    guard name.hasPrefix(kind), name.hasSuffix("]") else { return nil }
    return UInt64(name.dropFirst(kind.count).dropLast())
  }
}
