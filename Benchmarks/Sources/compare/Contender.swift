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
    case can(note: String?, make: @Sendable (WorkloadParameters) -> LoopWork)
    /// Why it can not.
    case cannot(String)
  }

  subscript(index: PeerWorkloadIndex) -> Entry { entries[Int(index.rawValue)] }

  static let ours = Contender(Mainspring.self)
  static let coreFoundation = Contender(CoreFoundationLoop.self)
  static let all: [Contender] =
    [ours] + written + [coreFoundation, Contender(preloading: coreFoundation), Contender(DispatchLoop.self)]
    + PythonLoop.installed.map { Contender($0) } + fromElsewhere

  /// The shared objects that the command line names by `--loop`.
  static let objects: [String] = zip(CommandLine.arguments, CommandLine.arguments.dropFirst())
    .filter { $0.0 == "--loop" }.map(\.1)

  private static var fromElsewhere: [Contender] {
    var names = Set(([ours] + written).map(\.name)).union(
      ["CFRunLoop", PreloadedFoundation.name, "GCD"] + PythonLoop.names)
    return objects.map { path in
      var reason = [CChar](repeating: 0, count: 512)
      guard let peer = peer_load(path, &reason, reason.count) else {
        let text = String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        Options.fail("--loop \(path): \(text)")
      }
      let contender = Contender(peer.pointee)
      guard names.insert(contender.name).inserted else {
        Options.fail("--loop \(path): there is another loop called '\(contender.name)'; give it another name")
      }
      return contender
    }
  }

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
          LoopWork(
            prepare: { () throws(Unprepared) in
              var parameters = PeerParameters(parameters)
              if prepare(&parameters) != 0 { throw Unprepared(description: "the system refused") }
            },
            run: { run(Int64($0), $1) }, finish: { finish() })
        }
      }
    }
  }

  // MARK: In Python

  private init(_ loop: PythonLoop) {
    name = loop.name
    version = loop.version
    hasObservers = false
    var table = [Entry](
      repeating: .cannot("is a process of its own, for echo alone"), count: Int(PEER_WORKLOAD_COUNT.rawValue))
    table[Int(PEER_ECHO.rawValue)] = .can(note: "a process of its own, timed by the client's end") {
      PythonEcho(loop, $0).workload
    }
    entries = table
  }

  // MARK: In a process with a library preloaded

  /// What a loop of Foundation's can do, done with Mainspring's library before Foundation's.
  private init(preloading foundation: Contender) {
    name = PreloadedFoundation.name
    version = ""
    hasObservers = foundation.hasObservers
    entries = foundation.entries.enumerated().map { index, entry in
      switch entry {
      case .cannot: entry
      case .can:
        if PreloadedFoundation.library == nil {
          .cannot("libMainspringFoundation.so is not beside this program")
        } else {
          .can(note: "as CFRunLoop, in a process of its own") { PreloadedFoundation(index, $0).workload }
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
    var made = WorkloadKind.allCases.map { workload in
      Self.entry(kind, workload.peerIndex, workload.name) { workload.work(kind, $0) }
    }
    made += [
      Self.entry(kind, PEER_ECHO, "echo") { LoopWork(Echo<Kind>($0)) },
      Self.entry(kind, PEER_TIMER_MEMORY, "memory") { LoopWork(TimerMemory<Kind>($0)) },
      Self.entry(kind, PEER_STARTUP, "startup") { _ in Starting(Kind.firstCallout, .time).workload },
      Self.entry(kind, PEER_PROCESS_MEMORY, "memory of a process") { _ in
        Starting(Kind.firstCallout, .memory).workload
      },
    ]
    var table = [Entry](repeating: .cannot("can not do it"), count: Int(PEER_WORKLOAD_COUNT.rawValue))
    for (index, entry) in made { table[Int(index.rawValue)] = entry }
    entries = table
  }

  private static func entry<Kind: SwiftLoop>(
    _ kind: Kind.Type, _ index: PeerWorkloadIndex, _ name: String,
    _ make: @escaping @Sendable (WorkloadParameters) -> LoopWork
  ) -> (PeerWorkloadIndex, Entry) {
    switch Kind.way(name) {
    case .plain: (index, .can(note: nil, make: make))
    case .by(let note): (index, .can(note: note, make: make))
    case .none(let why): (index, .cannot(why))
    }
  }
}
