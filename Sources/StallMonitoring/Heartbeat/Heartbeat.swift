import LinuxSystem
import RunLoopCore
import Synchronization

/// Tells the monitor of work on a thread that no run loop of ours drives: a GLib or NIO loop, a pool's worker.
///
/// Made on the thread that it is about; `begin` and `end` are called there, around each piece of work, and cost some
/// plain stores. Pieces may lie in one another.
///
/// ```swift
/// let heartbeat = Heartbeat("worker")
/// let job = Heartbeat.Work("parse")
/// monitor.watch(heartbeat)
/// heartbeat.begin(job); parse(); heartbeat.end()
/// ```
public final class Heartbeat: @unchecked Sendable {
  /// A kind of work, as reports call it. Made once, used often.
  public struct Work: Sendable, Hashable {
    let number: UInt32

    /// Work that reports call by the label and the place in the source. Make it once for each kind of work: the
    /// label is kept as long as the process lives.
    public init(_ label: String, file: StaticString = #fileID, line: UInt = #line) {
      number = CalloutNames.number(foreign: label, file: file, line: line)
    }
  }

  /// What reports call it, as the label of a loop.
  public let label: String
  let thread: Int32
  private let memory = HeartbeatMemory()
  /// As a loop's: the address of the own line, or of one in the shared page. Written by the monitor.
  private let place: Atomic<UInt>
  /// What the work around the present one was. The thread only.
  private var outer: [HeartbeatLine.Saved] = []

  /// A heartbeat of the calling thread.
  public init(_ label: String) {
    self.label = label
    thread = CInt(linux_gettid())
    place = Atomic(memory.line.address)
  }

  /// A piece of work begins.
  public func begin(_ work: Work) {
    let line = self.line
    outer.append(line.beginRun(mode: 0))
    line.enter(callout: UInt64(CalloutKind.foreign.rawValue) | UInt64(work.number) << 8, code: 0)
  }

  /// The piece of work that began last has ended.
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
