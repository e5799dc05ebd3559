/// Blocks in the order of performing, in memory that is used again and again.
///
/// Blocks are moved in and out: calling one costs no reference counting. Not safe for threads by itself.
struct BlockList: ~Copyable {
  private var blocks: UnsafeMutablePointer<Block>?
  private var capacity = 0
  /// The blocks before this index were taken out.
  private var start = 0
  private var end = 0

  init() {}

  deinit {
    if let blocks {
      (blocks + start).deinitialize(count: end - start)
      blocks.deallocate()
    }
  }

  var count: Int { end - start }
  var isEmpty: Bool { start == end }
  /// Whether the list has memory already.
  var hasRoom: Bool { capacity > 0 }
  /// Whether its memory is worth keeping for the next batch; what a flood needed is given back.
  var isWorthKeeping: Bool { capacity <= 4096 }

  mutating func append(_ block: consuming Block) {
    if end == capacity { makeRoom() }
    // There is room now.
    (blocks! + end).initialize(to: block)
    end += 1
  }

  /// Takes the first block out; the list must not be empty.
  mutating func takeFirst() -> Block {
    let block = (blocks! + start).move()
    start += 1
    if start == end {
      start = 0
      end = 0
    }
    return block
  }

  /// Moves the other list's blocks behind these.
  mutating func append(moving other: inout BlockList) {
    while !other.isEmpty { append(other.takeFirst()) }
  }

  /// Whether the list has a block that the mode would run.
  func hasBlock(for mode: ModeState, postedOnly: Bool = false) -> Bool {
    guard let blocks else { return false }
    for index in start..<end where blocks[index].runs(in: mode) {
      if !postedOnly || blocks[index].wasPosted { return true }
    }
    return false
  }

  /// How many blocks the mode would run.
  func count(for mode: ModeState) -> Int {
    guard let blocks else { return 0 }
    return (start..<end).count { blocks[$0].runs(in: mode) }
  }

  private mutating func makeRoom() {
    let count = end - start
    if let blocks, start >= capacity / 2, capacity > 0 {
      // Half of it is free at the front.
      for index in 0..<count { (blocks + index).initialize(to: (blocks + start + index).move()) }
    } else {
      let capacity = max(16, capacity * 2)
      let room = UnsafeMutablePointer<Block>.allocate(capacity: capacity)
      if let blocks {
        room.moveInitialize(from: blocks + start, count: count)
        blocks.deallocate()
      }
      blocks = room
      self.capacity = capacity
    }
    start = 0
    end = count
  }
}

/// A closure and the modes that it may run in.
struct Block {
  let body: Body
  let target: Target
  /// Came with a wake-up, which an inner run may have used up.
  var wasPosted: Bool

  /// See `Timer.Body`.
  struct Body {
    let call: () -> Void
  }

  init(body: @escaping () -> Void, target: Target, wasPosted: Bool = false) {
    self.body = Body(call: body)
    self.target = target
    self.wasPosted = wasPosted
  }

  enum Target {
    case common
    /// The index of a mode in its loop.
    case mode(Int32)
    case modes([Int32], common: Bool)
  }

  func runs(in mode: ModeState) -> Bool {
    switch target {
    case .common: mode.isCommon.load(ordering: .relaxed)
    case .mode(let index): mode.index == Int(index)
    case .modes(let indices, let common):
      indices.contains(Int32(mode.index)) || common && mode.isCommon.load(ordering: .relaxed)
    }
  }
}
