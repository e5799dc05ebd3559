/// The frame of a window whose compositor draws none.
extension WaylandWindow {
  /// Draws a title bar above the window wherever the compositor draws no frame, by which the user moves, maximizes, minimizes and
  /// closes it, and edges by which it is resized. Compositors without subsurfaces show none.
  ///
  /// - Parameter paint: makes the bar's picture, `look.pixelWidth` times `look.pixelHeight` pixels as `put` takes them.
  public func drawTitleBar(_ paint: @escaping (_ look: TitleBarLook) -> [UInt32]) {
    guard isOpen, titleBar == nil, display.globals.subcompositor != 0 else { return }
    titleBar = WaylandTitleBar(of: self, paint)
    sendMinimumSize()
  }

  /// The height of the title bar that this side draws now.
  var titleBarHeight: Int { titleBar.map { $0.isShown ? TitleBarLook.height : 0 } ?? 0 }

  /// Draws the title bar again if it looks otherwise now. A window that owes a picture does that with the picture.
  func refreshTitleBar() {
    guard isOpen, isConfigured, !owesPicture, !buffers.isEmpty, let titleBar, titleBar.update() else {
      return
    }
    commit()
    display.flush()
  }

  func sendMinimumSize() {
    guard minimumSize != (0, 0) else { return }
    let (width, height) = minimumSize
    display.connection.send(toplevel, Request.toplevelSetMinimumSize) {
      $0.add(Int32(min(max(width, 0), Self.longestSide)))
      $0.add(Int32(min(max(height, 0), Self.longestSide - TitleBarLook.height) + titleBarHeight))
    }
  }

  /// Shows or hides the bar as the compositor's decision requires; it is drawn with the next picture, or by `refreshTitleBar`.
  func arrangeTitleBar(hasEdges: Bool) {
    guard let titleBar else { return }
    let height = titleBarHeight
    titleBar.isShown = !hasServerFrame && !isFullScreen
    titleBar.hasEdges = hasEdges
    if titleBarHeight != height { sendMinimumSize() }
  }
}
