import Synchronization

/// Counts, in one word, the references that loops have to an object of CF's, and the callouts that rely on them.
///
/// A loop retains each object that it has. A callout by such a loop needs no reference of its own: one that a loop gives up
/// meanwhile is owed, and released by the last callout that returns.
struct ReferenceCounts: ~Copyable, Sendable {
  private static let valid: UInt64 = 1
  private static let oneLoop: UInt64 = 1 << 1
  private static let loops: UInt64 = 0x7FFF << 1
  private static let oneCall: UInt64 = 1 << 16
  private static let calls: UInt64 = 0xFF_FFFF << 16
  private static let oneOwed: UInt64 = 1 << 40

  private let word = Atomic<UInt64>(valid)

  /// Whether the object is valid.
  @inline(__always)
  var isValid: Bool { word.load(ordering: .acquiring) & Self.valid != 0 }

  func makeInvalid() { word.bitwiseAnd(~Self.valid, ordering: .acquiringAndReleasing) }

  /// A loop has retained the object.
  func addLoop() { word.wrappingAdd(Self.oneLoop, ordering: .releasing) }

  /// A loop gives its reference up. True when it is to be released now; else it is owed.
  func removeLoop() -> Bool {
    var known = word.load(ordering: .relaxed)
    while true {
      let isNeeded = known & Self.calls != 0
      let exchange = word.compareExchange(
        expected: known, desired: known &- Self.oneLoop &+ (isNeeded ? Self.oneOwed : 0),
        ordering: .acquiringAndReleasing)
      if exchange.exchanged { return !isNeeded }
      known = exchange.original
    }
  }

  /// Counts a callout of a valid object that a loop retains; false when it is not one.
  @inline(__always)
  func beginCall() -> Bool {
    var known = word.load(ordering: .relaxed)
    while known & Self.valid != 0, known & Self.loops != 0 {
      let exchange = word.weakCompareExchange(
        expected: known, desired: known &+ Self.oneCall, ordering: .acquiring)
      if exchange.exchanged { return true }
      known = exchange.original
    }
    return false
  }

  /// A callout has returned. True when references may be owed.
  @inline(__always)
  func endCall() -> Bool {
    let now = word.wrappingSubtract(Self.oneCall, ordering: .acquiringAndReleasing).newValue
    return now & Self.calls == 0 && now >= Self.oneOwed
  }

  /// Takes the number of references that are owed over from the word, unless a callout relies on them.
  func takeOwed() -> Int {
    var known = word.load(ordering: .relaxed)
    while known & Self.calls == 0, known >= Self.oneOwed {
      let exchange = word.compareExchange(
        expected: known, desired: known & (Self.oneOwed - 1), ordering: .acquiringAndReleasing)
      if exchange.exchanged { return Int(known / Self.oneOwed) }
      known = exchange.original
    }
    return 0
  }
}
