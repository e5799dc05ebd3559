import RunLoopCore

/// The words of a line at one moment, decoded.
struct LineReading: Equatable {
  var sequence: UInt64
  var callout: UInt64
  var code: UInt64
  var state: UInt64
  var time: UInt64
  var timeSequence: UInt64
  var lateness: UInt64
  /// The callouts around the present one, outermost first, without runs that were outside of callouts.
  var outer: [(UInt64, UInt64)] = []

  /// Reads the line; the callouts around are read only when there are any.
  init(_ load: (Int) -> UInt64) {
    typealias Word = HeartbeatLine.Word
    sequence = load(Word.sequence)
    callout = load(Word.callout)
    code = load(Word.code)
    state = load(Word.state)
    time = load(Word.time)
    timeSequence = load(Word.timeSequence)
    lateness = load(Word.lateness)
    for level in 0..<min(max(depth - 1, 0), HeartbeatLine.deepest) {
      let around = load(Word.outer + 2 * level)
      if around != 0 { outer.append((around, load(Word.outer + 2 * level + 1))) }
    }
  }

  init(_ line: HeartbeatLine) {
    self.init(line.load)
  }

  var isInside: Bool { sequence & 1 == 1 }
  var kind: CalloutKind {
    isInside ? CalloutKind(rawValue: UInt8(truncatingIfNeeded: callout)) ?? .none : .none
  }
  var activity: HeartbeatLine.Condition { .init(rawValue: UInt8(truncatingIfNeeded: state)) ?? .outside }
  var depth: Int { Int(state >> 8 & 0xFF) }
  var mode: Int { Int(state >> 16 & 0xFFFF) }
  var waits: UInt64 { state >> 32 }

  static func == (left: LineReading, right: LineReading) -> Bool {
    left.sequence == right.sequence && left.callout == right.callout && left.code == right.code
      && left.state == right.state
  }
}
