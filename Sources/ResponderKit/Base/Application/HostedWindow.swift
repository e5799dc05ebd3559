import RunLoopCore

/// A window that a desktop shows in one of its own: what happens in that one is the window's. Belongs to the application's thread.
package final class HostedWindow {
  /// Nil once it is released.
  package private(set) weak var window: UIWindow?
  /// Tells it apart from all others that the application has had; not 0.
  let number: UInt32
  /// Whether neither this desktop's window shows it nor another one.
  package var isOver: Bool { window?.hostNumber == 0 }
  /// Whether the desktop's window has the keyboard's focus.
  package internal(set) var hasFocus = false
  /// The pace of the desktop's pictures of it, where that is known. A window with the focus is seen, so that display links follow that.
  package var beats: DisplayBeats?
  /// The desktop's window, for the one that has made it.
  package weak var native: AnyObject?
  /// Asks the desktop to move the focus here, from the window that has it. False where it can not be asked.
  package var askForFocus: ((HostedWindow) -> Bool)?
  /// Called when the focus has left the desktop's window.
  package var onFocusLoss: (() -> Void)?
  /// Called when the window is shown or hidden: the desktop's window is, too.
  package var onShow: ((_ isShown: Bool) -> Void)?
  /// Whether the application's screen is this window, so that the others' places are relative to it.
  package var fillsScreen = false
  /// Where the desktop's window is on the desktop, in points; nil until that is known, and on desktops that do not report it.
  var place: Point?
  /// What is key when the focus comes back: a window that no desktop shows, or nil for `window`.
  weak var key: UIWindow?

  init(_ window: UIWindow, number: UInt32) {
    self.window = window
    self.number = number
  }
}

/// An application's hosted windows, and which of them has the focus.
struct HostedWindows {
  /// The hosted windows: the one that got the focus last, or was added last, is at the end.
  private(set) var all: [HostedWindow] = []
  private var lastNumber: UInt32 = 0
  /// Runs while no window has the focus, and another one may be about to get it.
  var patience: RunLoop.Timer?

  subscript(_ number: UInt32) -> HostedWindow? { number == 0 ? nil : all.first { $0.number == number } }

  /// The one with the keyboard's focus; with several keyboards the one that got it last.
  var focused: HostedWindow? { all.last { $0.hasFocus } }

  mutating func add(_ window: UIWindow) -> HostedWindow {
    lastNumber += 1
    let hosted = HostedWindow(window, number: lastNumber)
    window.hostNumber = lastNumber
    all.append(hosted)
    return hosted
  }

  /// False when it has been removed before.
  mutating func remove(_ hosted: HostedWindow) -> Bool {
    guard let index = all.firstIndex(where: { $0 === hosted }) else { return false }
    all.remove(at: index)
    return true
  }

  mutating func focus(_ hosted: HostedWindow) {
    hosted.hasFocus = true
    if remove(hosted) { all.append(hosted) }
  }

  /// The window is key from now on: also when the focus comes back to the window in front of which it is.
  func note(key window: UIWindow) {
    if let own = self[window.hostNumber] { return own.key = nil }
    if let focused { return focused.key = window }
    for hosted in all { hosted.key = window }
  }

  /// The window is hidden.
  func forget(key window: UIWindow) {
    for hosted in all where hosted.key === window { hosted.key = nil }
  }
}
