import LinuxSystem
import RunLoopCore
import Synchronization

/// Reports work to the monitor on a thread without a run loop of this library: a GLib or NIO loop, a pool's worker.
///
/// Made on the thread that does the work; `begin` and `end` are called there, around each piece of work, and cost some
/// plain stores. Work may nest.
///
/// ```swift
/// let heartbeat = Heartbeat("worker")
/// let job = Heartbeat.Work("parse")
/// monitor.watch(heartbeat)
/// heartbeat.begin(job); parse(); heartbeat.end()
/// ```
public final class Heartbeat: @unchecked Sendable {
  /// A kind of work, with its name for reports. Made once, used often.
  public struct Work: Sendable, Hashable {
    let number: UInt32

    /// Work that reports name by the label and the place in the source. Make it once for each kind of work: the
    /// label is kept as long as the process lives.
    public init(_ label: String, file: StaticString = #fileID, line: UInt = #line) {
      number = CalloutNames.number(foreign: label, file: file, line: line)
    }
  }

  /// The name in reports, like the label of a loop.
  public let label: String
  let thread: Int32
  private let memory = HeartbeatMemory()
  /// The address of its own line, or of one in the shared page, as for a loop. Written by the monitor.
  private let place: Atomic<UInt>
  /// The work around the present one. The thread only.
  private var outer: [HeartbeatLine.Saved] = []

  /// A heartbeat of the calling thread.
  public init(_ label: String) {
    self.label = label
    thread = CInt(linux_gettid())
    place = Atomic(memory.line.address)
  }

  /// Begins a piece of work.
  public func begin(_ work: Work) {
    let line = self.line
    outer.append(line.beginRun(mode: 0))
    line.enter(callout: UInt64(CalloutKind.foreign.rawValue) | UInt64(work.number) << 8, code: 0)
  }

  /// Ends the piece of work that began last.
  public func end() {
    guard let saved = outer.popLast() else { return }
    let line = self.line
    line.leave()
    line.endRun(saved)
  }

  var line: HeartbeatLine { HeartbeatLine(atPlace: place) }

  var isOwnThread: Bool { thread == CInt(linux_gettid()) }

  func move(to line: HeartbeatLine?) {
    HeartbeatLine.move(place, to: line ?? memory.line)
  }
}
