import EventRouting
import ResponderKit

/// A selection of a display server, whichever protocol it speaks.
protocol NativeSelection: AnyObject {
  /// Called when another program has taken the selection.
  var onLost: (() -> Void)? { get set }
  /// Takes the selection: others get this text until another program takes it.
  func own(_ text: String)
  /// Takes it over from another window of the program.
  func own(_ text: String, after other: any NativeSelection)
  /// Asks for the text: nil when no program has any, or it does not come in time.
  func read(_ take: @escaping (String?) -> Void)
}

extension X11Selection: NativeSelection {
  func own(_ text: String, after other: any NativeSelection) {
    guard let other = other as? X11Selection else { return own(text) }
    own(text, notBefore: other.ownedSince)
  }
}

extension WaylandSelection: NativeSelection {
  // Each connection has serials of its own.
  func own(_ text: String, after other: any NativeSelection) { own(text) }
}

/// A pasteboard as a selection of a display server: each window of the application has one, over a connection of its own, and the window
/// that the user works in exchanges the text.
final class DesktopPasteboard: UIPasteboard.Desktop {
  private weak var board: UIPasteboard?
  /// The selections of the open windows, the last used one at the end.
  private var selections: [any NativeSelection] = []
  /// The selection that has the board's text.
  private weak var owner: (any NativeSelection)?

  private init(_ board: UIPasteboard) {
    self.board = board
    board.desktop = self
  }

  /// The board's, which is made with its first window.
  static func of(_ board: UIPasteboard) -> DesktopPasteboard {
    board.desktop as? DesktopPasteboard ?? DesktopPasteboard(board)
  }

  /// Adds a new window's selection.
  func join(_ selection: any NativeSelection) {
    selection.onLost = { [weak self, weak selection] in
      guard let self, let selection, owner === selection else { return }
      owner = nil
      board?.wasTakenOver()
    }
    selections.append(selection)
  }

  /// Notes that the user works in the window of a selection.
  func use(_ selection: any NativeSelection) {
    guard selections.last !== selection, let index = selections.firstIndex(where: { $0 === selection }) else {
      return
    }
    selections.append(selections.remove(at: index))
  }

  /// Removes the selection of a window that ends. Another window gives its text from then on.
  func leave(_ selection: any NativeSelection) {
    selections.removeAll { $0 === selection }
    if selections.isEmpty {
      if board?.desktop === self { board?.desktop = nil }
    } else if owner === selection, let text = board?.string {
      publish(text)
    }
  }

  func publish(_ text: String) {
    guard let selection = selections.last else { return }
    let old = owner
    owner = selection
    if let old, old !== selection { selection.own(text, after: old) } else { selection.own(text) }
  }

  func request(_ take: @escaping (String?) -> Void) {
    guard let selection = selections.last else { return take(nil) }
    selection.read(take)
  }
}
