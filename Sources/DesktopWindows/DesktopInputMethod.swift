import EventRouting
import HIDEvents
import ResponderKit

/// What a display server's window has of the desktop's input methods, whichever protocol it speaks.
protocol NativeInputMethod: AnyObject {
  /// Called with what input methods do in the window.
  var inputMethodHandler: ((InputMethodEvent) -> Void)? { get set }
  /// The most bytes of text that they are shown.
  static var longestEditedText: Int { get }
  /// Shows them the text that is edited; nil for none.
  func show(_ text: InputMethodText?)
}

extension WaylandWindow: NativeInputMethod {}
extension X11Window: NativeInputMethod {}

/// The input methods of a window: their changes reach the first responder in the order of the keys, and they are shown its text.
final class DesktopInputMethod {
  private let link: InputMethodLink
  private let hosted: HostedWindow
  private weak var application: UIApplication?
  /// How many users' input methods are there.
  private var count = 0
  private var hasEnded = false

  init(
    _ native: any NativeInputMethod, _ window: UIWindow, _ hosted: HostedWindow, of application: UIApplication
  ) {
    self.application = application
    self.hosted = hosted
    link = InputMethodLink(window, limit: type(of: native).longestEditedText) { [weak native] text in
      native?.show(text)
    }
    native.inputMethodHandler = { [weak self] event in self?.post(event) }
    hosted.onFocusLoss = { [weak self] in self?.focusLeft() }
  }

  private func post(_ event: InputMethodEvent) {
    application?.post { [weak self] in self?.take(event) }
  }

  private func take(_ event: InputMethodEvent) {
    switch event {
    case .began:
      guard !hasEnded else { return }
      count += 1
      application?.follow(hosted)
      link.start()
    case .changed(let change):
      guard count > 0 else { return }
      application?.follow(hosted)
      link.take(change)
    case .ended:
      count = max(count - 1, 0)
      if count == 0 { link.stop() } else { link.beginAnew() }
    }
  }

  /// What is composed stays as it is: the focus may come back to another text.
  private func focusLeft() { if count > 0 { link.beginAnew() } }

  /// The window has ended.
  func end() {
    hasEnded = true
    count = 0
    link.stop()
  }
}
