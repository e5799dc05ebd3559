import LinuxSystem
internal import Testing

/// A program that a test runs as a child process.
///
/// Its output and errors go to files without a name: it never waits for a reader, and both can be read while it runs. It is
/// killed, with its process group, at its deadline, which fails the test; and when this object is deallocated.
package final class ChildProgram: @unchecked Sendable {
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
    package init(_ description: String) { self.description = description }
  }

  /// The program and its arguments, for messages.
  package let name: String
  /// The process's number.
  package let process: Int32
  let outputFile: UnnamedFile
  let errorFile: UnnamedFile
  /// This end of its standard input; negative when it has none, or when that has been closed.
  var input: Int32 = -1
  /// Bytes that `line()` has read beyond the last line, and where it goes on.
  var unread: [UInt8] = []
  var readOffset = 0
  private(set) var deadline: ContinuousClock.Instant
  /// Readable when the process has ended; negative where the kernel has no such descriptors.
  private let endPort: Int32
  private let reaped = Locked<Int32?>(nil)

  /// Starts a program. No signal is blocked or ignored in it, and it inherits no descriptor but the standard ones.
  ///
  /// - Parameters:
  ///   - program: its path; or a name, which is looked for in `PATH`.
  ///   - environment: variables in addition to this process's, or in their place.
  ///   - folder: its working directory; this process's when nil.
  ///   - mergesErrors: standard error goes where standard output goes.
  ///   - hasInput: `write(_:)` writes to its standard input, which is empty otherwise.
  ///   - descriptors: this process's descriptors in place of the standard ones, by their number in the child.
  ///   - inheritsSignals: signals that this thread blocks and this process ignores stay so in the child.
  ///   - seconds: how long it may run.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    in folder: String? = nil, mergesErrors: Bool = false, hasInput: Bool = false,
    descriptors: [Int32: Int32] = [:], inheritsSignals: Bool = false, seconds: Double = Double(hangAlarm)
  ) throws {
    name = ([program] + arguments).joined(separator: " ")
    deadline = .now + .seconds(seconds)
    outputFile = try UnnamedFile()
    errorFile = mergesErrors ? outputFile : try UnnamedFile()
    var standard: [Int32: Int32] = [1: outputFile.descriptor, 2: errorFile.descriptor]
    var childInput: Int32 = -1
    if hasInput {
      (input, childInput) = try Self.inputPair()
      standard[0] = childInput
    }
    defer { if childInput >= 0 { close(childInput) } }
    let spawned = Self.spawn(
      program, arguments, environment: environment, folder: folder,
      descriptors: standard.merging(descriptors) { $1 }, inheritsSignals: inheritsSignals)
    process = spawned.process
    endPort = spawned.error == 0 ? linux_pidfd_open(spawned.process) : -1
    guard spawned.error == 0 else {
      reaped.withLock { $0 = -1 }
      throw Failure("\(name) can not be started: \(Errno(spawned.error))")
    }
  }

  deinit {
    kill()
    endInput()
    if endPort >= 0 { close(endPort) }
  }

  /// Standard output so far.
  package var output: String { outputFile.text }
  /// Standard error so far; empty when it is merged into the output.
  package var errors: String { errorFile === outputFile ? "" : errorFile.text }

  /// The exit status, or the negative number of the signal that ended it; nil while it runs.
  package var status: Int32? {
    reaped.withLock { reaped in
      if reaped == nil {
        var word: Int32 = 0
        let result = uninterrupted { waitpid(process, &word, WNOHANG) }
        // Negative: it was reaped by other code, and its status is lost.
        if result != 0 { reaped = result < 0 ? -1 : Self.status(word) }
      }
      return reaped
    }
  }

  private static func status(_ word: Int32) -> Int32 { word & 0x7F == 0 ? word >> 8 & 0xFF : -(word & 0x7F) }

  // MARK: Its end

  /// Gives it so long from now on.
  package func allow(seconds: Double) { deadline = .now + .seconds(seconds) }

  /// Waits for its end, and returns its status.
  @discardableResult
  package func wait() -> Int32 {
    if !hasEnded(by: deadline) { recordLateness() }
    return status ?? -SIGKILL
  }

  /// Waits for its end, but so long at most.
  package func hasEnded(within seconds: Double) -> Bool { hasEnded(by: .now + .seconds(seconds)) }

  func hasEnded(by instant: ContinuousClock.Instant) -> Bool {
    while status == nil {
      let left = ContinuousClock.now.duration(to: instant) / .milliseconds(1)
      if left <= 0 { return false }
      pause(milliseconds: endPort < 0 ? 2 : Int32(min(left.rounded(.up), 60_000)))
    }
    return true
  }

  /// Returns when it ends, or after so long.
  func pause(milliseconds: Int32) {
    var entry = pollfd(fd: endPort, events: Int16(POLLIN), revents: 0)
    poll(&entry, 1, milliseconds)
  }

  /// Sends it a signal.
  package func signal(_ number: Int32) {
    if status == nil { LinuxSystem.kill(process, number) }
  }

  /// Sends it a signal, waits for its end, and returns its status. It is killed when the signal has not ended it in a minute.
  @discardableResult
  package func end(_ number: Int32 = SIGTERM) -> Int32 {
    signal(number)
    if !hasEnded(within: 60) { kill() }
    return status ?? -SIGKILL
  }

  /// Kills it and its process group, unless it has ended.
  package func kill() {
    guard status == nil else { return }
    LinuxSystem.kill(-process, SIGKILL)
    _ = hasEnded(within: 60)
  }

  /// Kills it, for its deadline has passed, and describes what it was and wrote.
  func endLate() -> Failure {
    kill()
    return Failure("\(name) was killed, for it took too long. Output: \(output)\nErrors: \(errors)")
  }

  func recordLateness() { Issue.record(Comment(rawValue: endLate().description)) }
}

/// A file in memory that is released with its last descriptor.
final class UnnamedFile: Sendable {
  let descriptor: Int32

  init() throws {
    descriptor = linux_sealed_memory("output", 0, 0)
    guard descriptor >= 0 else { throw ChildProgram.Failure("no file in memory: \(Errno.last)") }
    // The kernel keeps writes of several threads apart in files and pipes, but in memory only when they are appended.
    _ = fcntl(descriptor, F_SETFL, O_APPEND)
  }

  deinit { close(descriptor) }

  /// Its bytes from an offset. The writer's own offset, which is shared, stays.
  func bytes(from offset: Int = 0) -> [UInt8] {
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_size > offset else { return [] }
    let size = Int(information.st_size) - offset
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = ByteTransfer.readPart(descriptor, at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  var text: String { String(decoding: bytes(), as: UTF8.self) }
}
