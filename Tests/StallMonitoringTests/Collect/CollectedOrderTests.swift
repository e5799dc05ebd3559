import TestHarness
import Testing

@testable import StallMonitoring

/// In which order a collection's builds, machines and stalls are.
@Suite(.hangLimit) struct CollectedOrderTests {
  private var collection = StallCollection()

  private mutating func add(run: String, build: String = "1", host: String = "a", begun: Int) {
    let line =
      "{\"type\":\"run\",\"name\":\"\(run)\",\"program\":\"feed\",\"version\":\"\(build)\","
      + "\"host\":\"\(host)\",\"begun\":\(begun),\"watched\":3600000000000}"
    collection.addLines(Array(line.utf8), of: "x")
  }

  private mutating func add(
    stall: String, in run: String, host: String = "a", fingerprint: Character = "0", duration: Int = 1
  ) {
    let line =
      "{\"type\":\"stall\",\"id\":\"\(stall)\",\"run\":\"\(host)//\(run)/0\","
      + "\"fingerprint\":\"\(String(repeating: fingerprint, count: 16))\",\"duration\":\(duration)}"
    collection.addLines(Array(line.utf8), of: "x")
  }

  @Test mutating func aBuildIsAsOldAsItsFirstRun() throws {
    add(run: "old", build: "1", begun: 0)
    add(run: "new", build: "2", begun: 10)
    // The older one is in use again, or still.
    for number in 11...40 { add(run: "again \(number)", build: "1", begun: number) }
    let rates = StallRates(collection)
    #expect(try #require(rates.builds.first).builds.map(\.name) == ["1", "2"])
  }

  @Test mutating func theBusiestMachineComesFirst() throws {
    for host in ["a", "b", "c", "d"] { add(run: "r", host: host, begun: 0) }
    for (host, count) in [("a", 1), ("b", 3), ("c", 3)] {
      for number in 0..<count { add(stall: "\(number)", in: "r", host: host) }
    }
    let hosts = try #require(StallRates(collection).rows.first).hosts
    // One without a stall is left out.
    #expect(hosts.map(\.name) == ["b", "c", "a"] && hosts.map(\.exposure.stalls) == [3, 3, 1])
  }

  @Test mutating func ofStallsThatChangedAlikeTheLongestComeFirst() {
    add(run: "r", begun: 0)
    for (fingerprint, duration) in [("a", 100), ("b", 300), ("c", 200), ("d", 200)] as [(Character, Int)] {
      add(stall: "\(fingerprint)", in: "r", fingerprint: fingerprint, duration: duration)
    }
    #expect(StallRates(collection).rows.compactMap { $0.fingerprint.first } == ["b", "c", "d", "a"])
  }

  /// Their runs were not collected: nothing is known about them, their number included.
  @Test mutating func stallsWithoutARunHaveNoRate() throws {
    for number in 0..<3 { add(stall: "\(number)", in: "nowhere") }
    let rates = StallRates(collection)
    let row = try #require(rates.rows.first)
    #expect(row.total == StallRates.Exposure(runs: 0, watched: 0, stalls: 3))
    #expect(row.total.perRun == 0 && row.total.perHour == nil && row.total.text == "3")
    #expect(
      row.builds.map(\.name) == [""] && row.builds.map(\.exposure.stalls) == [3] && row.change == .unknown)
    #expect(rates.json.contains(#""perHour":null,"perRun":0"#))
    // Beside a run, they are of no build of it.
    add(run: "r", build: "1", begun: 0)
    add(stall: "4", in: "r")
    #expect(StallRates(collection).builds.flatMap(\.builds).map(\.exposure.stalls) == [1])
  }
}
