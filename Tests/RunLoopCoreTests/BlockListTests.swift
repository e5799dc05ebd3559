import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore

/// The list of blocks by itself, against an array.
@Suite(.hangLimit) struct BlockListTests {
  /// What a macro can look at.
  private final class List {
    var blocks = BlockList()
    var count: Int { blocks.count }
    var isEmpty: Bool { blocks.isEmpty }
    var hasRoom: Bool { blocks.hasRoom }
    var capacity: Int { blocks.capacity }
    func append(_ block: Block) { blocks.append(block) }
    func append(moving other: List) { blocks.append(moving: &other.blocks) }
    func takeFirst() -> Block { blocks.takeFirst() }
    func count(for mode: ModeState) -> Int { blocks.count(for: mode) }
    func hasBlock(for mode: ModeState, postedOnly: Bool = false) -> Bool {
      blocks.hasBlock(for: mode, postedOnly: postedOnly)
    }
  }

  private func block(_ number: Int, _ log: Log, wasPosted: Bool = false) -> Block {
    Block(body: { log("\(number)") }, target: .mode(Int32(number % 3)), wasPosted: wasPosted)
  }

  /// A block is four words: a list of them is as long as before they had places.
  @Test func aPlaceHasRoomInABlock() {
    #expect(MemoryLayout<Block>.stride == 32 && MemoryLayout<Block>.size == 32)
    for wasPosted in [true, false] {
      for line in [0, 1, 32_767, 32_768, .max] as [UInt] {
        let place = BlockPlace("App/Store.swift", line, wasPosted: wasPosted)
        #expect(place.wasPosted == wasPosted && place.line == (line < 32_768 ? UInt64(line) : 0))
        #expect(String(cString: UnsafePointer<CChar>(bitPattern: UInt(place.file))!) == "App/Store.swift")
      }
    }
    #expect(BlockPlace().file == 0 && BlockPlace().line == 0 && !BlockPlace().wasPosted)
  }

  @Test(arguments: Fuzz.seeds(8))
  func blocksComeOutInTheOrderOfAppending(seed: UInt64) {
    var dice = SplitMix(seed)
    let log = Log()
    let list = List()
    let other = List()
    let modes = (0..<3).map { ModeState(RunLoop.Mode(rawValue: "\($0)"), index: $0) }
    var model: [Int] = []
    var otherModel: [Int] = []
    var taken: [Int] = []
    var number = 0
    for step in 0..<150 {
      switch dice.next() % 8 {
      case 0..<4:
        // Occasionally enough that the list grows, with and without a gap at its front.
        for _ in 0..<[1, 3, 40].randomElement(using: &dice)! {
          list.append(block(number, log))
          model.append(number)
          number += 1
        }
      case 4:
        other.append(block(number, log))
        otherModel.append(number)
        number += 1
      case 5:
        list.append(moving: other)
        model += otherModel
        otherModel = []
      default:
        for _ in 0..<Int.random(in: 0...30, using: &dice) where !list.isEmpty {
          list.takeFirst().body.call()
          taken.append(model.removeFirst())
        }
      }
      let counts = [list.count, other.count] + modes.map { list.count(for: $0) }
      let found = [list.isEmpty, other.isEmpty] + modes.map { list.hasBlock(for: $0) }
      let perMode = modes.map { mode in model.count { $0 % 3 == mode.index } }
      #expect(counts == [model.count, otherModel.count] + perMode, "step \(step)")
      #expect(found == [model.isEmpty, otherModel.isEmpty] + perMode.map { $0 > 0 }, "step \(step)")
    }
    while !list.isEmpty { list.takeFirst().body.call() }
    #expect(log.lines == (taken + model).map(String.init))
  }

  @Test func closuresAreReleasedWithTheListAndWhenTheyWereTaken() {
    let log = Log()
    func fill(_ list: List) {
      for number in 0..<50 {
        let canary = Canary(log, "\(number)")
        list.append(Block(body: { canary.sing() }, target: .common))
      }
    }
    func use() {
      let list = List()
      fill(list)
      for _ in 0..<20 { _ = list.takeFirst() }
      #expect(log.take() == (0..<20).map(String.init))
    }
    use()
    #expect(Set(log.lines) == Set((20..<50).map(String.init)) && log.count == 30)
  }

  @Test func postedBlocksAreFoundBehindOthers() {
    let log = Log()
    let mode = ModeState("mode", index: 1)
    let list = List()
    #expect(!list.hasBlock(for: mode, postedOnly: true))
    list.append(block(1, log))
    list.append(block(2, log, wasPosted: true))
    #expect(!list.hasBlock(for: mode, postedOnly: true), "another mode's")
    list.append(block(4, log, wasPosted: true))
    #expect(list.hasBlock(for: mode, postedOnly: true))
    #expect(list.hasBlock(for: mode))
  }

  @Test func memoryOfAFloodIsNotKept() {
    let log = Log()
    let list = List()
    #expect(!list.hasRoom && list.capacity == 0)
    list.append(block(0, log))
    let few = list.capacity
    for number in 1..<10_000 { list.append(block(number, log)) }
    #expect(few <= 16 && list.capacity >= 10_000)
    while !list.isEmpty { _ = list.takeFirst() }
    #expect(list.capacity <= 256)
  }
}
