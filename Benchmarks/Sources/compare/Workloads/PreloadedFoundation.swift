import BenchmarkKit
import Glibc
import Peers

/// CFRunLoop's functions with Mainspring's library preloaded.
///
/// In one process they are either the toolchain's or ours: so this program starts itself again with the library, and that
/// process does CFRunLoop's workload as often as it is asked. It keeps the time, so that the questions are not counted.
final class PreloadedFoundation {
  static let name = "Foundation preloaded"
  /// The first argument of such a process; the workload and its parameters follow.
  static let option = "--preloaded-lane"

  /// The library, when it is beside this program.
  static let library: String? = {
    let path = Starting.folder + "libMainspringFoundation.so"
    return access(path, R_OK) == 0 ? path : nil
  }()

  private let words: [String]
  private var child: pid_t = 0
  private var questions: Int32 = -1
  private var answers: Int32 = -1

  init(_ index: Int, _ parameters: WorkloadParameters) {
    let numbers = [
      index, parameters.cpu, parameters.otherCPU, parameters.size, parameters.active, parameters.between,
      parameters.isOutside ? 1 : 0, parameters.burst,
    ]
    words = numbers.map { "\($0)" }
  }

  var workload: LoopWork {
    LoopWork(
      prepare: { () throws(Unprepared) in try self.prepare() }, run: { self.run($0, $1) },
      finish: { self.finish() })
  }

  // MARK: Asking

  private func prepare() throws(Unprepared) {
    var (question, answer): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&question) == 0 else { throw Unprepared(description: "no pipe") }
    guard pipe(&answer) == 0 else {
      for end in question { close(end) }
      throw Unprepared(description: "no pipe")
    }
    for end in question + answer { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (questions, answers) = (question[1], answer[0])
    defer {
      close(question[0])
      close(answer[1])
    }
    let error = spawn(input: question[0], output: answer[1])
    guard error == 0 else {
      child = 0
      finish()
      throw Unprepared(
        description: "this program can not be started again: \(String(cString: strerror(error)))")
    }
    var isReady: Int64 = 0
    guard Self.transfer(answers, &isReady, 8, isRead: true), isReady == 1 else {
      finish()
      throw Unprepared(description: "the process with the library could not prepare the workload")
    }
  }

  private func spawn(input: Int32, output: Int32) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    var arguments = ([CommandLine.arguments[0], Self.option] + words).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = [strdup("LD_PRELOAD=\(Self.library ?? "")")]
    defer { for copy in arguments + variables.prefix(1) { free(copy) } }
    var next = environ
    while let variable = next.pointee {
      if strncmp(variable, "LD_PRELOAD=", 11) != 0 { variables.append(variable) }
      next += 1
    }
    variables.append(nil)
    return posix_spawn(&child, "/proc/self/exe", &actions, nil, &arguments, &variables)
  }

  private func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    var question: [Int64] = [Int64(count), samples == nil ? 0 : 1]
    var elapsed: Int64 = 0
    guard Self.transfer(questions, &question, 16, isRead: false),
      Self.transfer(answers, &elapsed, 8, isRead: true),
      samples.map({ Self.transfer(answers, $0, 8 * count, isRead: true) }) ?? true
    else { Options.fail("\(Self.name): the process with the library has ended") }
    return elapsed
  }

  private func finish() {
    for end in [questions, answers] where end >= 0 { close(end) }
    (questions, answers) = (-1, -1)
    guard child > 0 else { return }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    child = 0
  }

  /// Reads or writes this number of bytes; false when the other end is closed.
  private static func transfer(
    _ end: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int, isRead: Bool
  ) -> Bool {
    var done = 0
    while done < count {
      let step = isRead ? read(end, bytes + done, count - done) : write(end, bytes + done, count - done)
      if step < 0, errno == EINTR { continue }
      if step <= 0 { return false }
      done += step
    }
    return true
  }

  // MARK: Answering

  /// The process with the library: ends with its input.
  static func serve() -> Never {
    signal(SIGPIPE, SIG_IGN)
    let numbers = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
    guard numbers.count == 8, numbers[0] >= 0, numbers[0] < Int(PEER_WORKLOAD_COUNT.rawValue) else { exit(2) }
    var parameters = WorkloadParameters(cpu: numbers[1], otherCPU: numbers[2])
    (parameters.size, parameters.active, parameters.between) = (numbers[3], numbers[4], numbers[5])
    (parameters.isOutside, parameters.burst) = (numbers[6] != 0, numbers[7])
    let index = PeerWorkloadIndex(UInt32(numbers[0]))
    guard case .can(_, let make) = Contender.coreFoundation[index] else { exit(2) }
    peer_raise_file_limit()
    PinnedThread.run(on: parameters.cpu) { [parameters] in
      let workload = make(parameters)
      do { try workload.prepare() } catch {
        _ = ReportFile.write("compare: \(name): \(error)\n", to: 2)
        exit(1)
      }
      var isReady: Int64 = 1
      guard transfer(1, &isReady, 8, isRead: false) else { exit(1) }
      var question: [Int64] = [0, 0]
      while transfer(0, &question, 16, isRead: true) {
        let count = Int(question[0])
        var samples = [Int64](repeating: 0, count: question[1] != 0 ? count : 0)
        var elapsed =
          question[1] != 0
          ? samples.withUnsafeMutableBufferPointer { workload.run(count, $0.baseAddress) }
          : workload.run(count, nil)
        guard transfer(1, &elapsed, 8, isRead: false),
          samples.isEmpty || transfer(1, &samples, 8 * count, isRead: false)
        else { break }
      }
      workload.finish()
    }
    exit(0)
  }
}
