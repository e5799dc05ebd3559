import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

@Suite("The call tree of a stall", .hangLimit)
struct CallTreeTests {
  /// Samples at the given times, with stacks leaf first.
  private func record(_ samples: [(UInt64, [UInt])], from: UInt64 = 0, to: UInt64) -> StallRecord {
    var record = StallRecord()
    record.started = from
    record.lastSeen = to
    record.samples = samples.map { time, addresses in
      var stack = StackSample()
      stack.time = time
      stack.addresses = addresses
      stack.means = .procfs
      return stack
    }
    return record
  }

  private let names = SymbolNames(images: [])

  @Test("gives each sample the time around it, so that rare samples do not count less")
  func weights() {
    let rare = record([(10, [1]), (20, [1]), (100, [2])], to: 200)
    #expect(CallTree.weights(of: rare) == [15, 45, 140])
    #expect(CallTree.weights(of: record([], to: 200)) == [])
    #expect(CallTree.weights(of: record([(50, [1])], from: 10, to: 200)) == [190])
  }

  @Test("weighs as much as the stall took, frozen time taken off, whatever the times are")
  func total() {
    var dice = SplitMix(3)
    for _ in 0..<2000 {
      let end = UInt64.random(in: 0...1000, using: &dice)
      var record = record(
        (0..<Int.random(in: 1...8, using: &dice)).map { _ in (.random(in: 0...2000, using: &dice), [1]) },
        from: .random(in: 0...end, using: &dice), to: end)
      #expect(CallTree.weights(of: record).reduce(0, +) == record.duration)
      record.frozenTime = (end - record.started) / 2
      let sum = CallTree.weights(of: record).reduce(0, +)
      #expect(sum <= record.duration && sum + 8 >= record.duration)
    }
    // Times that no clock has.
    let absurd = record([(.max, [1]), (0, [1])], from: 5, to: .max)
    #expect(CallTree.weights(of: absurd).reduce(0, +) == absurd.duration && absurd.duration == .max - 5)
  }

  @Test("brings stacks together from the thread's start on, the heaviest first")
  func tree() {
    let tree = CallTree(
      record([(10, [3, 2, 1]), (20, [4, 2, 1]), (60, [4, 2, 1]), (70, [9])], to: 100), named: names)
    #expect(tree.root.weight == 100 && tree.root.sampleCount == 4)
    #expect(tree.root.children.map(\.frame.name) == ["0x1", "0x9"])
    #expect(tree.root.children.first?.children.first?.children.map(\.frame.name) == ["0x4", "0x3"])
    #expect(tree.heaviestPath.map(\.frame.name) == ["0x1", "0x2", "0x4"])
    #expect(tree.folded == "")  // nanoseconds are no microseconds
  }

  @Test("knows how much of each function's time the thread was blocked, and alone in it")
  func blocked() throws {
    var record = record([(10, [3, 1]), (30, [3, 1]), (50, [4, 1]), (70, [1])], to: 80)
    // Each stands for 20; the second and the fourth are of a running thread.
    record.samples[1].means = .signal
    record.samples[3].means = .performanceEvents
    let tree = CallTree(record, named: names)
    #expect(tree.root.weight == 80 && tree.root.blockedWeight == 40 && tree.root.ownWeight == 0)
    let first = try #require(tree.root.children.first)
    #expect(
      first.weight == 80 && first.blockedWeight == 40 && first.ownWeight == 20 && first.sampleCount == 4)
    #expect(first.children.map(\.weight) == [40, 20] && first.children.map(\.blockedWeight) == [20, 20])
    #expect(first.children.map(\.ownWeight) == [40, 20] && first.children.map(\.sampleCount) == [2, 1])
  }

  @Test("follows the heaviest children as far as they have half of all the time")
  func heaviest() {
    func path(_ samples: [(UInt64, [UInt])]) -> [String] {
      CallTree(record(samples, to: 100), named: names).heaviestPath.map(\.frame.name)
    }
    #expect(path([(25, [2, 1]), (75, [3, 1])]) == ["0x1", "0x2"])
    #expect(path([(20, [2, 1]), (50, [3, 1]), (80, [4, 1])]) == ["0x1"])
    #expect(path([(25, [1]), (75, [2])]) == ["0x1"] && path([]) == [])
  }

  @Test("is folded to lines with microseconds, which add up")
  func folded() {
    let tree = CallTree(
      record([(10_000, [3, 1]), (20_000, [4, 1]), (90_000, [])], to: 100_000), named: names)
    #expect(tree.folded == "all;0x1;0x4 40\nall;0x1;0x3 15\nall;no stack 45\n")
    // A line end of two characters is one character of Swift's.
    #expect(CallTree.foldedName("f;g\nh\ri\r\nj") == "f:g:h:i:j")
  }

  @Test("of very deep stacks shows their last frames")
  func deep() {
    let tree = CallTree(record([(1, Array(1...4000))], to: 1_000_000), named: names)
    var depth = 0
    var node = tree.root
    while let next = node.children.first {
      node = next
      depth += 1
    }
    #expect(depth == 400 && node.frame.name == "0x1")
  }
}
