import Foundation
import TestHarness
import Testing

@testable import StallMonitoring

/// The times of similar stalls in a collection's JSON.
@Suite(.hangLimit) struct LongestStallTests {
  @Test func theLongestOfSeveralStallsIsShownBesideTheirSum() throws {
    var collection = StallCollection()
    for (id, duration) in [("a", 100), ("b", 300), ("c", 200)] {
      let line =
        "{\"type\":\"stall\",\"id\":\"\(id)\",\"run\":\"r\",\"fingerprint\":\"0123456789abcdef\","
        + "\"duration\":\(duration)}"
      collection.addLines(Array(line.utf8), of: "x")
    }
    let data = Data(StallRates(collection).json.utf8)
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let rows = try #require(json["stalls"] as? [[String: Any]])
    #expect(rows.map { $0["time"] as? Int } == [600] && rows.map { $0["longest"] as? Int } == [300])
    #expect(rows.map { ($0["example"] as? [String: String])?["id"] } == ["b"])
  }

  /// Was not tested: a stall without a duration, or with 0, is an example, too.
  @Test func aStallThatTookNoTimeIsAnExample() throws {
    for duration in ["", ",\"duration\":0"] {
      var collection = StallCollection()
      let line =
        "{\"type\":\"stall\",\"id\":\"a\",\"run\":\"r\",\"fingerprint\":\"0123456789abcdef\",\"cause\":\"lock\"\(duration)}"
      collection.addLines(Array(line.utf8), of: "x")
      let rows = StallRates(collection).rows
      #expect(rows.map(\.example.id) == ["a"] && rows.map(\.example.cause) == ["lock"], "\(duration)")
    }
  }
}
