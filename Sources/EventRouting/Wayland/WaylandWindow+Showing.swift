/// Showing and hiding. A window that is hidden is no window to the compositor: only its surface stays, without a picture.
extension WaylandWindow {
  /// Asks the compositor to show the window. The first picture can be put when it has answered.
  public func show() {
    guard isOpen, !isAskedFor else { return }
    isAskedFor = true
    if toplevel == 0 { remakeToplevel() }
    commit()
    display.flush()
  }

  /// Takes the window from the desktop until `show`. What was down in it is cancelled, and it is no longer active.
  public func hide() {
    guard isOpen, isAskedFor else { return }
    isAskedFor = false
    for seat in display.seats.values { seat.leave(self) }
    let connection = display.connection
    for object in [decoration, toplevel, windowSurface] where object != 0 { connection.destroy(object) }
    (decoration, toplevel, windowSurface) = (0, 0, 0)
    connection.send(surface, Request.surfaceAttach) { for value in [0, 0, 0] as [UInt32] { $0.add(value) } }
    commit()
    // The compositor calls back for no picture of a window that it does not show.
    if frame != 0 { connection.retire(frame) }
    (frame, isPictureUnderWay, wantsBeat, isConfigured) = (0, false, false, false)
    pending = Pending()
    titleBar?.windowWasHidden()
    // Where the compositor leaves the size to the program, it is the one that the user gave the window last.
    if !isFullScreen, !isMaximized { ownSize = (width, height) }
    display.flush()
    guard isActive else { return }
    isActive = false
    send(.system(.willResignActive), 0)
  }

  /// The compositor has forgotten everything about the window.
  private func remakeToplevel() {
    hasServerFrame = display.globals.decorations != 0
    makeToplevel()
    describe()
    if minimumSize != (0, 0) { sendMinimumSize() }
    if wantsFullScreen { sendFullScreen() }
    // The picture has to be put again, whole.
    owesPicture = true
  }

  func sendFullScreen() {
    guard toplevel != 0 else { return }
    if wantsFullScreen {
      // On which output is the compositor's choice.
      display.connection.send(toplevel, Request.toplevelSetFullScreen) { $0.add(0 as UInt32) }
    } else {
      display.connection.send(toplevel, Request.toplevelUnsetFullScreen)
    }
  }

  func makeToplevel() {
    let connection = display.connection
    windowSurface = connection.add(.windowSurface) { [weak self] opcode, arguments throws(WaylandError) in
      guard opcode == 0 else { throw WaylandConnection.unknown(opcode) }
      let serial = try arguments.uint()
      self?.configure(serial)
    }
    connection.send(display.globals.windowBase, Request.baseGetWindowSurface) {
      $0.add(windowSurface)
      $0.add(surface)
    }
    toplevel = connection.add(.toplevel) { [weak self] opcode, arguments throws(WaylandError) in
      try self?.takeToplevel(opcode, &arguments)
    }
    connection.send(windowSurface, Request.windowGetToplevel) { $0.add(toplevel) }
    guard display.globals.decorations != 0 else { return }
    decoration = connection.add(.decoration) { [weak self] opcode, arguments throws(WaylandError) in
      guard opcode == 0 else { throw WaylandConnection.unknown(opcode) }
      // 1: this side draws the frame. The size that comes next is for that.
      let mode = try arguments.uint()
      self?.hasServerFrame = mode != 1
    }
    connection.send(display.globals.decorations, Request.decorationsGetDecoration) {
      $0.add(decoration)
      $0.add(toplevel)
    }
    // 2: the compositor draws the frame.
    connection.send(decoration, Request.decorationSetMode) { $0.add(2 as UInt32) }
  }
}
