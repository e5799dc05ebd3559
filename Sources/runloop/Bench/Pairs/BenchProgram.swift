import BenchmarkKit
import LinuxSystem

/// A binary of this tool that is measured, in processes of its own.
final class BenchProgram {
  let name: String
  /// Where it is.
  let path: String
  private let descriptor: Int32
  /// The working tree that it was built in, which is removed with this.
  private let tree: String?

  struct Failure: Error, CustomStringConvertible {
    let description: String
    /// Whether the call named something that is not there.
    var isOfTheCall = false
  }

  private init(_ name: String, path: String, tree: String? = nil) throws(Failure) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(description: "\(path) can not be opened: \(Errno.last)")
    }
    (self.name, self.path, self.tree) = (name, path, tree)
  }

  deinit {
    close(descriptor)
    if let tree { Self.remove(tree) }
  }

  /// This program.
  static func own() throws(Failure) -> BenchProgram {
    try BenchProgram("this program", path: "/proc/self/exe")
  }

  /// Another binary, or a git revision, which is built.
  static func named(_ name: String) throws(Failure) -> BenchProgram {
    var info = stat()
    if stat(name, &info) == 0 {
      guard info.st_mode & S_IFMT == S_IFREG, access(name, X_OK) == 0 else {
        throw Failure(description: "\(name) is no program that can be run", isOfTheCall: true)
      }
      return try BenchProgram(name, path: name)
    }
    guard let commit = git(["rev-parse", "--verify", "--quiet", "\(name)^{commit}"]) else {
      throw Failure(
        description: "\(name) is neither a program nor a revision of this folder's git repository",
        isOfTheCall: true)
    }
    return try built(name, commit)
  }

  /// One process: it measures, and ends.
  func report(_ arguments: [String]) throws(Failure) -> Report {
    let command: Command
    do { command = try Command(["runloop"] + arguments, descriptor: descriptor) } catch {
      throw Failure(description: "\(name): \(error)")
    }
    // Older programs end with status 1 where a workload could not be measured, and have the others' figures.
    do { return try Report(json: command.output) } catch {
      throw Failure(
        description: "\(name) ended with status \(command.status) and no report: \(command.lastError)")
    }
  }

  // MARK: Revisions

  /// The revision as this program was built: with optimization, or for debugging.
  private static func built(_ name: String, _ commit: String) throws(Failure) -> BenchProgram {
    let folder = Environment.value("TMPDIR") ?? "/tmp"
    var template = Array("\(folder)/runloop-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(description: "no folder in \(folder): \(Errno.last)")
    }
    let tree = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let configuration = Machine.current.build
    Tool.write("building \(name) (\(commit.prefix(12)), \(configuration)) in \(tree): some minutes\n", to: 2)
    do {
      guard git(["worktree", "add", "--detach", "--quiet", tree, commit]) != nil else {
        throw Failure(description: "git can not make a working tree of \(name)")
      }
      guard access("\(tree)/Package.swift", R_OK) == 0 else {
        throw Failure(description: "\(name) has no Package.swift at the top of the repository")
      }
      // Only the tool and its dependencies.
      setenv("MAINSPRING_TARGETS", "runloop", 1)
      defer { unsetenv("MAINSPRING_TARGETS") }
      let build = try? Command(
        ["swift", "build", "--package-path", tree, "-c", configuration, "--product", "runloop"],
        showsOutput: true)
      guard build?.status == 0 else { throw Failure(description: "\(name) does not build") }
      return try BenchProgram(name, path: "\(tree)/.build/\(configuration)/runloop", tree: tree)
    } catch {
      remove(tree)
      throw error as? Failure ?? Failure(description: "\(error)")
    }
  }

  private static func remove(_ tree: String) {
    if git(["worktree", "remove", "--force", tree]) == nil {
      rmdir(tree)
      _ = git(["worktree", "prune"])
    }
  }

  /// The first line of git's output; nil when it fails.
  private static func git(_ arguments: [String]) -> String? {
    guard let command = try? Command(["git"] + arguments), command.status == 0 else { return nil }
    return command.output.split(separator: "\n").first.map(String.init) ?? ""
  }
}
