import Peers

/// One workload of one event loop. A fresh object a round; all its calls come on one thread, pinned to
/// `parameters.cpu`.
protocol Workload: AnyObject {
  func prepare() throws(Unprepared)
  /// Does so many operations and gives the nanoseconds that they took. `samples`, where there is one, has room for as
  /// many latencies.
  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64
  func finish()
}

/// A workload could not be set up, as when the system gives too few descriptors.
struct Unprepared: Error, CustomStringConvertible {
  let description: String
}

/// An event loop, seen through the workloads that are timed.
struct Contender: Sendable {
  let name: String
  let version: String
  let entries: [Entry]

  /// What it has for a workload.
  enum Entry: Sendable {
    /// A way to do it, and what of the loop is used, where that is not plain.
    case can(note: String?, make: @Sendable (PeerParameters) -> any Workload)
    /// Why it can not.
    case cannot(String)
  }

  /// In the order of `PeerWorkloadIndex`.
  subscript(index: PeerWorkloadIndex) -> Entry { entries[Int(index.rawValue)] }

  static let all: [Contender] = [.ours] + written + [.coreFoundation, .dispatch]

  /// The peers that are written in C.
  private static var written: [Contender] {
    var contenders: [Contender] = []
    while let peer = peer_at(Int32(contenders.count)) { contenders.append(Contender(peer.pointee)) }
    return contenders
  }

  private init(_ peer: Peer) {
    name = String(cString: peer.name)
    version = peer.version().map { String(cString: $0) } ?? ""
    entries = withUnsafeBytes(of: peer.workloads) { bytes in
      bytes.bindMemory(to: PeerWorkload.self).map { workload in
        let note = workload.note.map { String(cString: $0) }
        guard workload.run != nil else { return .cannot(note ?? "cannot do it") }
        // A few pointers to functions and constants.
        nonisolated(unsafe) let workload = workload
        return .can(note: note) { WrittenWorkload(workload, $0) }
      }
    }
  }

  init(name: String, version: String, _ entries: [(PeerWorkloadIndex, Entry)]) {
    self.name = name
    self.version = version
    var table = [Entry](repeating: .cannot("cannot do it"), count: Int(PEER_WORKLOAD_COUNT.rawValue))
    for (index, entry) in entries { table[Int(index.rawValue)] = entry }
    self.entries = table
  }
}

/// A workload that is written in C.
private final class WrittenWorkload: Workload {
  private let workload: PeerWorkload
  private var parameters: PeerParameters

  init(_ workload: PeerWorkload, _ parameters: PeerParameters) {
    self.workload = workload
    self.parameters = parameters
  }

  func prepare() throws(Unprepared) {
    if workload.prepare(&parameters) != 0 { throw Unprepared(description: "the system refused") }
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    workload.run(Int64(count), samples)
  }

  func finish() { workload.finish() }
}
