import BenchmarkKit
import LinuxSystem

/// Runs this program, or another binary of it, under valgrind or strace, with one workload, and reads what they counted.
struct CountedRun {
  enum Counter: String, CaseIterable {
    case valgrind
    case strace

    /// Where the program is, if it is installed.
    var path: String? { SearchPath.place(of: rawValue) }
  }

  /// The counts of an operation.
  enum Figure: String, CaseIterable {
    case instructions
    case calls
    case allocations

    var counter: Counter { self == .calls ? .strace : .valgrind }
  }

  /// A folder of its own, removed by `remove()`.
  private let folder: String
  /// The program, without what valgrind cannot read.
  private let copy: String

  init(of program: String = "/proc/self/exe") throws(Descriptors.Failure) {
    let parent = Environment.value("TMPDIR") ?? "/tmp"
    folder = try TemporaryFolder.make("thresholds", in: parent)
    copy = "\(folder)/runloop"
    // The order of a set's elements is random in each process, unless this is set.
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
    do throws(Descriptors.Failure) { try makeCopy(program) } catch {
      remove()
      throw error
    }
  }

  func remove() {
    unlink(copy)
    rmdir(folder)
  }

  /// Instructions or system calls of one operation; nil when the program counted nothing.
  ///
  /// - Parameter worker: names its files, since several workers count at a time.
  func count(_ counter: Counter, _ workload: String, operations: Int, worker: Int) -> Double? {
    count(counter == .strace ? .calls : .instructions, workload, operations: operations, worker: worker)
  }

  func count(_ figure: Figure, _ workload: String, operations: Int, worker: Int) -> Double? {
    let file = "\(folder)/\(figure.rawValue)-\(worker)"
    defer { unlink(file) }
    guard let path = figure.counter.path, let fewer = count(figure, path, file, workload, operations),
      let more = count(figure, path, file, workload, 2 * operations)
    else { return nil }
    return max(0, Double(more - fewer) / Double(operations))
  }

  private func count(
    _ figure: Figure, _ path: String, _ file: String, _ workload: String, _ operations: Int
  ) -> Int? {
    let task = ["bench", "--once=\(operations)", workload]
    switch figure {
    case .instructions:
      let options = ["--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=\(file)"]
      guard run([path] + options + [copy] + task) else { return nil }
      return text(of: file).flatMap(CountedText.instructions)
    case .allocations:
      let options = ["--tool=memcheck", "--leak-check=no", "--undef-value-errors=no", "--log-file=\(file)"]
      guard run([path] + options + [copy] + task) else { return nil }
      return text(of: file).flatMap(CountedText.allocations)
    case .calls:
      guard run([path, "-f", "-c", "-o", file, copy] + task) else { return nil }
      return text(of: file).flatMap(CountedText.calls)
    }
  }

  private func run(_ arguments: [String]) -> Bool {
    guard let child = try? ToolProcess.start(arguments[0], arguments) else { return false }
    return ToolProcess.wait(for: child) == 0
  }

  // MARK: Files

  /// Copies the program under other names of its debug sections: valgrind 3.19 gives up when it cannot read what Swift's
  /// compiler writes there.
  private func makeCopy(_ program: String) throws(Descriptors.Failure) {
    guard var bytes = Self.bytes(of: program) else { throw .init("read of \(program)") }
    let name = Array(".debug_".utf8)
    bytes.withUnsafeMutableBytes { bytes in
      guard var place = bytes.baseAddress else { return }
      let end = place + bytes.count
      while let dot = memchr(place, Int32(name[0]), end - place), end - dot >= name.count {
        if memcmp(dot, name, name.count) == 0 { dot.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self) }
        place = dot + 1
      }
    }
    let descriptor = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o700)
    guard descriptor >= 0 else { throw .init("open of \(copy)") }
    defer { close(descriptor) }
    let isWritten: Void? = bytes.withUnsafeBytes { try? ByteTransfer.writeAll($0, to: descriptor) }
    guard isWritten != nil else { throw .init("write of \(copy)") }
  }

  private func text(of file: String) -> String? {
    Self.bytes(of: file).map { String(decoding: $0, as: UTF8.self) }
  }

  static func bytes(of file: String) -> [UInt8]? {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return try? ByteTransfer.readToEnd(descriptor, expecting: 1 << 20)
  }
}
