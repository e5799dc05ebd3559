import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// The same stall had another fingerprint in each run, so that `merge` had a row for each.
@Suite("Fingerprints of like stalls", .hangLimit)
struct FingerprintsDifferByRunTests {
  /// A program in memory: where it lies, where its functions are in it, which build it is.
  private struct Build {
    var base: UInt = 0x5500_0000_0000
    var shift: UInt = 0
    var id: UInt8 = 1
    var path = "/opt/app/feed"
    /// Functions without names.
    var isStripped = false

    var image: LoadedImage {
      LoadedImage(path: path, start: base, end: base + 0x100_0000, bias: base, buildID: [id])
    }

    /// A return address, or a leaf, in the function of that number.
    func place(_ function: UInt, _ offset: UInt = 8) -> UInt { base + shift + function * 0x1000 + offset }

    func names(_ names: [UInt: String]) -> RecordedNames {
      guard !isStripped else { return RecordedNames() }
      return RecordedNames(
        names.map { (place($0.key, 0x800), place($0.key, 0), $0.value, 1) }, room: 4_096)
    }
  }

  private static let names: [UInt: String] = [
    1: "main", 2: "$s4feed7refreshyyF", 3: "$s4feed5parseyyF", 4: "$s4feed4loadyyF", 5: "$s4feed4sortyyF",
  ]

  /// - Parameter stacks: functions, outermost first.
  private func fingerprint(
    _ build: Build = Build(), _ stacks: [[UInt]] = [[1, 2, 3], [1, 2, 3], [1, 2, 3]],
    _ change: (inout StallRecord) -> Void = { _ in }
  ) -> UInt64 {
    var dice = SplitMix(1)
    var record = StallRecord.sample(stacks: 0, using: &dice)
    record.callout.site = "App/Feed.swift:41"
    record.samples = stacks.enumerated().map { index, functions in
      var stack = StackSample()
      stack.time = record.started + (record.lastSeen - record.started) / UInt64(stacks.count) * UInt64(index)
      // A leaf is never at the same instruction twice.
      stack.addresses = functions.reversed().enumerated().map { depth, function in
        build.place(function, depth == 0 ? 16 + UInt(index) : 8)
      }
      return stack
    }
    record.repeatCounts = stacks.map { _ in 0 }
    record.names = build.names(Self.names)
    change(&record)
    return StallFingerprint.value(of: record, named: SymbolNames(images: [build.image], search: nil))
  }

  @Test("have the program's functions in them, also where a library has one of the same name")
  func functionsOfOneName() {
    let names = SymbolNames(images: [], search: nil)
    func frame(in image: String) -> CodeFrame {
      var frame = CodeFrame(address: 0x4000, name: "load")
      (frame.rawName, frame.image) = ("load", image)
      return frame
    }
    // Asked twice: the second answer is one that was kept.
    for _ in 0..<2 {
      #expect(names.programName(of: frame(in: "/usr/lib/libfeed.so")) == nil)
      #expect(names.programName(of: frame(in: "/opt/app/feed")) == "load")
    }
  }

  @Test("are the same in every run, and in every build that has the functions")
  func same() {
    let first = fingerprint()
    #expect(first == fingerprint(Build(base: 0x5600_1230_0000)))
    #expect(first == fingerprint(Build(shift: 0x2_0450, id: 2, path: "/opt/releases/7/feed")))
    #expect(
      first
        == fingerprint {
          // What differs from run to run, and from build to build.
          $0.id = 9
          $0.thread = 1
          $0.threadName = "other"
          $0.callout.code = 7
          $0.callout.site = "App/Feed.swift:55"
          $0.kind = .stalledAndKilled
          $0.hasEnded = false
          $0.fingerprint = 5
        })
    // How long it took, and a rare stack in between.
    #expect(
      first == fingerprint(Build(), Array(repeating: [1, 2, 3], count: 40) + [[1, 2, 4]] + [[1, 2, 3]]))
  }

  @Test("differ for other functions, callouts and loops")
  func different() {
    let all = [
      fingerprint(), fingerprint(Build(), [[1, 2, 4]]), fingerprint(Build(), [[1, 2]]),
      fingerprint { $0.callout.label = "other" }, fingerprint { $0.callout.site = "App/Other.swift:41" },
      fingerprint { $0.callout.kind = .block }, fingerprint { $0.loop = "worker" },
      fingerprint { $0.kind = .busyBurst },
    ]
    #expect(Set(all).count == all.count)
    // Loops without a label are called after their thread.
    #expect(fingerprint { $0.loop = "loop 4711" } == fingerprint { $0.loop = "loop 12" })
    #expect(fingerprint { $0.loop = "loop 4711" } != fingerprint { $0.loop = "loop x" })
  }

  @Test("are not decided by which half of a stall is a little longer")
  func halves() {
    func stall(_ loads: Int, _ sorts: Int) -> UInt64 {
      fingerprint(
        Build(), Array(repeating: [1, 2, 4], count: loads) + Array(repeating: [1, 2, 5], count: sorts))
    }
    #expect(stall(21, 19) == stall(19, 21) && stall(20, 20) == stall(25, 15))
    #expect(stall(40, 1) != stall(1, 40))
  }

  @Test("go by the place in the file where there are no names")
  func nameless() {
    let stripped = Build(isStripped: true)
    var moved = stripped
    moved.base += 0x10_0000
    #expect(fingerprint(stripped) == fingerprint(moved))
    var other = stripped
    other.shift = 0x500
    #expect(fingerprint(stripped) != fingerprint(other))
    #expect(fingerprint(Build(), []) == fingerprint(Build(shift: 9), []))
  }
}
