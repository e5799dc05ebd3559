import EventRouting
import ResponderKit

/// A pasteboard as a selection of the X server.
final class DesktopPasteboard: UIPasteboard.Desktop {
  private let selection: X11Selection

  init(_ kind: X11Selection.Kind, of window: X11Window, for board: UIPasteboard) {
    selection = X11Selection(kind, of: window)
    selection.onLost = { [weak board] in board?.wasTakenOver() }
    board.desktop = self
  }

  func publish(_ text: String) { selection.own(text) }
  func request(_ take: @escaping (String?) -> Void) { selection.read(take) }

  /// The window ends.
  func leave(_ board: UIPasteboard) {
    if board.desktop === self { board.desktop = nil }
  }
}
