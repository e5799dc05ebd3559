/// The frame of a window whose compositor draws none.
extension WaylandWindow {
  /// Draws a title bar above the window wherever the compositor draws no frame, by which the user moves, maximizes, minimizes and
  /// closes it, and edges by which it is resized. Compositors without subsurfaces show none.
  ///
  /// - Parameter paint: makes the bar's picture, `look.pixelWidth` times `look.pixelHeight` pixels as `put` takes them.
  public func drawTitleBar(_ paint: @escaping (_ look: TitleBarLook) -> [UInt32]) {
    guard isOpen, titleBar == nil, display.globals.subcompositor != 0 else { return }
    titleBar = WaylandTitleBar(of: self, paint)
  }

  /// The height of the title bar that this side draws now.
  var titleBarHeight: Int { titleBar.map { $0.isShown ? TitleBarLook.height : 0 } ?? 0 }

  /// Redraws the title bar if its look has changed. A window that owes a picture redraws it with the picture.
  func refreshTitleBar() {
    guard isOpen, isConfigured, !owesPicture, !buffers.isEmpty, let titleBar, titleBar.update() else {
      return
    }
    commit()
    display.flush()
  }

  /// Sends the content's smallest size with the bar's height; 0 stays 0, which is none.
  func sendMinimumSize() {
    let (width, height) = minimumSize
    let added = height > 0 ? titleBarHeight : 0
    display.connection.send(toplevel, Request.toplevelSetMinimumSize) {
      $0.add(Int32(min(max(width, 0), Self.longestSide)))
      $0.add(Int32(min(max(height, 0), Self.longestSide - TitleBarLook.height) + added))
    }
  }

  /// Shows or hides the bar as the compositor's decision requires; it is drawn with the next picture, or by `refreshTitleBar`.
  func arrangeTitleBar(hasEdges: Bool) {
    guard let titleBar else { return }
    let height = titleBarHeight
    titleBar.isShown = !hasServerFrame && !isFullScreen
    titleBar.hasEdges = hasEdges
    if titleBarHeight != height, minimumSize != (0, 0) { sendMinimumSize() }
  }
}
