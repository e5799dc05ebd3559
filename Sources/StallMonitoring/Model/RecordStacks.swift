/// The stacks of a record: as values, or as the bytes of a report file, which are decoded on each access.
///
/// Stacks of one stall share most of their frames, which a file stores once: decoded, they take a hundred times the space.
/// So a run that was read keeps the bytes.
struct RecordStacks: Sendable {
  private enum Content: Sendable {
    case plain([StackSample], repeats: [Int])
    /// Bytes that were checked to be decodable.
    case coded([UInt8], since: UInt64)
  }

  private var content = Content.plain([], repeats: [])

  init() {}

  /// - Parameter bytes: checked by `StackCoding.check`.
  init(coded bytes: ArraySlice<UInt8>, since start: UInt64) { content = .coded(Array(bytes), since: start) }

  var isCoded: Bool { if case .coded = content { true } else { false } }

  var samples: [StackSample] {
    get {
      switch content {
      case .plain(let samples, _): samples
      case .coded: decoded.map(\.stack)
      }
    }
    set { content = .plain(newValue, repeats: repeats) }
  }

  var repeats: [Int] {
    get {
      switch content {
      case .plain(_, let repeats): repeats
      case .coded: decoded.map(\.repeats)
      }
    }
    set { content = .plain(samples, repeats: newValue) }
  }

  /// The same as values.
  var plain: RecordStacks {
    var stacks = self
    let decoded = decoded
    if isCoded { stacks.content = .plain(decoded.map(\.stack), repeats: decoded.map(\.repeats)) }
    return stacks
  }

  private var decoded: [StackCoding.Sample] {
    guard case .coded(let bytes, let start) = content else { return [] }
    var reader = RecordReader(bytes)
    var samples = (try? StackCoding.read(from: &reader, since: start)) ?? []
    StackCoding.readFound(from: &reader, into: &samples)
    return samples
  }
}
