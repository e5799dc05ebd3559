import HIDEvents
import Testing

@Suite struct PacketTests {
  @Test func packetIsReadAsItWasWritten() throws {
    let event = HIDEvent(timestamp: 1, .digitizer([.init(7, .began, x: 1, y: 2)]))
    #expect(try HIDEvent(packet: event.packet()) == event)
  }
}
