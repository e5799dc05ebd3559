import Testing

@testable import EventRouting

@Suite struct InputCodeTests {
  @Test func `kinds of records have the kernel's numbers`() {
    #expect(InputCode.synchronization == 0 && InputCode.key == 1 && InputCode.absolute == 3)
  }
}
