import Glibc

/// Feeds a reader with mutations of a small corpus, and goes on from inputs that made it do something new.
///
/// The same seed gives the same inputs. What is new is told by what the reader answers, not by its code's branches: libFuzzer
/// does that, with the same corpora (`.ci/fuzz`).
package struct InputFuzzer {
  private var inputs: [[UInt8]]
  private var answers: Set<Int> = []
  private var dice: SplitMix
  /// How many different answers there were.
  package var answerCount: Int { answers.count }

  private static let mostInputs = 512

  package init(_ inputs: [[UInt8]], seed: UInt64 = 1) {
    precondition(!inputs.isEmpty, "there is nothing to be mutated")
    self.inputs = inputs
    dice = SplitMix(seed)
  }

  /// The files in a folder of Tests/Fuzzing, by name.
  package init(corpus name: String, seed: UInt64 = 1) {
    self.init(Self.files(of: name).map(\.bytes), seed: seed)
  }

  package static func folder(_ name: String) -> String {
    let parts = #filePath.split(separator: "/").dropLast(2)
    return "/" + parts.joined(separator: "/") + "/Fuzzing/" + name
  }

  package static func files(of name: String) -> [(name: String, bytes: [UInt8])] {
    let folder = folder(name)
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) })
    }
    return names.filter { !$0.hasPrefix(".") }.sorted().map { ($0, bytes(of: "\(folder)/\($0)")) }
  }

  private static func bytes(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte >= 0 { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return bytes
  }

  /// Gives the reader the corpus, and then so many mutations, times `Fuzz.factor`.
  ///
  /// - Parameters:
  ///   - largest: no input is longer.
  ///   - seal: makes right again what would keep a reader from looking further, as checksums.
  ///   - reader: gives what it made of the input.
  package mutating func run<Answer: Hashable>(
    _ rounds: Int, largest: Int = 1 << 16, seal: ([UInt8]) -> [UInt8] = { $0 }, _ reader: ([UInt8]) -> Answer
  ) {
    for input in inputs { answers.insert(reader(seal(input)).hashValue) }
    for _ in 0..<rounds * Fuzz.factor {
      var input = inputs[below(inputs.count)]
      for _ in 0..<1 << below(4) { mutate(&input) }
      if input.count > largest { input.removeLast(input.count - largest) }
      let sealed = seal(input)
      if answers.insert(reader(sealed).hashValue).inserted, inputs.count < Self.mostInputs {
        inputs.append(sealed)
      }
    }
  }

  private mutating func below(_ limit: Int) -> Int { Int(dice.next() % UInt64(max(limit, 1))) }

  /// A part of the input, mostly a short one.
  private mutating func range(in count: Int) -> Range<Int> {
    let start = below(count)
    let length = min(count - start, 1 + below(1 << below(9)))
    return start..<start + length
  }

  /// A number at which sums, products and limits go wrong.
  private mutating func edge(_ count: Int) -> UInt64 {
    let power = UInt64(1) << UInt64(below(64))
    return switch below(8) {
    case 0: 0
    case 1: .max &- UInt64(below(8))
    case 2: UInt64(count) &+ UInt64(below(16)) &- 8
    case 3: power &- 1
    case 4: power &+ 1
    case 5: 0 &- power
    case 6: UInt64(below(16))
    default: power
    }
  }

  private mutating func mutate(_ input: inout [UInt8]) {
    guard !input.isEmpty else {
      input = (0..<1 + below(16)).map { _ in UInt8(truncatingIfNeeded: below(256)) }
      return
    }
    switch below(11) {
    case 0, 1: input[below(input.count)] ^= 1 << UInt8(below(8))
    case 2: input[below(input.count)] = UInt8(below(256))
    case 3, 4, 5:
      let width = 1 << below(4)
      let number = edge(input.count)
      // Numbers mostly are where they are aligned.
      let place = below(2) == 0 ? below(input.count) : below(input.count) & ~(width - 1)
      for index in 0..<min(width, input.count - place) {
        input[place + index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * index))
      }
    case 6: input.removeSubrange(range(in: input.count))
    case 7:
      let part = Array(input[range(in: input.count)])
      input.insert(contentsOf: part, at: below(input.count))
    case 8:
      let other = inputs[below(inputs.count)]
      guard !other.isEmpty else { return }
      let part = other[range(in: other.count)]
      let place = below(input.count)
      input.replaceSubrange(place..<min(place + part.count, input.count), with: part)
    case 9:
      let filler = UInt8(truncatingIfNeeded: below(256))
      for place in range(in: input.count) { input[place] = filler }
    default: if below(8) == 0 { input.removeLast(below(input.count)) }
    }
  }
}
