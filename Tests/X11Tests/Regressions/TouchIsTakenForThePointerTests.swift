import HIDEvents
import LinuxSystem
import TestHarness
import Testing

@testable import EventRouting

/// A server that gave a touch the number of the pointer's contact ended a press of the pointer by it.
@Suite(.hangLimit) struct TouchIsTakenForThePointerTests {
  @Test func aTouchOfThePointersNumberIsPassedOver() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, told in
      let number = X11Window.pointerIdentity
      server.send(
        FakeServerTests.core(server, window, 4, 1, x: 5, y: 6)
          + FakeServerTests.touch(server, window, 18, number)
          + FakeServerTests.touch(server, window, 20, number, time: 6)
          + FakeServerTests.touch(server, window, 18, number - 1, time: 7))
      display.serve()
      let contacts = told.inputs.flatMap { event -> [HIDEvent.Contact] in
        if case .digitizer(let contacts) = event.payload { contacts } else { [] }
      }
      #expect(contacts.map(\.identity) == [number, number - 1])
      #expect(contacts.map(\.phase) == [.began, .began])
    }
  }
}
