/// The descriptors that a loop was seen waiting for. They distinguish the loop's own wait from a wait inside its work, which is
/// for none of them.
struct HomeWait {
  private(set) var wait: EventWait
  private var descriptors: Set<Int32>
  /// One of the descriptors, and its object: an ended loop has closed it.
  private var proof: (descriptor: Int32, mark: String)
  /// Number of waits seen here: some are needed before others are judged by it.
  private var waits = 1
  private var switches: UInt64
  private var time: UInt64
  /// Waits for other descriptors since the last one here, and the count of switches at the last of them.
  private var inner = (count: 0, switches: UInt64.max)
  /// The same for each other set of descriptors in total: a frequent one may be a wait of the loop, too.
  private var others: [Set<Int32>: (count: Int, switches: UInt64)] = [:]
  private static let mostOthers = 16
  private static let enoughOthers = 5

  /// What a descriptor is; empty where that is not known.
  typealias Mark = (Int32) -> String

  init?(_ look: ThreadLook, _ wait: EventWait, mark: Mark) {
    guard let first = look.descriptors.min() else { return nil }
    self.wait = wait
    descriptors = Set(look.descriptors)
    proof = (first, mark(first))
    (switches, time) = (look.switches, look.time)
  }

  var isKnown: Bool { waits >= 3 }

  /// Whether the program has moved on to another loop.
  private func isLeft(at time: UInt64) -> Bool { inner.count >= 3 && time > self.time &+ 5_000_000_000 }

  /// Whether a wait is for an answer inside the loop's work.
  func isInner(_ look: ThreadLook, mark: Mark) -> Bool {
    guard isKnown, !look.descriptors.isEmpty, descriptors.isDisjoint(with: look.descriptors) else {
      return false
    }
    return !isLeft(at: look.time) && !isUsual(Set(look.descriptors)) && !proof.mark.isEmpty
      && mark(proof.descriptor) == proof.mark
  }

  private func isUsual(_ other: Set<Int32>) -> Bool { (others[other]?.count ?? 0) >= Self.enoughOthers }

  mutating func noteInner(_ look: ThreadLook) {
    if inner.switches != look.switches { inner = (inner.count + 1, look.switches) }
    let other = Set(look.descriptors)
    guard others[other] != nil || others.count < Self.mostOthers else { return }
    let known = others[other] ?? (0, .max)
    if known.switches != look.switches { others[other] = (known.count + 1, look.switches) }
  }

  /// Notes a wait of the loop's own. False when the loop now waits elsewhere.
  mutating func note(_ look: ThreadLook, _ wait: EventWait, mark: Mark) -> Bool {
    let here = Set(look.descriptors)
    guard !here.isDisjoint(with: descriptors) else { return isUsual(here) }
    if !look.descriptors.contains(proof.descriptor), let first = look.descriptors.min() {
      proof = (first, mark(first))
    }
    if switches != look.switches { waits += 1 }
    descriptors = here
    (self.wait, switches, time) = (wait, look.switches, look.time)
    inner.count = 0
    return true
  }
}
