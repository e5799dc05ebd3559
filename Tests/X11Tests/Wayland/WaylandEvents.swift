import HIDEvents

@testable import EventRouting

/// The input among a window's events, by its kind.
extension [WaylandWindow.Event] {
  var payloads: [HIDEvent.Payload] {
    compactMap { if case .input(let event) = $0 { event.payload } else { nil } }
  }
  var contacts: [[HIDEvent.Contact]] {
    payloads.compactMap { if case .digitizer(let contacts) = $0 { contacts } else { nil } }
  }
  var pointers: [HIDEvent.Pointer] {
    payloads.compactMap { if case .pointer(let pointer) = $0 { pointer } else { nil } }
  }
  var scrolls: [[Double]] { pointers.filter { $0.phase == .scrolled }.map { [$0.scrollX, $0.scrollY] } }
  var keys: [HIDEvent.Key] { payloads.compactMap { if case .key(let key) = $0 { key } else { nil } } }
}
