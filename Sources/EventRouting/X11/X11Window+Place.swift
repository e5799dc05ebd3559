/// Where a window is on the screen.
extension X11Window {
  /// The window manager has put a frame around the window, or has taken it away.
  func reparented(to parent: UInt32) {
    self.parent = parent
    askForPlace()
  }

  /// Asks where the window is. While an answer is awaited, further calls lead to one more question.
  func askForPlace() {
    guard isOpen, moveHandler != nil else { return }
    guard !isAskingForPlace else {
      placeIsStale = true
      return
    }
    (isAskingForPlace, placeIsStale) = (true, false)
    var request = X11Request(.translateCoordinates)
    for value in [identifier, display.screen.root, 0] { request.add(value) }
    display.connection.ask(request, "TranslateCoordinates") { [weak self] reply in
      guard let self else { return }
      isAskingForPlace = false
      if placeIsStale { return askForPlace() }
      if let reply, isOpen { moved(reply.int16(12), reply.int16(14)) }
    }
    display.connection.flush()
  }

  func moved(_ x: Int, _ y: Int) {
    if let position, position == (x, y) { return }
    position = (x, y)
    moveHandler?(x, y)
  }
}
