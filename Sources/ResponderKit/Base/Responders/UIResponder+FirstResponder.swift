/// First responder: one per window.
extension UIResponder {
  func takeFirstResponder() -> Bool {
    guard let window = responderWindow else { return false }
    if window.firstResponder === self { return true }
    guard canBecomeFirstResponder else { return false }
    if let current = window.firstResponder {
      guard current.canResignFirstResponder, current.resignFirstResponder() else { return false }
    }
    // Resigning may call any code: respects another first responder, or a removal from the window, meanwhile.
    guard responderWindow === window, window.firstResponder == nil else { return isFirstResponder }
    window.firstResponder = self
    return true
  }

  func giveUpFirstResponder() -> Bool {
    guard let window = responderWindow, window.firstResponder === self else { return true }
    guard canResignFirstResponder else { return false }
    window.firstResponder = nil
    return true
  }
}
