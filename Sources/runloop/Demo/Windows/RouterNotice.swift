import HIDEvents
import ResponderKit

/// What a demo on a router's screen reports while it can not be seen: once for each wait, after a moment.
struct RouterNotice {
  /// How long a router may take to answer and to show its screen.
  static let patience = Duration.seconds(1)

  let path: String
  private var isReported = false

  init(path: String) { self.path = path }

  /// The text to report now; nil for none.
  ///
  /// - Parameters:
  ///   - isShown: whether the router shows pictures.
  ///   - mistrust: why the router is not trusted.
  ///   - time: how long it has not been shown.
  mutating func text(
    _ state: RouterConnection.State, isShown: Bool, mistrust: RouterMistrust?, after time: Duration
  ) -> String? {
    guard !isShown else {
      isReported = false
      return nil
    }
    if case .closed(let refusal) = state {
      // Without a reason the demo itself has closed it.
      return refusal.map { "the router at \(path) has refused the demo: \($0)" }
    }
    guard !isReported, time >= Self.patience else { return nil }
    isReported = true
    if let mistrust { return "\(mistrust); waiting for a trusted router" }
    return switch state {
    case .connecting:
      "the process that listens at \(path) has not answered as a router: waiting for its answer"
    case .connected:
      "the router at \(path) shows no pictures: waiting; 'runloop router --show' starts one that does"
    case .waiting, .closed: "no router answers at \(path): waiting for one; 'runloop router --show' starts it"
    }
  }
}
