import TestHarness
import Testing

@testable import StallMonitoring

/// Was wrong: in a collection the runs of two containers without an id, but with one host name, were one run when their process numbers and
/// the second of their beginning were the same, and a stall of one replaced a stall of the other.
@Suite(.hangLimit) struct RunsOfContainersCollideTests {
  /// A line for a run, and one for its only stall.
  private func lines(begun: Int, run: String, fingerprint: Character) -> [String] {
    [
      "{\"type\":\"run\",\"name\":\"r\",\"host\":\"h\",\"program\":\"feed\",\"begun\":\(begun),\"watched\":5}",
      "{\"type\":\"stall\",\"id\":\"1\",\"run\":\"\(run)\",\"duration\":9,"
        + "\"fingerprint\":\"\(String(repeating: fingerprint, count: 16))\"}",
    ]
  }

  private func collection(_ files: [[String]]) -> StallCollection {
    var collection = StallCollection()
    for lines in files { collection.addLines(Array(lines.joined(separator: "\n").utf8), of: "x") }
    return collection
  }

  @Test("Runs of one name and host that began at different moments are different ones")
  func different() {
    var reports = StallCollection()
    for begun in [1_790_000_000_000_000_001, 1_790_000_000_000_000_002] as [Int64] {
      var record = StallRecord()
      record.id = 1
      var run = StallRun(
        name: "r", path: "/x", process: 1, executable: "/opt/feed", begun: 1_790_000_000, ending: .closed,
        records: [record], dropped: 0, torn: 0, lastCallouts: [], remarks: [], identity: .current,
        modules: [],
        moduleCounts: [:], wasExamined: false)
      run.origin.begun = begun
      for _ in 1...2 { reports.add(run, place: "h", changed: 1_790_000_100) }
    }
    #expect(reports.runs.count == 2 && reports.stalls.count == 2)
    #expect(Set(reports.stalls.values.map(\.run)) == Set(reports.runs.keys))
    var again = StallCollection()
    again.addLines(Array(reports.lines.utf8), of: "x")
    #expect(again.lines == reports.lines)
  }

  @Test(
    "Stalls of a collection whose keys are without the beginning belong to its run, whatever the order of lines"
  )
  func olderLines() {
    let old = lines(begun: 7, run: "h//r", fingerprint: "a")
    let new = lines(begun: 7, run: "h//r/7", fingerprint: "a")
    for files in [[old], [old.reversed()], [old, new], [new, old]] {
      let all = collection(files)
      #expect(all.runs.count == 1 && all.stalls.values.map(\.run) == Array(all.runs.keys), "\(files)")
    }
    // One whose name looks like another one's key.
    let odd = [old[0].replacing("\"name\":\"r\"", with: "\"name\":\"r/7\"")]
    #expect(collection([new + odd]).stalls.values.map(\.run) == ["h//r/7"])
  }
}
