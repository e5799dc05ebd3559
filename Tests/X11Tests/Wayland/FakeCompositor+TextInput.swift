@testable import EventRouting

/// An input method, as compositors have it that speak text-input-unstable-v3.
extension FakeCompositor {
  private static let input = "zwp_text_input_v3"

  /// What the client has sent of its text since the last call, in words.
  func textRequests() -> [String] {
    newRequests().filter { $0.interface == Self.input }.map { request in
      var arguments = WaylandArguments(
        WaylandEvent(object: request.object, opcode: request.opcode, body: request.body))
      let numbers = request.words.map { "\(Int32(bitPattern: $0))" }.joined(separator: " ")
      switch request.opcode {
      case 1: return "enable"
      case 2: return "disable"
      case 3:
        let text = (try? arguments.string()) ?? ""
        let (caret, anchor) = ((try? arguments.int()) ?? -1, (try? arguments.int()) ?? -1)
        return "text '\(text)' \(caret) \(anchor)"
      case 4: return "cause \(numbers)"
      case 5: return "type \(numbers)"
      case 6: return "place \(numbers)"
      case 7: return "commit"
      default: return "request \(request.opcode)"
      }
    }
  }

  func enterText(_ surface: UInt32) { send(Self.input, 0, [surface]) }
  func leaveText(_ surface: UInt32) { send(Self.input, 1, [surface]) }

  /// Marks text; without places the caret is at its end.
  func preedit(_ text: String, _ begin: Int32? = nil, _ end: Int32? = nil) {
    preedit(Array(text.utf8) + [0], begin ?? Int32(text.utf8.count), end ?? begin ?? Int32(text.utf8.count))
  }

  func preedit(_ bytes: [UInt8], _ begin: Int32, _ end: Int32) {
    send(object(Self.input), 2) {
      $0.add(bytes)
      $0.add(begin)
      $0.add(end)
    }
  }

  func insert(_ text: String) { send(object(Self.input), 3) { $0.add(text) } }
  func deleteText(_ before: UInt32, _ after: UInt32) { send(Self.input, 4, [before, after]) }

  /// Makes the changes that were sent, by the state with this number; nil: the last one.
  func changeText(_ serial: UInt32? = nil) {
    answer()
    send(Self.input, 5, [serial ?? textCommits])
  }
}
