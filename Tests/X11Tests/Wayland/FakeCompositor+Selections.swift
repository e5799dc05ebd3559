import LinuxSystem

@testable import EventRouting

/// Copy and paste, with the rules of Weston, wlroots and Mutter.
extension FakeCompositor {
  /// A source that the client has set, and the input by which it did.
  struct Selection {
    var source: UInt32
    var serial: UInt32
  }

  private static func isClipboard(_ device: String) -> Bool { device == "wl_data_device" }

  /// Offers another program's text, of these types, as the selection of a device. Drops are 0.
  func offer(_ number: UInt32, _ types: [String], to device: String = "wl_data_device") {
    let isClipboard = Self.isClipboard(device)
    let offer = isClipboard ? "wl_data_offer" : "zwp_primary_selection_offer_v1"
    interfaces[number] = offer
    send(device, 0, [number])
    for type in types { send(number, 0) { $0.add(type) } }
    send(device, isClipboard ? 5 : 1, [number])
  }

  /// Selects no text.
  func offerNothing(to device: String = "wl_data_device") {
    send(device, Self.isClipboard(device) ? 5 : 1, [0])
  }

  /// The client sets a selection: ignored when the present one was set by the same input or a later one.
  func select(_ source: UInt32, serial: UInt32, _ device: String) {
    if let present = selections[device] {
      guard present.serial &- serial >= UInt32.max / 2 else { return }
      cancel(device)
    }
    selections[device] = Selection(source: source, serial: serial)
    lastOffer += 1
    if reports(device) { offer(lastOffer, types[source] ?? [], to: device) }
  }

  /// Whether the client learns of selections: it has the focus, and has not released its device.
  private func reports(_ device: String) -> Bool { hasFocus && interfaces[object(device)] == device }

  /// Another program takes the selection.
  func cancel(_ device: String = "wl_data_device") {
    guard let present = selections.removeValue(forKey: device) else { return }
    send(present.source, Self.isClipboard(device) ? 2 : 1)
  }

  /// The client has destroyed a source: without it nothing is selected.
  func sourceEnded(_ source: UInt32) {
    for (device, present) in selections where present.source == source {
      selections[device] = nil
      if reports(device) { offerNothing(to: device) }
    }
  }
}
