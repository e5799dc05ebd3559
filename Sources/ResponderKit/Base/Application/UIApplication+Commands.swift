extension UICommand {
  /// Sends the message to the responder.
  final func send(from sender: Any? = nil) {
    guard let taker else { return }
    UIApplication.current?.sendAction(action, to: taker, from: sender ?? self, for: nil)
  }
}
