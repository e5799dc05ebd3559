import LinuxSystem
import Synchronization

extension RunLoop {
  /// A source that is called once, when a child process ends, with its status.
  ///
  ///     let child = try RunLoop.ChildSource(spawning: ["sleep", "10"]) { status in print(status) }
  ///     try loop.add(child)
  ///
  /// The child leaves no zombie: the source reaps it when it ends; a child whose source was invalidated before is
  /// reaped too, without a call. Of several loops, one is called. No other code may wait for the
  /// child, and no signal handler is needed.
  ///
  /// A process that is not a child of this one can be watched too: its status is `unknown`.
  public final class ChildSource: SwitchedSource, @unchecked Sendable {
    /// The process's number.
    public let process: Int32
    private let isReaped = Atomic<Bool>(false)

    /// - Parameter process: a child that was not waited for.
    /// - Throws: `PortError.noSuchProcess`.
    public convenience init(
      _ process: Int32, order: Int = 0, label: String = "", file: StaticString = #fileID, line: UInt = #line,
      perform: @escaping @Sendable (Status) -> Void
    ) throws(PortError) {
      let descriptor: Int32
      do {
        descriptor = try SystemCall.processDescriptor(process)
      } catch {
        // A number that no process can have, and that of a thread, are refused with other error numbers.
        throw [ESRCH, EINVAL, ENOENT].contains(error.code)
          ? .noSuchProcess(process) : error.portError(-1, label)
      }
      self.init(process, descriptor, order, label, file, line, perform)
    }

    /// Starts a program, found along PATH, as a child with no signal blocked or ignored.
    ///
    /// - Parameters:
    ///   - arguments: the program's name first.
    ///   - environment: `NAME=value` each; nil for that of this process.
    ///   - descriptors: what the child has under which number, as `[1: pipe]` for its output. What is not named is
    ///     inherited unless it is closed at an exec.
    /// - Throws: `PortError.notStarted`; or what `init(_:)` throws, and then the child is killed.
    public convenience init(
      spawning arguments: [String], environment: [String]? = nil, descriptors: [Int32: Int32] = [:],
      order: Int = 0, label: String = "", file: StaticString = #fileID, line: UInt = #line,
      perform: @escaping @Sendable (Status) -> Void
    ) throws(PortError) {
      let process = try Spawning.start(arguments, environment, descriptors)
      do {
        try self.init(process, order: order, label: label, file: file, line: line, perform: perform)
      } catch {
        Spawning.end(process)
        throw error
      }
    }

    /// As `init(spawning:)`, of texts that need not be UTF-8.
    package convenience init(
      spawningBytes arguments: [[UInt8]], environment: [[UInt8]]?, descriptors: [Int32: Int32], label: String,
      file: StaticString = #fileID, line: UInt = #line, perform: @escaping @Sendable (Status) -> Void
    ) throws(PortError) {
      let process = try Spawning.start(bytes: arguments, environment, descriptors)
      do {
        try self.init(process, label: label, file: file, line: line, perform: perform)
      } catch {
        Spawning.end(process)
        throw error
      }
    }

    private init(
      _ process: Int32, _ descriptor: Int32, _ order: Int, _ label: String, _ file: StaticString,
      _ line: UInt,
      _ perform: @escaping @Sendable (Status) -> Void
    ) {
      self.process = process
      super.init(
        Port(owning: descriptor, countsWakeUps: false), interest: EPOLLIN.rawValue, rateLimit: nil,
        order: order, label: label, file: file, line: line
      ) { source, events in
        let child = unsafeDowncast(source, to: ChildSource.self)
        guard events & SwitchedSource.lostEvents == 0, let status = child.takeStatus() else { return .rearm }
        child.invalidate()
        perform(status)
        return .rearm
      }
    }

    deinit {
      if isValid { abandon() }
    }

    override func willForget() {
      abandon()
    }

    /// Sends the process a signal; false when it has ended. Never reaches another process that got its number.
    @discardableResult
    public func send(_ signal: Int32) -> Bool {
      SystemCall.signal(process: port.descriptor, signal)
    }

    /// Nil while it runs, or when another loop was first.
    private func takeStatus() -> Status? {
      guard !isReaped.load(ordering: .acquiring),
        let status = SystemCall.reap(process: port.descriptor, waits: false)
      else { return nil }
      return isReaped.exchange(true, ordering: .acquiringAndReleasing) ? nil : status
    }

    /// Reaps the child without a call, on a thread of its own if it still runs.
    private func abandon() {
      guard !isReaped.exchange(true, ordering: .acquiringAndReleasing),
        SystemCall.reap(process: port.descriptor, waits: false) == nil
      else { return }
      // The thread keeps the descriptor: the process may have none left for a duplicate.
      Spawning.reapLater(port)
    }
  }
}
