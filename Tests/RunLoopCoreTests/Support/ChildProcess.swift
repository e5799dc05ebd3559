import LinuxSystem
import Testing

/// A program that a test runs, and what it printed.
enum ChildProcess {
  /// The program that is built with the tests.
  static var probe: String {
    get throws {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      try #require(count > 0)
      let path = String(decoding: buffer[..<count], as: UTF8.self)
      return path[..<path.lastIndex(of: "/")!] + "/loopprobe"
    }
  }

  /// Whether a program of this name can be run.
  static func exists(_ program: String) -> Bool {
    (try? run([program, "-V"])) != nil
  }

  /// Runs a program to its end; the lines it printed. Throws when it could not be run or failed.
  @discardableResult
  static func run(_ arguments: [String]) throws -> [String] {
    let pipe = try Pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, pipe.writer, 1)
    posix_spawn_file_actions_addclose(&actions, pipe.writer)
    posix_spawn_file_actions_addclose(&actions, pipe.reader)
    var pointers = arguments.map { strdup($0) } + [nil]
    var child = pid_t()
    let failure = posix_spawnp(&child, arguments[0], &actions, nil, &pointers, environ)
    posix_spawn_file_actions_destroy(&actions)
    for pointer in pointers { free(pointer) }
    try #require(failure == 0)
    pipe.closeWriter()
    var output: [UInt8] = []
    while case let byte = pipe.readByte(), byte >= 0 { output.append(UInt8(byte)) }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    try #require(status == 0, "\(arguments) ended with status \(status)")
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
