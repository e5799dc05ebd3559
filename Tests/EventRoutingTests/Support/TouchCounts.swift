import HIDEvents

/// What a sequence of events says of contacts.
struct TouchCounts: Hashable, CustomStringConvertible {
  var began = 0
  var moved = 0
  var ended = 0
  var cancelled = 0
  /// How many were down at once.
  var most = 0
  /// How often the first one came down.
  var sequences = 0
  private var down: Set<UInt32> = []
  /// What can not be: a contact that moved or ended and was not down, or began and was.
  private(set) var nonsense = 0

  init() {}

  init(_ events: [HIDEvent]) { for event in events { add(event) } }

  init(_ began: Int, _ moved: Int, _ ended: Int, most: Int, sequences: Int) {
    self.began = began
    self.moved = moved
    self.ended = ended
    self.most = most
    self.sequences = sequences
  }

  var isOver: Bool { down.isEmpty }

  mutating func add(_ event: HIDEvent) {
    guard case .digitizer(let contacts) = event.payload else { return }
    let before = down.count
    for contact in contacts {
      switch contact.phase {
      case .began:
        began += 1
        if !down.insert(contact.identity).inserted { nonsense += 1 }
      case .moved, .stationary:
        if contact.phase == .moved { moved += 1 }
        if !down.contains(contact.identity) { nonsense += 1 }
      case .ended, .cancelled:
        if contact.phase == .ended { ended += 1 } else { cancelled += 1 }
        if down.remove(contact.identity) == nil { nonsense += 1 }
      }
    }
    if before == 0, !down.isEmpty { sequences += 1 }
    most = max(most, down.count)
  }

  var description: String {
    "\(began) began, \(moved) moved, \(ended) ended, \(cancelled) cancelled, \(most) at once, \(sequences) sequences"
  }
}
