import PlainText
import TestHarness
import Testing

/// Members of objects by their names.
@Suite(.hangLimit) struct JSONMemberTests {
  @Test func ofSeveralMembersOfANameTheFirstIsRead() {
    let members: [(String, JSON)] = [("a", .figure(1)), ("b", .null), ("a", .figure(2))]
    let value = JSON.object(members)
    #expect(value["a"]?.count == 1 && value["c"] == nil)
    #expect(JSON.array([value])["a"] == nil)
  }
}
