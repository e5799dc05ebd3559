import CLinux
import Glibc

/// The libraries that a program would be loaded with.
enum LinkedLibraries {
  struct Library {
    let name: String
    let path: String
  }

  /// Asks the dynamic linker, which lists them and runs nothing. None of a program that has none, or that is a script.
  static func of(_ program: String) -> [Library] {
    var place = linux_library()
    // A function of the linker's own.
    guard let function = dlsym(nil, "__tls_get_addr"), linux_find_library(function, &place) != 0,
      let linker = place.file
    else { return [] }
    return lines([String(cString: linker), "--list", program]).compactMap { line in
      // `libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f…)`
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      guard words.count >= 3, words[1] == "=>" else { return nil }
      return Library(name: String(words[0]), path: String(words[2]))
    }
  }

  /// What a program writes.
  private static func lines(_ command: [String]) -> [Substring] {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return [] }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var words = command.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child = pid_t()
    let failure = posix_spawn(&child, command[0], &actions, nil, words, environ)
    close(ends[1])
    guard failure == 0 else { return [] }
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(ends[0], &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      output += chunk.prefix(count)
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status == 0 ? String(decoding: output, as: UTF8.self).split(separator: "\n") : []
  }
}
