/// The stacks of one or many stalls, merged by function from the thread's start on.
///
/// A stack's weight is the time that it represents: from half way to the one before to half way to the next. Samples are
/// taken less often while nothing changes, so that counting them would be wrong.
public struct CallTree: Sendable {
  /// A function, called by the functions above it.
  public struct Node: Sendable {
    /// The function, or a heading such as the loop's name.
    public var frame: CodeFrame
    /// Nanoseconds in this function and those it called.
    public var weight: UInt64
    /// Nanoseconds in it alone.
    public var ownWeight: UInt64
    /// The part of `weight` while the thread was blocked.
    public var blockedWeight: UInt64
    /// The number of stacks that it is on.
    public var sampleCount: Int
    /// The heaviest first.
    public var children: [Node]
    /// The time claimed by its stacks, and the number of stacks that end in it.
    fileprivate var claim: UInt64 = 0
    fileprivate var ownClaim: UInt64 = 0
    fileprivate var ownCount = 0
    /// Nanoseconds by line: one function is left by calls from several.
    fileprivate var lines: [Int: UInt64] = [:]
    /// Places of the children; empty after `sort`.
    fileprivate var places: [FrameKey: Int] = [:]

    /// The place of the child for a frame; nil when there is none yet.
    fileprivate mutating func place(of key: FrameKey) -> Int? {
      if places.count < children.count {
        places = Dictionary(
          children.indices.map { (FrameKey(children[$0].frame), $0) }, uniquingKeysWith: { first, _ in first }
        )
      }
      return places[key]
    }
  }

  /// The identity of a node.
  fileprivate struct FrameKey: Hashable {
    let name: String
    let image: String
    let isInlined: Bool

    init(_ frame: CodeFrame) {
      name = frame.name
      image = frame.image
      isInlined = frame.isInlined
    }
  }

  /// The deepest stack; of deeper ones the last frames are shown.
  private static let deepest = 400
  /// The most nodes; the time of deeper frames goes to the last existing node.
  static let mostNodes = 1 << 17
  private var nodeCount = 1
  /// Samples that have a stack.
  private var stackCount = 0

  /// Everything together; its frame has no address.
  public private(set) var root: Node

  /// A tree without stacks.
  public init(title: String) {
    root = Node(
      frame: CodeFrame(heading: title), weight: 0, ownWeight: 0, blockedWeight: 0,
      sampleCount: 0, children: [])
  }

  /// The tree of one stall.
  /// - Parameter isMeant: which of its stacks count.
  public init(
    _ record: StallRecord, named namer: SymbolNames, where isMeant: (StackSample) -> Bool = { _ in true }
  ) {
    // All at once: each look-up of lines has a fixed cost.
    let record = record.decoded
    namer.prepare(record.samples.map(\.addresses))
    self.init(title: record.loop.isEmpty ? "all" : record.loop)
    add(record, named: namer, where: isMeant)
    sort()
  }

  /// Adds a stall; `path` are the nodes above its stacks. To be followed by `sort`.
  public mutating func add(
    _ record: StallRecord, named namer: SymbolNames, below path: [String] = [],
    where isMeant: (StackSample) -> Bool = { _ in true }
  ) {
    let above = path.map { CodeFrame(heading: $0) }
    let weights = Self.weights(of: record)
    for (stack, (weight, claim)) in zip(record.samples, zip(weights, TimeClaims.of(weights)))
    where weight > 0 && isMeant(stack) {
      stackCount += stack.addresses.isEmpty ? 0 : 1
      let frames =
        stack.addresses.isEmpty
        ? [
          CodeFrame(heading: stack.reason.isEmpty ? "no stack" : "no stack: \(stack.reason)")
        ]
        : namer.frames(stack.addresses).reversed()
      Self.add(
        (above + frames.suffix(Self.deepest))[...], (weight, claim), isBlocked: stack.means == .procfs,
        to: &root, nodeCount: &nodeCount)
    }
  }

  private static func add(
    _ frames: ArraySlice<CodeFrame>, _ time: (weight: UInt64, claim: UInt64), isBlocked: Bool,
    to node: inout Node, line: Int? = nil, nodeCount: inout Int
  ) {
    let weight = time.weight
    node.weight = node.weight.saturatingAdding(weight)
    node.claim = node.claim.saturatingAdding(time.claim)
    node.sampleCount += 1
    if let line, line > 0 {
      node.lines[line, default: 0] = node.lines[line, default: 0].saturatingAdding(weight)
    }
    if isBlocked { node.blockedWeight = node.blockedWeight.saturatingAdding(weight) }
    let key = frames.first.map(FrameKey.init)
    var index = key.flatMap { node.place(of: $0) }
    if index == nil, let key, let next = frames.first, nodeCount < mostNodes {
      nodeCount += 1
      index = node.children.count
      node.places[key] = index
      node.children.append(
        Node(frame: next, weight: 0, ownWeight: 0, blockedWeight: 0, sampleCount: 0, children: []))
    }
    guard let index, let next = frames.first else {
      node.ownWeight = node.ownWeight.saturatingAdding(weight)
      node.ownClaim = node.ownClaim.saturatingAdding(time.claim)
      node.ownCount += 1
      return
    }
    // Some instructions have no line.
    if node.children[index].frame.file.isEmpty { node.children[index].frame.file = next.file }
    add(
      frames.dropFirst(), time, isBlocked: isBlocked, to: &node.children[index], line: next.line,
      nodeCount: &nodeCount)
  }

  /// Puts the heaviest children first, everywhere in the tree.
  public mutating func sort() { Self.sort(&root) }

  private static func sort(_ node: inout Node) {
    node.places = [:]
    node.children.sort { ($1.weight, $0.frame.name) < ($0.weight, $1.frame.name) }
    // The line that most of the time was spent at.
    if let line = node.lines.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) {
      node.frame.line = line.key
    }
    for index in node.children.indices { sort(&node.children[index]) }
  }

  /// Nanoseconds that each sample stands for; together the stall's duration.
  public static func weights(of record: StallRecord) -> [UInt64] {
    let times = record.samples.map(\.time)
    guard let last = times.indices.last else { return [] }
    let end = max(record.lastSeen, record.started)
    func inside(_ time: UInt64) -> UInt64 { min(max(time, record.started), end) }
    // Half way between two samples; the first and the last get all the time before and after them.
    var edges = [record.started]
    for index in 0..<last {
      let (a, b) = (inside(times[index]), inside(times[index + 1]))
      edges.append(max(edges[index], a / 2 + b / 2 + (a & b & 1)))
    }
    edges.append(max(end, edges[last]))
    let spans = zip(edges, edges.dropFirst()).map { $1 - $0 }
    let total = end - record.started
    guard record.duration < total else { return spans }
    // The time in which the whole process was frozen is left out. No span exceeds the total, so no share overflows.
    return spans.map { total.dividingFullWidth($0.multipliedFullWidth(by: record.duration)).quotient }
  }

  // MARK: Results

  /// From the root along the heaviest children as far as each has at least half of all the time.
  public var heaviestPath: [Node] {
    var path: [Node] = []
    var node = root
    while let next = node.children.first, next.weight >= root.weight - next.weight, next.weight > 0 {
      path.append(next)
      node = next
    }
    return path
  }

  /// The function to look at first: the innermost one that is neither the system's nor the loop's, if it has half of the
  /// time or more by all of its callers together; otherwise the last one with half of the time in or below it. One of several
  /// stacks is not enough.
  public var culprit: CodeFrame? {
    var innermost: [FrameKey: Innermost] = [:]
    Self.collect(root, below: nil, into: &innermost)
    let found = innermost.values.filter { $0.count >= 2 || $0.count == stackCount }
    if let best = found.max(by: { ($0.weight, $1.frame.name) < ($1.weight, $0.frame.name) }),
      best.weight > 0, best.weight >= root.claim - min(best.weight, root.claim)
    {
      return best.frame
    }
    var (node, own) = (root, CodeFrame?.none)
    while let next = node.children.max(by: { ($0.claim, $1.frame.name) < ($1.claim, $0.frame.name) }),
      next.claim > 0, next.claim >= root.claim - min(next.claim, root.claim),
      next.sampleCount >= min(stackCount, 2)
    {
      if Self.isOwn(next.frame) { own = next.frame }
      node = next
    }
    return own
  }

  private static func isOwn(_ frame: CodeFrame) -> Bool {
    !frame.isSystem && !frame.isLoop && !frame.isHeading
  }

  /// The time in which a function was the innermost one of the program, its number of stacks, and the frame of its heaviest node.
  private struct Innermost {
    var weight: UInt64 = 0
    var count = 0
    var frame: CodeFrame
    var most: UInt64 = 0
  }

  private static func collect(_ node: Node, below own: Node?, into found: inout [FrameKey: Innermost]) {
    let own = isOwn(node.frame) ? node : own
    if let own, node.ownCount > 0 {
      var entry = found[FrameKey(own.frame)] ?? Innermost(frame: own.frame)
      entry.weight = entry.weight.saturatingAdding(node.ownClaim)
      entry.count += node.ownCount
      if own.weight > entry.most { (entry.frame, entry.most) = (own.frame, own.weight) }
      found[FrameKey(own.frame)] = entry
    }
    for child in node.children { collect(child, below: own, into: &found) }
  }

  /// Folded stacks, the text that flame-graph tools read: `root;function;function microseconds`.
  public var folded: String {
    var lines: [String] = []
    Self.fold(root, [], into: &lines)
    return lines.map { $0 + "\n" }.joined()
  }

  /// The name without the separators of that format.
  static func foldedName(_ name: String) -> String {
    String(name.map { $0 == ";" || $0 == "\n" || $0 == "\r" || $0 == "\r\n" ? ":" : $0 })
  }

  private static func fold(_ node: Node, _ path: [String], into lines: inout [String]) {
    let path = path + [foldedName(node.frame.shortName)]
    let own = node.ownWeight / 1000 + (node.ownWeight % 1000 >= 500 ? 1 : 0)
    if own > 0 { lines.append("\(path.joined(separator: ";")) \(own)") }
    for child in node.children { fold(child, path, into: &lines) }
  }
}

extension UInt64 {
  /// The sum, or the largest number on overflow: times in reports are not trusted.
  package func saturatingAdding(_ other: UInt64) -> UInt64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
