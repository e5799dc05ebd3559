/// Blocks in the order of performing, in a linked list of chunks.
///
/// Blocks are moved in and out: calling one costs no reference counting. A list never moves its blocks, however long it
/// becomes, and a whole list is appended to another in constant time. Not thread-safe by itself.
struct BlockList: ~Copyable {
  private struct Chunk {
    var next: UnsafeMutablePointer<Chunk>?
    let capacity: Int
    /// From the kernel, not from malloc.
    let isMapped: Bool
    /// The blocks before this index were taken out.
    var start = 0
    var end = 0
  }

  private typealias ChunkPointer = UnsafeMutablePointer<Chunk>

  private var first: ChunkPointer?
  private var last: ChunkPointer?
  private(set) var count = 0

  private static let smallestChunk = 16
  private static let largestAllocatedChunk = 256
  /// Size of a flood's chunks, which are mapped from the kernel and unmapped: freeing that much would make malloc
  /// consolidate all of its free memory.
  private static let mappedBytes = 64 * 1024

  init() {}

  deinit {
    var chunk = first
    while let this = chunk {
      chunk = this.pointee.next
      (Self.blocks(this) + this.pointee.start).deinitialize(count: this.pointee.end - this.pointee.start)
      Self.free(this)
    }
  }

  var isEmpty: Bool { count == 0 }
  /// Whether the list has allocated memory.
  var hasRoom: Bool { first != nil }

  /// How many blocks the list's memory holds.
  var capacity: Int {
    var capacity = 0
    var chunk = first
    while let this = chunk {
      capacity += this.pointee.capacity
      chunk = this.pointee.next
    }
    return capacity
  }

  @inline(__always)
  mutating func append(_ block: consuming Block) {
    var chunk = last
    if chunk.map({ $0.pointee.end == $0.pointee.capacity }) ?? true { chunk = makeRoom() }
    // Room for the block now exists.
    let room = chunk.unsafelyUnwrapped
    (Self.blocks(room) + room.pointee.end).initialize(to: consume block)
    room.pointee.end += 1
    count += 1
  }

  /// Removes and returns the first block; the list must not be empty.
  @inline(__always)
  mutating func takeFirst() -> Block {
    let chunk = first.unsafelyUnwrapped
    let block = (Self.blocks(chunk) + chunk.pointee.start).move()
    chunk.pointee.start += 1
    count -= 1
    if chunk.pointee.start == chunk.pointee.end { leaveFirst(chunk) }
    return block
  }

  /// Appends the other list's blocks.
  mutating func append(moving other: inout BlockList) {
    if other.isEmpty { return }
    if isEmpty { return swap(&self, &other) }
    last?.pointee.next = other.first
    last = other.last
    count += other.count
    other.first = nil
    other.last = nil
    other.count = 0
  }

  /// Whether the list has a block that the mode would run.
  func hasBlock(for mode: ModeState, postedOnly: Bool = false) -> Bool {
    let (number, isCommon) = (mode.index, mode.isCommon.load(ordering: .relaxed))
    var chunk = first
    while let this = chunk {
      let blocks = Self.blocks(this)
      for index in this.pointee.start..<this.pointee.end
      where blocks[index].runs(in: number, isCommon: isCommon) {
        if !postedOnly || blocks[index].wasPosted { return true }
      }
      chunk = this.pointee.next
    }
    return false
  }

  /// How many blocks the mode would run.
  func count(for mode: ModeState) -> Int {
    let (number, isCommon) = (mode.index, mode.isCommon.load(ordering: .relaxed))
    var count = 0
    var chunk = first
    while let this = chunk {
      let blocks = Self.blocks(this)
      count += (this.pointee.start..<this.pointee.end).count {
        blocks[$0].runs(in: number, isCommon: isCommon)
      }
      chunk = this.pointee.next
    }
    return count
  }

  // MARK: Chunks

  /// The last chunk, with room: a new one unless the list is empty.
  @inline(never)
  private mutating func makeRoom() -> ChunkPointer {
    let capacity = (last?.pointee.capacity ?? 0) * 4
    let isFlood = capacity > Self.largestAllocatedChunk
    let chunk =
      isFlood ? Self.map() ?? Self.allocate(capacity) : Self.allocate(max(capacity, Self.smallestChunk))
    last?.pointee.next = chunk
    last = chunk
    if first == nil { first = chunk }
    return chunk
  }

  /// Releases the first chunk, whose blocks were all removed. An empty list keeps its last chunk, but not a flood's.
  @inline(never)
  private mutating func leaveFirst(_ chunk: ChunkPointer) {
    if let next = chunk.pointee.next {
      first = next
      Self.free(chunk)
    } else if chunk.pointee.isMapped {
      first = nil
      last = nil
      Self.free(chunk)
    } else {
      chunk.pointee.start = 0
      chunk.pointee.end = 0
    }
  }

  private static var header: Int {
    (MemoryLayout<Chunk>.stride + MemoryLayout<Block>.alignment - 1) & ~(MemoryLayout<Block>.alignment - 1)
  }

  @inline(__always)
  private static func blocks(_ chunk: ChunkPointer) -> UnsafeMutablePointer<Block> {
    UnsafeMutableRawPointer(chunk).advanced(by: header).assumingMemoryBound(to: Block.self)
  }

  private static func allocate(_ capacity: Int) -> ChunkPointer {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: header + capacity * MemoryLayout<Block>.stride, alignment: 16)
    let chunk = memory.bindMemory(to: Chunk.self, capacity: 1)
    chunk.initialize(to: Chunk(next: nil, capacity: capacity, isMapped: false))
    return chunk
  }

  /// Nil when the kernel has no memory.
  private static func map() -> ChunkPointer? {
    guard let memory = SystemCall.mapMemory(mappedBytes) else { return nil }
    let chunk = memory.bindMemory(to: Chunk.self, capacity: 1)
    let capacity = (mappedBytes - header) / MemoryLayout<Block>.stride
    chunk.initialize(to: Chunk(next: nil, capacity: capacity, isMapped: true))
    return chunk
  }

  private static func free(_ chunk: ChunkPointer) {
    let memory = UnsafeMutableRawPointer(chunk)
    if chunk.pointee.isMapped { SystemCall.unmapMemory(memory, mappedBytes) } else { memory.deallocate() }
  }
}

/// A closure, the modes that it may run in, and where it was queued.
struct Block {
  let body: Callback
  let target: Target
  let place: BlockPlace

  /// Whether it came with a wake-up, which an inner run may have consumed.
  var wasPosted: Bool { place.wasPosted }

  @inline(__always)
  init(
    body: consuming @escaping () -> Void, target: Target, wasPosted: Bool = false, file: StaticString = "",
    line: UInt = 0
  ) {
    self.body = Callback(call: consume body)
    self.target = target
    place = BlockPlace(file, line, wasPosted: wasPosted)
  }

  enum Target {
    case common
    /// The index of a mode in its loop.
    case mode(Int32)
    /// Modes of small indices.
    case mask(Mask)
    /// Indices of modes; `commonIndex` stands for the common modes.
    case modes([Int32])

    /// A bit for each mode, the highest one for the common modes: a list of modes without memory of its own.
    struct Mask {
      private var bits: UInt32 = 0

      /// Adds a mode, or nil for the common modes. False when the mode's index has no bit.
      mutating func insert(_ index: Int?) -> Bool {
        let bit = index ?? 31
        if index != nil, bit >= 31 { return false }
        bits |= 1 << UInt32(bit)
        return true
      }

      func contains(_ index: Int, isCommon: Bool) -> Bool {
        index < 31 && bits >> UInt32(index) & 1 != 0 || bits >> 31 != 0 && isCommon
      }
    }

    static var commonIndex: Int32 { -1 }
  }

  /// - Parameters:
  ///   - mode: the mode's index.
  ///   - isCommon: whether it is a common one. Loaded once for several blocks, so that none of them overtakes another.
  func runs(in mode: Int, isCommon: Bool) -> Bool {
    switch target {
    case .common: isCommon
    case .mode(let index): mode == Int(index)
    case .mask(let mask): mask.contains(mode, isCommon: isCommon)
    case .modes(let indices):
      indices.contains(Int32(mode)) || isCommon && indices.contains(Target.commonIndex)
    }
  }
}

/// Where a block was queued, and whether it came with a wake-up: in one word, so that a block has room for it.
struct BlockPlace {
  /// The address of the file's name (bits 16–63), `wasPosted` (bit 15), the line (bits 0–14).
  private let bits: UInt64

  @inline(__always)
  init(_ file: StaticString, _ line: UInt, wasPosted: Bool) {
    let name = file.hasPointerRepresentation ? UInt64(UInt(bitPattern: file.utf8Start)) : 0
    // Lines beyond 15 bits are recorded as 0.
    bits = name << 16 | (wasPosted ? 1 << 15 : 0) | (line < 1 << 15 ? UInt64(line) : 0)
  }

  /// An unknown place.
  init() { bits = 0 }

  @inline(__always)
  var wasPosted: Bool { bits & 1 << 15 != 0 }
  @inline(__always)
  var file: UInt64 { bits >> 16 }
  @inline(__always)
  var line: UInt64 { bits & (1 << 15 - 1) }
}
