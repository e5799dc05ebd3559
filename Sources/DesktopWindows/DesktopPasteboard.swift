import EventRouting
import ResponderKit

/// A selection of a display server, whichever protocol it speaks.
protocol NativeSelection: AnyObject {
  /// Another program has the selection now.
  var onLost: (() -> Void)? { get set }
  /// Takes the selection: others get this text until another program takes it.
  func own(_ text: String)
  /// Asks for the text: nil when no program has any, or it does not come in time.
  func read(_ take: @escaping (String?) -> Void)
}

extension X11Selection: NativeSelection {}
extension WaylandSelection: NativeSelection {}

/// A pasteboard as a selection of a display server.
final class DesktopPasteboard: UIPasteboard.Desktop {
  private let selection: any NativeSelection

  init(_ selection: any NativeSelection, for board: UIPasteboard) {
    self.selection = selection
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
