/// Compact coding of stacks, which share most frames within one stall, from the thread's start on.
///
/// A sample stores how many frames, counted from the thread's start, it has in common with the one before, and
/// the others as distances. Where even that does not fit, every second sample is left out; times are kept, so that
/// the weights of the remaining samples stay right.
enum StackCoding {
  /// More than any real stack has.
  private static let deepest = 4096
  /// Limit of the frames of all stacks of a record: few bytes of a hostile file can expand to very many. A writer thins
  /// out stacks that have more.
  static let mostFrames = 1 << 18

  private enum Flag {
    static let isComplete: UInt64 = 1
    static let meansShift: UInt64 = 1
  }

  /// One sample and how often its leaf had been seen in a row.
  struct Sample {
    var stack: StackSample
    var repeats: Int
  }

  static func frameCount(_ samples: [Sample]) -> Int {
    samples.reduce(0) { $0 + min($1.stack.addresses.count, deepest) }
  }

  static func write(_ samples: [Sample], since start: UInt64, to writer: inout RecordWriter) {
    writer.number(samples.count)
    var lastTime = start
    var last: [UInt] = []
    for sample in samples {
      let stack = sample.stack
      writer.signed(Int64(bitPattern: stack.time &- lastTime))
      lastTime = stack.time
      writer.number(
        UInt64(stack.means.rawValue) << Flag.meansShift | (stack.isComplete ? Flag.isComplete : 0))
      writer.text(stack.reason, limit: 120)
      writer.number(sample.repeats)

      let frames = Array(stack.addresses.prefix(deepest).reversed())
      var shared = 0
      while shared < frames.count, shared < last.count, frames[shared] == last[shared] { shared += 1 }
      writer.number(shared)
      writer.number(frames.count - shared)
      var address = shared > 0 ? frames[shared - 1] : 0
      for frame in frames[shared...] {
        writer.signed(Int64(bitPattern: UInt64(frame &- address)))
        address = frame
      }
      last = frames
    }
  }

  /// - Parameter limit: the most stacks.
  static func read(
    from reader: inout RecordReader, since start: UInt64, atMost limit: Int = .max
  ) throws(RecordReader.Malformed) -> [Sample] {
    let count = try reader.count()
    var samples: [Sample] = []
    var walk = Walk(time: start)
    var last: [UInt] = []
    for _ in 0..<min(count, limit) {
      var (sample, shared, fresh) = try walk.next(&reader)
      last.removeSubrange(shared...)
      var address = last.last ?? 0
      for _ in 0..<fresh {
        address = address &+ UInt(UInt64(bitPattern: try reader.signed()))
        last.append(address)
      }
      sample.stack.addresses = last.reversed()
      samples.append(sample)
    }
    return samples
  }

  /// Checks that stacks can be decoded, without allocating them. Returns their number, and that of their frames.
  static func check(_ bytes: RecordReader) throws(RecordReader.Malformed) -> (stacks: Int, frames: Int) {
    var reader = bytes
    let count = try reader.count()
    var walk = Walk(time: 0)
    for _ in 0..<count {
      let (_, _, fresh) = try walk.next(&reader)
      for _ in 0..<fresh { _ = try reader.signed() }
    }
    return (count, walk.frames)
  }

  /// Step from sample to sample that checks each one's head.
  private struct Walk {
    var time: UInt64
    /// The last stack's number of frames.
    private var depth = 0
    private(set) var frames = 0

    init(time: UInt64) { self.time = time }

    /// A sample without its frames: the number shared with the one before, and the number that follow.
    mutating func next(_ reader: inout RecordReader) throws(RecordReader.Malformed) -> (
      sample: Sample, shared: Int, fresh: Int
    ) {
      var stack = StackSample()
      time = time &+ UInt64(bitPattern: try reader.signed())
      stack.time = time
      let flags = try reader.number()
      stack.isComplete = flags & Flag.isComplete != 0
      guard let means = StackSample.Means(rawValue: UInt8(truncatingIfNeeded: flags >> Flag.meansShift))
      else {
        throw .init(reason: "a stack was taken by unknown means")
      }
      stack.means = means
      stack.reason = try reader.text()
      let repeats = try reader.integer()
      let shared = try reader.integer()
      guard shared <= depth else { throw .init(reason: "a stack has more in common than there is") }
      let fresh = try reader.count()
      guard shared + fresh <= deepest else { throw .init(reason: "a stack is too deep") }
      depth = shared + fresh
      frames += depth
      guard frames <= mostFrames else { throw .init(reason: "the stacks are too many") }
      return (Sample(stack: stack, repeats: repeats), shared, fresh)
    }
  }

  /// Fewer samples: every second, and the first, the last and the one at `point`; of few, only that one; then none.
  /// Also returns the new index of that one. Nil when no samples are left to remove.
  static func thinned(_ samples: [Sample], keeping point: Int?) -> (samples: [Sample], point: Int?)? {
    if samples.isEmpty { return nil }
    if samples.count == 1 { return ([], nil) }
    if samples.count <= 4 { return ([samples[point ?? 0]], point == nil ? nil : 0) }
    var kept: [Sample] = []
    var newPoint: Int?
    for (index, sample) in samples.enumerated() {
      guard index % 2 == 0 || index == samples.count - 1 || index == point else { continue }
      if index == point { newPoint = kept.count }
      kept.append(sample)
    }
    return (kept, newPoint)
  }
}
