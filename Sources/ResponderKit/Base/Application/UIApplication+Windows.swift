/// The shown windows, their order, and hit tests in them.
extension UIApplication {
  /// The window in front that is hit at a place of the screen: the first pass of hit testing. A window whose `hitTest`
  /// gives nil lets the next one have the touch.
  ///
  /// - Parameter host: the number of the hosted window that it is in, where others that are hosted are not; 0: any is.
  final func topWindow(at location: Point, for event: UIEvent?, in host: UInt32 = 0) -> UIWindow? {
    for window in windows.reversed() where window.geometry.flags.isDisjoint(with: .notHitOrSingular) {
      if host != 0, window.hostNumber != 0, window.hostNumber != host { continue }
      if EventTrace.isOn { EventTrace.noteHitTest(window) }
      if window.hitTest(window.geometry.local(location), with: event) != nil { return window }
    }
    return nil
  }

  /// The window and the view that a new touch belongs to. The second pass asks the window again, for the view.
  final func target(
    at location: Point, for event: UIEvent?, in host: UInt32 = 0
  ) -> (window: UIWindow, view: UIView?)? {
    guard let window = topWindow(at: location, for: event, in: host) else { return nil }
    if EventTrace.isOn { EventTrace.noteHitTest(window) }
    let view = window.hitTest(window.geometry.local(location), with: event)
    guard !window.isHidden else { return nil }
    // An override may return a view outside of the window, which is ignored.
    return (window, view.flatMap { $0.home === window ? $0 : nil })
  }

  final func windowDidShow(_ window: UIWindow) {
    windows.removeAll { $0 === window }
    let index = windows.firstIndex { $0.windowLevel > window.windowLevel } ?? windows.count
    windows.insert(window, at: index)
    hosting[window.hostNumber]?.onShow?(true)
    for window in windows { window.rendererStorage?.isStale = true }
    onWindowShow?(window)
  }

  final func windowWillHide(_ window: UIWindow) {
    cancelAllTouches { $0.window === window }
  }

  final func windowDidHide(_ window: UIWindow) {
    windows.removeAll { $0 === window }
    for window in windows { window.rendererStorage?.isStale = true }
    hosting.forget(key: window)
    if keyWindow === window { setKeyWindow(nextKeyWindow(after: window)) }
    hosting[window.hostNumber]?.onShow?(false)
  }

  final func windowLevelChanged(_ window: UIWindow) {
    if windows.contains(where: { $0 === window }) { windowDidShow(window) }
  }

  final func setKeyWindow(_ window: UIWindow?) {
    if let window { hosting.note(key: window) }
    guard keyWindow !== window else { return }
    let old = keyWindow
    keyWindow = window
    old?.keyChanged()
    window?.keyChanged()
    if let old {
      old.resignKey()
      notices.post(name: UIWindow.didResignKeyNotification, object: old)
    }
    guard keyWindow === window, let window else { return }
    window.becomeKey()
    notices.post(name: UIWindow.didBecomeKeyNotification, object: window)
  }

  /// A tree of views is about to leave its window: its touches are cancelled while their chain is whole, and its first
  /// responder ceases to be it.
  final func treeWillLeave(_ view: UIView, _ window: UIWindow) {
    if let first = window.firstResponder, view.holds(first) {
      first.resignFirstResponder()
      // Whether it wants to or not.
      if window.firstResponder === first { window.firstResponder = nil }
    }
    if !touches.isEmpty { cancelAllTouches { touch in touch.view.map(view.isAncestor(of:)) ?? false } }
  }

  /// Cancels touches until there are none: a callee may run the loop, in which new touches may begin.
  final func cancelAllTouches(where isWanted: (UITouch) -> Bool) {
    for _ in 0..<64 where touches.contains(where: isWanted) { touches.cancel(where: isWanted) }
  }
}

extension UIApplication: WindowHost {
  final var animations: AnimationList { frame.animations }
  final var recorder: DrawingRecorder { frame.recorder }
  final var nextOfWindows: UIResponder? { sceneInChain ?? self }

  final func give(_ event: UIEvent, to window: UIWindow) {
    switch event.type {
    case .touches: delivery.deliver(event, in: window)
    case .hover: gestures.pointerMoved(with: event, in: window)
    case .scroll: gestures.scrolled(with: event, in: window)
    case .presses: (event as? UIPressesEvent).map { deliverPresses($0, in: window) }
    case .motion, .remoteControl, .transform: break
    }
  }

  final func list(_ view: UIView) { frame.list(view) }
  final func viewsCame(_ views: [UIView]) {
    if !viewDefaults.isEmpty { views.forEach(viewDefaults.apply) }
  }
  final func willAppear(_ controller: UIViewController) { frame.willAppear(controller) }
}

extension UIView {
  /// Whether the responder is this view, one in it, or the controller of one in it.
  fileprivate func holds(_ responder: UIResponder) -> Bool {
    if let view = responder as? UIView { return isAncestor(of: view) }
    if let view = (responder as? UIViewController)?.loadedView { return isAncestor(of: view) }
    return false
  }
}
