import FirstCallout
import Glibc
import Peers

/// Processes that start, call back once and end: how long the first callout takes, or what is resident then.
///
/// They are programs of their own, since this one is linked with every loop that there is.
final class Starting {
  enum Figure {
    /// From just before `posix_spawn` to the callout.
    case time
    case memory
  }

  private let program: String
  private let figure: Figure

  init(_ program: String, _ figure: Figure) {
    self.program = Self.folder + program
    self.figure = figure
  }

  /// Of this program, beside which they are built.
  static let folder: String = {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count)
    let text = String(decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return String(text[..<(text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex)])
  }()

  /// A process's report, and when it was started.
  private func start() throws(Unprepared) -> (report: FirstCallout, start: Int64) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Unprepared(description: "no pipe") }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let start = peer_now()
    let error = posix_spawn(&child, program, &actions, nil, &arguments, environ)
    close(ends[1])
    guard error == 0 else {
      throw Unprepared(description: "\(program) can not be started: \(String(cString: strerror(error)))")
    }
    var report = FirstCallout()
    let size = MemoryLayout<FirstCallout>.size
    let count = read(ends[0], &report, size)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    guard count == size, status == 0, report.memory > 0 else {
      throw Unprepared(description: "\(program) did not tell of its first callout")
    }
    return (report, start)
  }

  /// Once before anything counts: the files are in the kernel's cache then.
  private func prepare() throws(Unprepared) { _ = try start() }

  private func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    var sum: Int64 = 0
    for index in 0..<count {
      // It could be done a moment ago.
      guard let (report, start) = try? start() else {
        fatalError("\(program) could be started before, and can not now")
      }
      let value = figure == .time ? report.time - start : report.memory
      samples?[index] = value
      sum += value
    }
    return sum
  }

  var workload: LoopWork {
    LoopWork(
      prepare: { () throws(Unprepared) in try self.prepare() }, run: { self.run($0, $1) }, finish: {})
  }
}
