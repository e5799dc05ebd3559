import Glibc
import Testing

/// A program that is built with the tests, and what it printed.
enum ChildProcess {
  static func path(of name: String) throws -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    try #require(count > 0)
    let path = String(decoding: buffer[..<count], as: UTF8.self)
    return path[..<path.lastIndex(of: "/")!] + "/" + name
  }

  /// Runs a program to its end; the lines it printed. Throws when it could not be run or failed.
  static func run(_ name: String, _ arguments: String...) throws -> [String] {
    var ends: [Int32] = [-1, -1]
    try #require(pipe2(&ends, O_CLOEXEC) == 0)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var words: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { strdup($0) } + [nil]
    var child = pid_t()
    // A thread of the tests blocks signals; the child's alarm must end it.
    var attributes = posix_spawnattr_t()
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let failure = posix_spawn(&child, try path(of: name), &actions, &attributes, &words, environ)
    posix_spawnattr_destroy(&attributes)
    posix_spawn_file_actions_destroy(&actions)
    for word in words { free(word) }
    close(ends[1])
    defer { close(ends[0]) }
    try #require(failure == 0)
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(ends[0], &buffer, buffer.count), count != 0 {
      if count > 0 { output += buffer[..<count] } else if errno != EINTR { break }
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    try #require(
      status == 0,
      "\(name) \(arguments) ended with status \(status): \(String(decoding: output, as: UTF8.self))")
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static func pipe2(_ ends: inout [Int32], _ flags: Int32) -> Int32 {
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return 0
  }
}
