/// Identifies similar stalls, in every run and every build of a program.
///
/// It is made of the callout's kind and label, the file that it was made in, the loop's label, and the functions of the program
/// in which nearly all of the time was spent, from the callout on; not of addresses and lines, which change with every build,
/// nor of system functions, which differ between machines. A function without a name counts by its place in its module: then
/// another build has another fingerprint.
public enum StallFingerprint {
  /// Whether a function with this part of the stall's time belongs to it. Halves and thirds do not: which of them is the larger
  /// is chance.
  static func isShared(_ weight: UInt64, of total: UInt64) -> Bool { weight > total - total / 4 }

  /// The fingerprint of a record, with its functions' names from `namer`.
  public static func value(of record: StallRecord, named namer: SymbolNames) -> UInt64 {
    summary(of: record, named: namer).value
  }

  /// With the functions that are part of it, outermost first.
  static func summary(of record: StallRecord, named namer: SymbolNames) -> (value: UInt64, path: [String]) {
    let record = record.decoded
    namer.learn(record.names)
    let path = path(of: record, namer)
    return (hash(words(of: record.callout, record) + path), path)
  }

  private static func path(of record: StallRecord, _ namer: SymbolNames) -> [String] {
    var path = commonPath(of: record, namer)
    if let callout = path.lastIndex(where: \.isCallout) { path.removeSubrange(...callout) }
    var words: [String] = []
    for frame in path {
      guard let word = namer.programName(of: frame) else { continue }
      // The thunk that passes a closure's context has the closure's name.
      if words.last != word { words.append(word) }
    }
    return words
  }

  /// From the thread's start on, the frames that nearly all of the time was spent in.
  private static func commonPath(of record: StallRecord, _ namer: SymbolNames) -> [CodeFrame] {
    // Functions by numbers: one of them is on most of the stacks.
    var frames: [CodeFrame] = []
    var numbers: [String: Int] = [:]
    var known: [UInt: Int] = [:]
    func number(_ address: UInt, isLeaf: Bool) -> Int {
      let key = isLeaf ? address : address &- 1
      if let number = known[key] { return number }
      let frame = namer.frame(address, isReturnAddress: !isLeaf)
      // For code without a name the image counts, too.
      let name = "\(frame.name) \(frame.image)"
      let number = numbers[name] ?? frames.count
      if number == frames.count {
        numbers[name] = number
        frames.append(frame)
      }
      known[key] = number
      return number
    }
    var stacks: [(functions: [Int], weight: UInt64)] = []
    for (sample, weight) in zip(record.samples, CallTree.weights(of: record)) {
      guard weight > 0, !sample.addresses.isEmpty else { continue }
      let functions = sample.addresses.enumerated().map { number($1, isLeaf: $0 == 0) }
      stacks.append((functions.reversed(), weight))
    }
    let total = stacks.reduce(UInt64(0)) { $0.saturatingAdding($1.weight) }
    var path: [CodeFrame] = []
    while true {
      let depth = path.count
      var weights: [Int: UInt64] = [:]
      for stack in stacks where depth < stack.functions.count {
        weights[stack.functions[depth]] = (weights[stack.functions[depth]] ?? 0).saturatingAdding(
          stack.weight)
      }
      guard let next = weights.max(by: { $0.value < $1.value }), isShared(next.value, of: total) else {
        return path
      }
      stacks.removeAll { depth >= $0.functions.count || $0.functions[depth] != next.key }
      path.append(frames[next.key])
    }
  }

  private static func words(of callout: Callout, _ record: StallRecord) -> [String] {
    let kind =
      switch record.kind {
      // The same stall, on another loop or a busier machine.
      case .busyBurst: "burst"
      case .processorHigh: "processor"
      case .memoryHigh: "memory"
      default: "stall"
      }
    // A place's line is another one in the next build.
    let file =
      callout.site.split(separator: ":", omittingEmptySubsequences: false).first.map(String.init) ?? ""
    return [kind, loop(record.loop), "\(callout.kind)", callout.label, file]
  }

  /// A loop without a label is named by its thread's number.
  private static func loop(_ label: String) -> String {
    let digits = label.hasPrefix("loop ") ? label.dropFirst(5) : ""
    return !digits.isEmpty && digits.allSatisfy(\.isNumber) ? "loop" : label
  }

  private static func hash(_ words: [String]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for word in words {
      for byte in word.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x0000_0100_0000_01B3
    }
    return hash
  }
}
