/// Mutates inputs of a corpus, and continues from inputs that made a reader do something new.
///
/// The same seed gives the same inputs. What is new is seen by the reader's answer, not by its code's branches: libFuzzer does
/// that, with the same corpora (`.ci/fuzz`).
package struct InputFuzzer {
  private var inputs: [[UInt8]]
  private var answers: Set<Int> = []
  private var dice: SplitMix
  private let largest: Int

  private static let mostInputs = 512

  /// - Parameter largest: limit of the length of inputs; longer ones are cut.
  package init(_ corpus: Corpus, seed: UInt64 = 1, largest: Int = 8192) {
    inputs = corpus.inputs
    dice = SplitMix(seed)
    self.largest = largest
  }

  /// Number of different answers so far.
  package var answerCount: Int { answers.count }

  /// A number for decisions of the test, from the same dice.
  package mutating func next(below limit: Int) -> Int { Int(dice.next() % UInt64(max(limit, 1))) }

  /// One of the inputs with one to eight changes behind its first bytes.
  ///
  /// - Parameter kept: number of bytes that stay as they are, such as a mark without which nothing else is looked at.
  package mutating func input(keeping kept: Int = 0) -> [UInt8] {
    let whole = inputs[next(below: inputs.count)]
    let start = min(kept, whole.count)
    var tail = Array(whole[start...])
    for _ in 0..<1 << next(below: 4) { change(&tail) }
    return Array((whole[..<start] + tail).prefix(largest))
  }

  /// Goes on from the input, too, when no other had this answer.
  package mutating func learn(_ answer: some Hashable, from input: [UInt8]) {
    if answers.insert(answer.hashValue).inserted, inputs.count < Self.mostInputs { inputs.append(input) }
  }

  /// Gives a reader the corpus, and then so many changed inputs, times `Fuzz.factor`.
  ///
  /// - Parameters:
  ///   - seal: restores what would keep a reader from looking further, such as checksums.
  ///   - reader: gives what it made of the input.
  package mutating func run<Answer: Hashable>(
    _ rounds: Int, seal: ([UInt8]) -> [UInt8] = { $0 }, _ reader: ([UInt8]) -> Answer
  ) {
    for input in inputs { answers.insert(reader(seal(input)).hashValue) }
    for _ in 0..<rounds * Fuzz.factor {
      let sealed = seal(input())
      learn(reader(sealed), from: sealed)
    }
  }

  // MARK: Changes

  /// A part of an input, mostly a short one.
  private mutating func part(of count: Int) -> Range<Int> {
    let start = next(below: count)
    return start..<start + min(count - start, 1 + next(below: 1 << next(below: 9)))
  }

  /// A number at which sums, products and limits go wrong.
  private mutating func edge(_ count: Int) -> UInt64 {
    let power = UInt64(1) << UInt64(next(below: 64))
    return switch next(below: 8) {
    case 0: 0
    case 1: .max &- UInt64(next(below: 8))
    case 2: UInt64(count) &+ UInt64(next(below: 16)) &- 8
    case 3: power &- 1
    case 4: power &+ 1
    case 5: 0 &- power
    case 6: UInt64(next(below: 16))
    default: power
    }
  }

  /// Bytes that mean something in text or as signs of numbers.
  private static let special: [UInt8] = [0, 1, 9, 10, 13, 32, 45, 58, 0x7F, 0x80, 0xFE, 0xFF]

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else {
      bytes = (0..<1 + next(below: 16)).map { _ in UInt8(next(below: 256)) }
      return
    }
    let place = next(below: bytes.count)
    switch next(below: 14) {
    case 0, 1: bytes[place] ^= 1 << UInt8(next(below: 8))
    case 2: bytes[place] = UInt8(next(below: 256))
    case 3: bytes[place] = Self.special[next(below: Self.special.count)]
    case 4, 5, 6:
      let width = 1 << next(below: 4)
      let number = edge(bytes.count)
      // Numbers mostly are where they are aligned.
      let place = next(below: 2) == 0 ? place : place & ~(width - 1)
      for index in 0..<min(width, bytes.count - place) {
        bytes[place + index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * index))
      }
    case 7: bytes.insert(contentsOf: (0...next(below: 8)).map { _ in UInt8(next(below: 256)) }, at: place)
    case 8: bytes.removeSubrange(part(of: bytes.count))
    case 9: bytes.insert(contentsOf: Array(bytes[part(of: bytes.count)]), at: place)
    case 10:
      let other = inputs[next(below: inputs.count)]
      guard !other.isEmpty else { return }
      let part = other[part(of: other.count)]
      // In the place of as many bytes, or between two.
      let end = next(below: 2) == 0 ? place : min(place + part.count, bytes.count)
      bytes.replaceSubrange(place..<end, with: part)
    case 11:
      let filler = UInt8(next(below: 256))
      for place in part(of: bytes.count) { bytes[place] = filler }
    default: if next(below: 8) == 0 { bytes.removeLast(next(below: bytes.count)) }
    }
  }
}
