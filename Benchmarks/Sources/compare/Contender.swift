import Peers

/// An event loop, seen through the workloads that are timed.
struct Contender: Sendable {
  let name: String
  let version: String
  /// Whether a turn can call something else than what is ready.
  let hasObservers: Bool
  /// In the order of `PeerWorkloadIndex`.
  private let entries: [Entry]

  /// What it has for a workload.
  enum Entry: Sendable {
    /// A way to do it, and what of the loop is used, where that is not plain.
    case can(note: String?, make: @Sendable (PeerParameters) -> Workload)
    /// Why it can not.
    case cannot(String)
  }

  subscript(index: PeerWorkloadIndex) -> Entry { entries[Int(index.rawValue)] }

  static let ours = Contender(Mainspring.self)
  static let all: [Contender] =
    [ours] + written + [Contender(CoreFoundationLoop.self), Contender(DispatchLoop.self)]

  // MARK: In C

  private static var written: [Contender] {
    var contenders: [Contender] = []
    while let peer = peer_at(Int32(contenders.count)) { contenders.append(Contender(peer.pointee)) }
    return contenders
  }

  private init(_ peer: Peer) {
    name = String(cString: peer.name)
    version = peer.version().map { String(cString: $0) } ?? ""
    hasObservers = false
    entries = withUnsafeBytes(of: peer.workloads) { bytes in
      bytes.bindMemory(to: PeerWorkload.self).map { workload in
        let note = workload.note.map { String(cString: $0) }
        guard let prepare = workload.prepare, let run = workload.run, let finish = workload.finish else {
          return .cannot(note ?? "is not asked")
        }
        return .can(note: note) { parameters in
          Workload(
            prepare: { () throws(Unprepared) in
              var parameters = parameters
              if prepare(&parameters) != 0 { throw Unprepared(description: "the system refused") }
            },
            run: { run(Int64($0), $1) }, finish: { finish() })
        }
      }
    }
  }

  // MARK: In Swift

  /// Specialized for each loop, and with it all that its workloads run.
  private init<Kind: SwiftLoop>(_ kind: Kind.Type) {
    name = Kind.name
    version = ""
    hasObservers = Kind.hasObservers
    func entry(
      _ index: PeerWorkloadIndex, _ make: @escaping @Sendable (PeerParameters) -> Workload
    ) -> (PeerWorkloadIndex, Entry) {
      switch Kind.way(index) {
      case .plain: (index, .can(note: nil, make: make))
      case .by(let note): (index, .can(note: note, make: make))
      case .none(let why): (index, .cannot(why))
      }
    }
    let made = [
      entry(PEER_PINGPONG) { Workload(Pingpong<Kind>($0)) },
      entry(PEER_POST) { Workload(Post<Kind>($0)) },
      entry(PEER_SELF_POST) { Workload(SelfPost<Kind>($0)) },
      entry(PEER_SOURCE0) { Workload(Sources<Kind>($0)) },
      entry(PEER_TURN) { Workload(Turn<Kind>($0)) },
      entry(PEER_TIMER_CHURN) { Workload(TimerWork<Kind>($0, .renew)) },
      entry(PEER_TIMER_RESCHEDULE) { Workload(TimerWork<Kind>($0, .move)) },
      entry(PEER_TIMER_REPLACE) { Workload(TimerWork<Kind>($0, .replace)) },
      entry(PEER_TIMER_FIRE) { Workload(TimerFire<Kind>($0)) },
      entry(PEER_PIPES) { Workload(Pipes<Kind>($0)) },
      entry(PEER_ECHO) { Workload(Echo<Kind>($0)) },
      entry(PEER_WAKE) { Workload(Wake<Kind>($0)) },
      entry(PEER_TIMER_MEMORY) { Workload(TimerMemory<Kind>($0)) },
      entry(PEER_STARTUP) { _ in Starting(Kind.firstCallout, .time).workload },
      entry(PEER_PROCESS_MEMORY) { _ in Starting(Kind.firstCallout, .memory).workload },
    ]
    var table = [Entry](repeating: .cannot("can not do it"), count: Int(PEER_WORKLOAD_COUNT.rawValue))
    for (index, entry) in made { table[Int(index.rawValue)] = entry }
    entries = table
  }
}
