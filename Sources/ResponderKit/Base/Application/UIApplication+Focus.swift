import HIDEvents
import RunLoopCore

/// The desktop's focus, which the key window and the application's activity follow.
extension UIApplication {
  /// How long the application stays active after the focus has left one of its windows, for another one to get it. Each window has a connection
  /// of its own, so that the notifications of both may come in any order.
  static let focusPatience = Duration.milliseconds(50)

  /// A desktop shows the window in one of its own, until `end(_:)`.
  package final func begin(hosting window: UIWindow) -> HostedWindow {
    window.picturePlaceChanged()
    return hosting.add(window)
  }

  /// As `post(_:)`, of something that happened in a hosted window: no other hosted window gets it.
  package final func post(_ event: HIDEvent, in hosted: HostedWindow) {
    input.append(event, host: hosted.number)
  }

  /// The desktop sends keys or composed text to the window, so that it has the focus: it is key, or the window in front of it that no
  /// desktop shows.
  package final func follow(_ hosted: HostedWindow) {
    if keyWindow?.hostNumber != hosted.number, hosting[hosted.number] != nil { giveKeys(to: hosted) }
  }

  private func giveKeys(to hosted: HostedWindow) {
    guard let window = hosted.key ?? hosted.window, !window.isHidden || window === hosted.key else { return }
    setKeyWindow(window)
  }

  final func handle(_ change: HIDEvent.System, in hosted: HostedWindow) {
    switch change {
    case .didBecomeActive:
      hosting.focus(hosted)
      hosting.patience.take()?.invalidate()
      if let beats = hosted.beats { screen.setBeats(beats) }
      giveKeys(to: hosted)
      becomeActive()
    case .willResignActive:
      hosted.hasFocus = false
      hosted.onFocusLoss?()
      // The only window: the focus has left the program.
      if hosting.all.count == 1 { return handle(.willResignActive) }
      releaseInput(of: hosted)
      focusLeft()
    case .contactsLost: touches.contactsLost(in: hosted.number)
    case .didEnterBackground, .willEnterForeground: handle(change)
    }
  }

  /// The desktop's window has ended. What happened in it and was not handled yet is dropped.
  package final func end(_ hosted: HostedWindow) {
    guard hosting.remove(hosted) else { return }
    releaseInput(of: hosted)
    touches.contactsLost(in: hosted.number)
    endHover(in: hosted.number)
    if let beats = hosted.beats, screen.beats === beats { screen.setBeats(hosting.all.last?.beats) }
    if let window = hosted.window, window.hostNumber == hosted.number {
      window.hostNumber = 0
      window.picturePlaceChanged()
      if keyWindow === window, let next = nextKeyWindow(after: window) { setKeyWindow(next) }
    }
    placeWindows()
    let hadFocus = hosted.hasFocus
    hosted.hasFocus = false
    if hadFocus, !hosting.all.isEmpty { focusLeft() }
  }

  /// Keys and contacts that are down in the window are down no longer: their ends may not come.
  private func releaseInput(of hosted: HostedWindow) {
    cancelPresses { $0.hostNumber == hosted.number }
    cancelAllTouches { $0.hostNumber == hosted.number }
  }

  private func focusLeft() {
    if let focused = hosting.focused { return follow(focused) }
    guard applicationState == .active, hosting.patience == nil else { return }
    let application = ThreadConfined(self)
    let timer = RunLoop.Timer(after: Self.focusPatience, label: "focus") { _ in
      guard let application = application.object else { return }
      application.hosting.patience = nil
      if application.hosting.focused == nil { application.handle(.willResignActive) }
    }
    hosting.patience = timer
    loop.add(timer, to: .common)
  }

  /// Which window is key when this one is no longer shown: the one with the focus, or one that no desktop shows in front of it.
  final func nextKeyWindow(after window: UIWindow) -> UIWindow? {
    let others = windows.filter { $0 !== window && $0.windowLevel == .normal }
    // The desktop may not have reported yet that a hidden window has lost the focus.
    let shown = hosting.all.filter { hosted in others.contains { $0 === hosted.window } }
    let focus = (shown.last { $0.hasFocus } ?? shown.last)?.number ?? 0
    return others.last { $0.hostNumber == 0 || $0.hostNumber == focus } ?? others.last
  }

  /// A program makes the window key.
  final func makeKey(_ window: UIWindow) {
    if let hosted = hosting[window.hostNumber], !hosted.hasFocus, let focused = hosting.focused {
      guard hosted.askForFocus?(focused) == true else { return }
    }
    setKeyWindow(window)
  }
}

extension UIWindow {
  /// Whether a caret in it blinks: of the windows that a desktop shows, in the key window only.
  final var blinksCaret: Bool {
    application?.applicationState == .active && (hostNumber == 0 || isKeyWindow)
  }

  /// It is key now, or is no longer.
  final func keyChanged() { if hostNumber != 0 { firstResponder?.activityChanged() } }

  /// The window that gets the keys of the desktop's window that shows this one: the key window if no desktop shows that, otherwise this one.
  final var keyed: UIWindow {
    guard hostNumber != 0, let key = application?.keyWindow, key.hostNumber == 0 else { return self }
    return key
  }
}
