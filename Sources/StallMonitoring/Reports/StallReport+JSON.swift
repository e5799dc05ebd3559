import PlainText

extension StallReport {
  /// The version of the JSON format: incremented when a member changes its meaning or is removed.
  public static let schema = 2

  /// The report as JSON on one line.
  public var json: String { jsonValue.text }

  /// Many stalls in order, without their stacks; and one call tree of all of them if given.
  public static func json(
    of stalls: [(record: StallRecord, run: StallRun)], merged tree: CallTree? = nil,
    search: SymbolSearch = SymbolSearch()
  ) -> String {
    let left: Set = ["schema", "tree", "pointStack", "remarks", "otherLoops", "outerCallouts", "threads"]
    let values = stalls.map { record, run -> JSON in
      guard case .object(let members) = StallReport(record, of: run, search: search).jsonValue else {
        return .null
      }
      return .object(members.filter { !left.contains($0.0) })
    }
    var members: [(String, JSON)] = [("schema", .integer(schema)), ("stalls", .array(values))]
    if let tree { members.append(("tree", json(tree.root))) }
    return JSON.object(members).text
  }

  var jsonValue: JSON {
    var members: [(String, JSON)] = [
      ("schema", .integer(Self.schema)),
      ("id", .string(id)),
      ("kind", .string("\(record.kind)")),
      ("kindNumber", .integer(record.kind.rawValue)),
      ("sentence", .string(sentence)),
      ("goesOn", .bool(goesOn)),
    ]
    members += whereValues
    members += whyValues
    let samples = record.samples
    members += [
      ("pointStack", .array(pointStack.map { Self.json($0) })),
      ("tree", Self.json(tree.root)),
      ("samples", .integer(samples.count)),
      ("samplesDropped", .integer(record.droppedSamples)),
      ("samplesWithoutStack", .integer(samples.count { $0.addresses.isEmpty })),
      ("samplesIncomplete", .integer(samples.count { !$0.addresses.isEmpty && !$0.isComplete })),
      ("fingerprint", .string(fingerprintText)),
      ("suppressed", .integer(record.suppressed)),
      ("verdict", .string(record.verdict.rawValue)),
      ("threads", .array(zip(record.threadStacks, threadStacks).map { Self.json($0, $1) })),
      ("notes", .object(record.notes.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
      ("remarks", .array(remarks.map { .string($0) })),
    ]
    return .object(members)
  }

  /// The fingerprint as it is written: 16 hexadecimal digits.
  public var fingerprintText: String { Self.text(ofFingerprint: fingerprint) }

  static func text(ofFingerprint value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private var whereValues: [(String, JSON)] {
    let origin = run.origin
    let process: [(String, JSON)] = [
      ("id", .integer(run.process)), ("executable", .text(run.executable)),
      ("version", .text(origin.version)), ("buildID", .text(origin.buildID.hexadecimal)),
      (
        "started",
        origin.processStarted > 0 ? .string(WallTime.exact(origin.processStarted)) : .null
      ),
      (
        "begun",
        .string(origin.begun > 0 ? WallTime.exact(origin.begun) : WallTime.iso(run.begun))
      ),
      ("begunMonotonic", origin.begunMonotonic > 0 ? .natural(origin.begunMonotonic) : .null),
      ("ending", .string(run.ending.rawValue)),
      ("end", run.end.map { .string($0.summary) } ?? .null),
    ]
    let time: [(String, JSON)] = [
      ("started", .string(WallTime.exact(record.startedNanoseconds))),
      ("startedUnix", .integer(record.startedNanoseconds)),
      ("startedMonotonic", .natural(record.started)),
      ("lastSeen", .string(WallTime.exact(record.lastSeenNanoseconds))),
      ("lastSeenUnix", .integer(record.lastSeenNanoseconds)),
      ("lastSeenMonotonic", .natural(record.lastSeen)),
      ("foundAfter", .natural(record.found > record.started ? record.found - record.started : 0)),
      ("duration", .natural(record.duration)), ("isAtLeast", .bool(record.isAtLeast)),
      ("frozen", .natural(record.frozenTime)),
      ("machineSuspended", .natural(record.suspendedTime)), ("threshold", .natural(record.threshold)),
    ]
    let thread: [(String, JSON)] = [("id", .integer(record.thread)), ("name", .text(record.threadName))]
    return [
      ("host", .object([("name", .text(origin.host)), ("container", .text(origin.container))])),
      ("process", .object(process)),
      ("loop", .string(record.loop)),
      ("thread", .object(thread)),
      ("callout", Self.json(record.callout, closure: closure)),
      ("outerCallouts", .array(record.outerCallouts.map { Self.json($0) })),
      ("otherLoops", .array(record.otherLoops.map { Self.json($0) })),
      ("time", .object(time)),
    ]
  }

  private var whyValues: [(String, JSON)] {
    let diagnosis = record.diagnosis
    let shares: [(String, JSON)] = [
      ("processor", .number(diagnosis.shares.processor)), ("kernel", .number(diagnosis.shares.kernel)),
      ("queue", .number(diagnosis.shares.queue)), ("blocked", .number(diagnosis.shares.blocked)),
    ]
    let faults: [(String, JSON)] = [
      ("minor", .natural(diagnosis.minorFaults)), ("major", .natural(diagnosis.majorFaults)),
    ]
    return [
      ("cause", .string(diagnosis.cause.rawValue)),
      ("shares", .object(shares)),
      ("faults", .object(faults)),
      ("systemCall", .text(diagnosis.systemCall)),
      ("waitChannel", .text(diagnosis.waitChannel)),
      ("descriptor", .text(diagnosis.descriptor)),
      ("address", .text(diagnosis.address)),
      ("otherDescriptors", .integer(diagnosis.otherDescriptors)),
      ("lockOwner", ownerValue),
      ("chain", chainValue),
      ("rest", restValue),
      ("rivalry", rivalryValue),
      ("culprit", culprit.map { Self.json($0) } ?? .null),
    ]
  }

  private var restValue: JSON {
    guard let rest = record.diagnosis.rest else { return .null }
    return .object([
      ("cause", .string(rest.cause.rawValue)), ("share", .number(rest.share)),
      ("systemCall", .text(rest.systemCall)), ("descriptor", .text(rest.descriptor)),
      ("address", .text(rest.address)), ("otherDescriptors", .integer(rest.otherDescriptors)),
      ("culprit", culprits[rest.cause].map { Self.json($0) } ?? .null),
    ])
  }

  private var rivalryValue: JSON {
    guard let rivalry = record.diagnosis.rivalry else { return .null }
    func number(_ value: Double?) -> JSON { value.map { .number($0) } ?? .null }
    return .object([
      ("reason", .string("\(rivalry.reason(lost: part(record.diagnosis.shares.queue)))")),
      ("quota", number(rivalry.quota)),
      ("throttled", .natural(rivalry.throttledTime)), ("ownUse", number(rivalry.ownUse)),
      ("otherUse", number(rivalry.otherUse)), ("sharedUse", number(rivalry.sharedUse)),
      ("stolenUse", number(rivalry.stolenUse)), ("processors", .integer(rivalry.processors)),
      ("allowed", .text(rivalry.allowed)),
      ("load", number(rivalry.load)), ("pressure", number(rivalry.pressure)),
      ("thread", .integer(rivalry.thread)),
      ("threadName", .text(rivalry.threadName)),
      ("nice", rivalry.nice.map { .integer($0) } ?? .null),
      ("threadNice", rivalry.threadNice.map { .integer($0) } ?? .null),
    ])
  }

  private var ownerValue: JSON {
    guard let owner = record.diagnosis.lockOwner else { return .null }
    return .object([
      ("lock", .string(owner.kind.rawValue)), ("thread", .integer(owner.thread)),
      ("readers", .integer(owner.readers)), ("waitsFor", .integer(owner.waitsFor)),
      ("isDeadlock", .bool(owner.isDeadlock)), ("process", .integer(owner.process)),
      ("holders", .integer(owner.holders)),
      ("name", .text(owner.threadName)), ("stack", .array(ownerStack.map { Self.json($0) })),
    ])
  }

  private var chainValue: JSON {
    guard let chain = record.diagnosis.chain else { return .null }
    let links = chain.links.enumerated().map { place, link -> JSON in
      let frames = place < chainStacks.count ? chainStacks[place] : []
      return .object([
        ("process", .integer(link.process)), ("thread", .integer(link.thread)),
        ("name", .text(link.threadName)),
        ("waitsFor", link.object.map { .string($0.rawValue) } ?? .null),
        ("object", .string("0x" + String(link.place, radix: 16))), ("isToWrite", .bool(link.isToWrite)),
        ("hasTimeLimit", .bool(link.hasTimeLimit)), ("readers", .integer(link.readers)),
        ("otherProcesses", .integer(link.otherProcesses)), ("activity", .string(link.activity.word)),
        ("systemCall", .text(link.activity.systemCall)),
        ("stack", .array(frames.map { Self.json($0) })),
        ("functions", .array(link.functions.map { .string($0) })),
      ])
    }
    return .object([
      ("links", .array(links)), ("circle", chain.circle.map { .integer($0) } ?? .null),
      ("isDeadlock", .bool(chain.isDeadlock)),
    ])
  }

  private static func json(_ stack: ThreadStack, _ frames: [CodeFrame]) -> JSON {
    .object([
      ("threads", .array(stack.threads.map { .integer($0) })), ("name", .text(stack.name)),
      ("found", stack.stack.found.map { .string($0.rawValue) } ?? .null),
      ("stack", .array(frames.map { json($0) })),
    ])
  }

  private static func json(_ callout: Callout, closure: String = "") -> JSON {
    .object([
      ("kind", .string("\(callout.kind)")), ("label", .text(callout.label)), ("site", .text(callout.site)),
      ("closure", .text(closure)), ("loop", .text(callout.loop)), ("mode", .text(callout.mode)),
    ])
  }

  private static func json(_ frame: CodeFrame) -> JSON {
    .object([
      ("function", .string(frame.name)), ("place", .text(frame.place)), ("file", .text(frame.file)),
      ("line", frame.line > 0 ? .integer(frame.line) : .null), ("module", .text(frame.image)),
      ("buildID", .text(frame.buildID.hexadecimal)),
      ("offset", frame.fileAddress.map { .string("0x" + String($0, radix: 16)) } ?? .null),
      ("address", .string("0x" + String(frame.address, radix: 16))), ("inlined", .bool(frame.isInlined)),
    ])
  }

  static func json(_ node: CallTree.Node) -> JSON {
    .object([
      ("function", .string(node.frame.shortName)), ("place", .text(node.frame.place)),
      ("module", .text(node.frame.imageName)), ("buildID", .text(node.frame.buildID.hexadecimal)),
      ("offset", node.frame.fileAddress.map { .string("0x" + String($0, radix: 16)) } ?? .null),
      ("time", .natural(node.weight)),
      ("ownTime", .natural(node.ownWeight)), ("blockedTime", .natural(node.blockedWeight)),
      ("samples", .integer(node.sampleCount)), ("children", .array(node.children.map { json($0) })),
    ])
  }
}
