import Foundation
import ScenarioModel
import Scenarios
import TestHarness
import Testing

extension CFComparison {
  /// The oracle with our library preloaded: the same program calls the same functions of CFRunLoop, and our loop is behind
  /// them.
  @Suite(.hangLimit, .enabled(if: Preloaded.isAvailable)) struct PreloadedOracle {
    private static let kinds: [ScenarioGenerator.Options] = [
      [], .dense, .ports, .threads, [.ports, .threads], .main, [.main, .threads], .loops, [.dense, .ports],
      [.dense, .threads], .coarse, [.dense, .ports, .threads, .main, .loops],
    ]

    /// What our own loop does, in the handwritten scenarios: so the intended differences, and no other.
    @Test func givesTheTracesOfOurLoop() async throws {
      let files = try ScenarioFile.all()
      let complaints = try await Preloaded.map(files) { file, oracle, mainspring in
        Preloaded.difference(file.name, file.scenario, oracle, mainspring)
      }
      for complaint in complaints { Issue.record(Comment(rawValue: complaint)) }
    }

    /// The same for random scenarios of all kinds.
    @Test func givesTheTracesOfOurLoopInRandomScenarios() async throws {
      let kinds = Self.kinds
      let first = Preloaded.number("MAINSPRING_SEED") ?? 1
      let count = Preloaded.number("MAINSPRING_PRELOADED") ?? 120
      let complaints = try await Preloaded.map(Array(first..<first + count)) { seed, oracle, mainspring in
        let scenario = ScenarioGenerator.generate(
          seed: UInt64(seed), options: kinds[seed % kinds.count], size: 0)
        if !LoopModel.play(scenario, fixes: [.all, .otherModePort]).ties.isEmpty { return nil }
        return Preloaded.difference("seed \(seed)", scenario, oracle, mainspring)
          .map { "\($0)\n\(scenario.description)" }
      }
      for complaint in complaints { Issue.record(Comment(rawValue: complaint)) }
    }

    /// The same with the machine's clock, and in its time: `MAINSPRING_PRELOADED_REAL` is how many random ones are tried besides. Not by
    /// default, since a pause of the machine changes what happens first; a scenario has three tries.
    @Test(.enabled(if: Preloaded.number("MAINSPRING_PRELOADED_REAL") != nil))
    func givesTheTracesOfOurLoopInRealTime() async throws {
      let count = Preloaded.number("MAINSPRING_PRELOADED_REAL") ?? 0
      var all = try ScenarioFile.all().map { ($0.name, $0.scenario) }
      for seed in 1..<count + 1 {
        let options = Self.kinds[seed % Self.kinds.count]
        let scenario = ScenarioGenerator.generate(seed: UInt64(seed), options: options, size: 0)
        if LoopModel.play(scenario, fixes: [.all, .otherModePort]).ties.isEmpty {
          all.append(("seed \(seed)", scenario))
        }
      }
      let complaints = try await Preloaded.map(all) { place, oracle, mainspring in
        var difference: String?
        for _ in 0..<3 {
          difference = Preloaded.difference(place.0, place.1, oracle, mainspring, "--real")
          if difference == nil { break }
        }
        return difference
      }
      for complaint in complaints { Issue.record(Comment(rawValue: complaint)) }
      print("\(all.count) scenarios in real time")
    }

    /// Every program that inherits the environment loads the library: it needs the C library only.
    @Test func needsTheCLibraryOnly() throws {
      let path = try ChildProgram.product(Preloaded.library)
      let bytes = try Data(contentsOf: URL(filePath: path))
      for name in ["libswiftCore.so", "libdispatch.so"] {
        let isNeeded = bytes.range(of: Data(("\0" + name + "\0").utf8)) != nil
        #expect(!isNeeded, "\(name)")
      }
      let outcome = try ChildProgram.run("/bin/true", environment: ["LD_PRELOAD": path])
      #expect(outcome.status == 0)
      #expect(outcome.errors.isEmpty)
    }
  }
}

/// What the tests of the preloaded library share.
enum Preloaded {
  static let library = "libMainspringFoundation.so"

  /// Not in a build of some targets.
  static let isAvailable: Bool = {
    let isThere = [library, "libMainspringFoundationEngine.so", "cforacle", "runloop"].allSatisfy {
      (try? ChildProgram.product($0)) != nil
    }
    if !isThere { print("skipped: the preloaded library: not built") }
    return isThere
  }()

  static let hasProgram = isAvailable && (try? ChildProgram.product("foundationprobe")) != nil

  static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

  /// The libFoundation of this process, which children have too.
  static let foundation: String? = {
    let data = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    let line = lines.first { $0.hasSuffix("/libFoundation.so") }
    return line.flatMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } }
  }()

  static func map<Element: Sendable>(
    _ elements: [Element],
    _ body: @escaping @Sendable (Element, CFRunLoopOracle, Mainspring) -> String?
  ) async throws -> [String] {
    let complaints = try await Workers.map(elements) { element, machines in
      body(element, machines.preloaded, machines.mainspring)
    }
    return complaints.map { $0 ?? "not tried" }.compactMap(\.self)
  }

  /// How the preloaded oracle's trace differs from that of our loop as programs get it.
  static func difference(
    _ name: String, _ scenario: Scenario, _ oracle: CFRunLoopOracle, _ mainspring: Mainspring,
    _ options: String = ""
  ) -> String? {
    do {
      let text = scenario.description
      let expected = try mainspring.trace(text, armsAllPorts: true, usesDispatch: scenario.thread == .main)
      let actual = try oracle.trace(text, options)
      return TraceComparison(context: 10).difference(expected: expected, actual: actual).map {
        "\(name): \($0)"
      }
    } catch {
      return "\(name): \(error)"
    }
  }
}
