/// A report of one stall of one run, in words and as data.
public struct StallReport: Sendable {
  /// The stall's run.
  public let run: StallRun
  /// The stall as it was recorded.
  public let record: StallRecord
  /// Its stacks, merged; without any in a brief report.
  public let tree: CallTree
  /// The most telling stack, leaf first.
  public let pointStack: [CodeFrame]
  /// The stack of the lock's holder, leaf first; empty when there is none.
  public let ownerStack: [CodeFrame]
  /// Of each link of the chain of waits, where the record has it; and of all threads.
  let chainStacks: [[CodeFrame]]
  /// The stacks of `record.threadStacks` in the same order, each leaf first.
  public let threadStacks: [[CodeFrame]]
  /// The closure that was called, when it has a name.
  public let closure: String
  /// By cause, where its time was spent; and by raw name, the functions that share their code.
  let culprits: [Cause: CodeFrame]
  let shared: [String: [CodeFrame]]
  let callees: [Cause: String]
  let callers: [String: CodeFrame]
  /// Why names are missing; empty when all are there.
  public let remarks: [String]
  /// Identifies similar stalls in every run and every build, by the names that are known now. See `StallFingerprint`.
  public let fingerprint: UInt64

  /// A report of a stall. With `lines` it has inlined functions, files and lines, where the program's file still has them:
  /// slower by far.
  public init(
    _ record: StallRecord, of run: StallRun, lines: Bool = false, search: SymbolSearch = SymbolSearch()
  ) {
    self.init(
      record, of: run, named: SymbolNames(images: run.modules(of: record), lines: lines, search: search))
  }

  /// A report by a namer that already knows the run's modules: many reports of one run share what it has read.
  public init(_ record: StallRecord, of run: StallRun, named namer: SymbolNames) {
    self.run = run
    self.record = record
    let decoded = record.decoded
    fingerprint = StallFingerprint.value(of: decoded, named: namer)
    tree = CallTree(decoded, named: namer)
    culprits = Self.culprits(decoded, tree, namer)
    pointStack = Self.pointStack(of: decoded, namer)
    ownerStack = record.diagnosis.lockOwner.map { namer.frames($0.stack.addresses) } ?? []
    chainStacks = record.diagnosis.chain?.links.map { namer.frames($0.stack.addresses) } ?? []
    threadStacks = record.threadStacks.map { namer.frames($0.stack.addresses) }
    closure = Self.closure(record.callout.code, pointStack, namer)
    callees = Self.callees(decoded, culprits, namer)
    shared = Self.shared(culprits, record.callout.code, pointStack, namer)
    callers = Self.callers(culprits, shared, decoded, namer)
    remarks =
      Self.remarks(on: tree, images: run.modules(of: record))
      + (namer.hasLines ? Self.remarksOnLines(tree) : [])
  }

  /// A brief report for lists, without stacks and their evaluation. The closure is looked up where the callout has no other
  /// name.
  public init(briefly record: StallRecord, of run: StallRun, named namer: SymbolNames) {
    self.run = run
    self.record = record
    fingerprint = record.fingerprint
    namer.learn(record.names)
    tree = CallTree(title: record.loop)
    pointStack = []
    (ownerStack, chainStacks, threadStacks) = ([], [], [])
    remarks = []
    culprits = [:]
    shared = [:]
    callees = [:]
    callers = [:]
    let isNamed = !record.callout.label.isEmpty || !record.callout.site.isEmpty
    closure =
      isNamed || record.callout.kind == .none
      ? "" : Self.closure(record.callout.code, Self.pointStack(of: record.decoded, namer), namer)
  }

  private static func pointStack(of record: StallRecord, _ namer: SymbolNames) -> [CodeFrame] {
    let samples = record.samples
    let point = record.pointSample ?? samples.indices.first { !samples[$0].addresses.isEmpty }
    return point.map { namer.frames(samples[$0].addresses) } ?? []
  }

  /// The closure by the address of its code. Where the core called one of its own, as for `performAndWait`, that calls the
  /// user's: then it is the first on the stack that is not the loop's.
  private static func closure(_ code: UInt, _ stack: [CodeFrame], _ namer: SymbolNames) -> String {
    guard code != 0 else { return "" }
    // Of what was inlined there, the closure is the last.
    let direct = namer.frames([code]).last
    guard let direct, direct.isLoop || direct.isThunk || direct.isExecutor else {
      return direct.map(named) ?? ""
    }
    guard let way = stack.firstIndex(where: \.isCallout) else { return "" }
    let own = stack[..<way].last { !$0.isLoop && !$0.isThunk && !$0.isSystem && !$0.isExecutor }
    return own.map(named) ?? ""
  }

  /// The functions that share a merged function's code; only the callout's own closure if it is one of them.
  private static func shared(
    _ culprits: [Cause: CodeFrame], _ code: UInt, _ stack: [CodeFrame], _ namer: SymbolNames
  ) -> [String: [CodeFrame]] {
    var shared: [String: [CodeFrame]] = [:]
    for frame in culprits.values where frame.isShared && shared[frame.rawName] == nil {
      let way = stack.firstIndex(where: \.isCallout) ?? stack.endIndex
      let called = stack[..<way].last { !$0.isLoop && !$0.isThunk && !$0.isSystem }
      let isCalled = code != 0 && called?.rawName == frame.rawName
      let functions = namer.functions(sharing: frame, called: isCalled ? code : nil)
      let direct = isCalled ? namer.frames([code]).last : nil
      // What leads to it from there is one of them, also where they are too many to be looked for.
      let isOne =
        functions.contains { $0.rawName == direct?.rawName }
        || !functions.isEmpty && functions.allSatisfy { $0.shortName == direct?.shortName }
      shared[frame.rawName] = isOne ? direct.map { [$0] } ?? functions : functions
    }
    return shared
  }

  private static func named(_ frame: CodeFrame) -> String {
    frame.shortName + (frame.place.isEmpty ? "" : ", \(frame.place)")
  }

  /// Where lines were looked for and are not there: programs without debug information.
  private static func remarksOnLines(_ tree: CallTree) -> [String] {
    var hasLines: Set<String> = []
    var without: Set<String> = []
    func collect(_ node: CallTree.Node) {
      if !node.frame.isSystem, !node.frame.isHeading, !node.frame.rawName.isEmpty {
        if node.frame.file.isEmpty {
          without.insert(node.frame.image)
        } else {
          hasLines.insert(node.frame.image)
        }
      }
      node.children.forEach(collect)
    }
    collect(tree.root)
    return without.subtracting(hasLines).sorted().map {
      "\($0) has no debug information that can be read: files and lines are not known"
    }
  }

  /// Why functions of an image have no names: its file is missing, or was replaced.
  private static func remarks(on tree: CallTree, images: [LoadedImage]) -> [String] {
    var nameless: Set<String> = []
    func collect(_ node: CallTree.Node) {
      if node.frame.rawName.isEmpty, node.frame.image.hasPrefix("/") { nameless.insert(node.frame.image) }
      node.children.forEach(collect)
    }
    collect(tree.root)
    return nameless.sorted().compactMap { path in
      let ran = images.first { $0.path == path && !$0.buildID.isEmpty }?.buildID ?? []
      let help = ran.isEmpty ? "" : "; --symbols takes a folder with the file of build \(ran.hexadecimal)"
      guard let file = ElfFile(path: path) else {
        return "\(path) can not be read: its functions have no names here\(help)"
      }
      return !ran.isEmpty && ran != file.buildID
        ? "\(path) is another build than the one that ran: its functions have no names here\(help)" : nil
    }
  }

  /// The id for the tool: `20261121-143305-4711.3`.
  public var id: String { "\(run.name).\(record.id)" }
  /// The same without the date: `4711.3`.
  public var shortID: String { "\(run.process).\(record.id)" }

  /// "412 ms"
  public var time: String { Self.time(record.duration) }
  /// "2026-11-21 14:33:05", in UTC.
  public var begun: String { WallTime.plain(record.startedWall.seconds) }

  /// Whether it is in progress, according to the file.
  public var goesOn: Bool { !record.hasEnded && record.kind != .stalledAndKilled && run.end == nil }

  /// The program's name.
  public var program: String { run.executable.split(separator: "/").last.map(String.init) ?? "a program" }

  // MARK: In words

  /// One sentence about what happened.
  public var sentence: String {
    let time = (record.isAtLeast ? "at least " : "") + Self.time(record.duration) + unseenText
    let loop =
      record.loop.isEmpty
      ? "A loop" : record.loop.hasPrefix(TaskPool.labelStart) ? record.loop : "The loop '\(record.loop)'"
    if !record.hasEnded, let end = run.end {
      return "\(end.clause(thread: record.thread)) while \(lowercased(loop)) \(standing(for: time))."
    }
    switch record.kind {
    case .processorHigh:
      return "The process used much processor time for \(time)\(culpritText(", mostly in ", of: .processor))."
    case .memoryHigh: return "The process used more memory than is allowed for it."
    case .busyBurst:
      return "\(loop) worked for \(time) without a wait, by callouts of which each was short"
        + "\(calloutText.isEmpty ? "" : "; seen last: \(calloutText)")."
    case .starved:
      let text = goesOn ? "has been stalled for \(time), and still is," : "was stalled for \(time)"
      return "\(loop) \(text)\(starvationText)."
    case .stalledAndKilled:
      return "The process ended while \(lowercased(loop)) \(standing(for: time))."
    case _ where goesOn: return "\(loop) has been held up for \(time)\(by), and still is: \(why)."
    case .mainThreadStall, .stallUnderLoad, .stallWithManyThreads, .launchStall, .stall:
      let when =
        switch record.kind {
        case .launchStall: " at the start"
        case .stallUnderLoad: " under load"
        case .stallWithManyThreads: " while the process had more than \(RecordKind.manyThreads) threads"
        default: ""
        }
      return "\(loop) was held up for \(time)\(when)\(by): \(why)."
    }
  }

  /// The time missing from the duration, because the monitor did not run, if it is a twentieth of it or more.
  private var unseenText: String {
    let unseen = record.frozenTime
    guard unseen >= 10_000_000, unseen >= record.duration / 20 else { return "" }
    return " (and \(Self.time(unseen)) more, in which the monitor did not run either)"
  }

  private func standing(for time: String) -> String {
    if record.kind == .busyBurst { return "had worked for \(time) without a wait" }
    return record.diagnosis.cause == .starved
      ? "had been stalled for \(time)\(starvationText)" : "had been held up for \(time)\(by): \(why)"
  }

  private func lowercased(_ text: String) -> String {
    text.hasPrefix(TaskPool.labelStart) ? text : text.prefix(1).lowercased() + text.dropFirst()
  }

  private var by: String { calloutText.isEmpty ? "" : " by \(calloutText)" }

  /// "timer 'refresh' (App/Feed.swift:41)"
  public var calloutText: String { Self.text(record.callout, closure: closure) }

  /// Like `calloutText`, for any callout; empty for none.
  public static func text(_ callout: Callout, closure: String = "") -> String {
    callout.text(closure: closure)
  }

  /// "412 ms", "2.31 s"
  public static func time(_ nanoseconds: UInt64) -> String { PlainTime.text(nanoseconds) }
}
