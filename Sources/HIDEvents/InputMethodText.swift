/// The text that is edited in a window, as an input method of the desktop sees it.
package struct InputMethodText: Hashable, Sendable {
  /// What kind of text is entered.
  package enum Purpose: Hashable, Sendable {
    case normal, digits, number, phone, url, email, name, password, pin
  }

  /// How it is entered.
  package struct Hints: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Words are completed and corrected.
    package static let correction = Hints(rawValue: 1)
    /// Each sentence begins with a capital letter.
    package static let sentences = Hints(rawValue: 2)
    /// Each word does.
    package static let words = Hints(rawValue: 4)
    /// All letters are capital ones.
    package static let capitals = Hints(rawValue: 8)
    /// Dots are shown in place of the text.
    package static let hidden = Hints(rawValue: 16)
    /// The text must not be stored.
    package static let sensitive = Hints(rawValue: 32)
    /// There are several lines.
    package static let multiline = Hints(rawValue: 64)
  }

  /// A place on the window, in points.
  package struct Place: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// Another number is another text, or an end of what was being composed: the input method begins anew.
  package var session: Int
  package var purpose: Purpose
  package var hints: Hints
  /// The text around the caret; nil for a secret.
  package var surrounding: Surrounding?
  /// Nil when it has no place, as under a transform that makes it nothing.
  package var caret: Place?
  /// Text or selection were changed by something other than the input method since the last report.
  package var isChangedByOthers = false

  package init(
    session: Int, purpose: Purpose = .normal, hints: Hints = [], surrounding: Surrounding? = nil,
    caret: Place? = nil
  ) {
    self.session = session
    self.purpose = purpose
    self.hints = hints
    self.surrounding = surrounding
    self.caret = caret
  }
}

extension InputMethodText {
  /// A part of a text with the selection in it, in bytes of UTF-8. What is being composed is left out: the caret is in its place.
  package struct Surrounding: Hashable, Sendable {
    package var text: String
    /// The end of the selection that moves.
    package var caret: Int
    package var anchor: Int

    /// Puts the parts of a text together, as far as they fit, cut between characters. The selection goes first, beginning at its caret; what is
    /// around it shares the remaining room.
    ///
    /// - Parameter limit: the most bytes.
    package init(
      before: String, selected: String = "", after: String, caretIsFirst: Bool = false, limit: Int
    ) {
      let middle = Self.part(of: selected, atEnd: !caretIsFirst, limit: limit)
      // Of a selection that is too long the anchor's side is cut off, with what is beyond it.
      let isCut = middle.utf8.count < selected.utf8.count
      let before = isCut && !caretIsFirst ? "" : before
      let after = isCut && caretIsFirst ? "" : after
      let room = limit - middle.utf8.count
      let behind = min(after.utf8.count, room)
      let front = Self.part(of: before, atEnd: true, limit: max(room / 2, room - behind))
      let back = Self.part(of: after, atEnd: false, limit: room - front.utf8.count)
      text = String(front) + middle + back
      let (start, end) = (front.utf8.count, front.utf8.count + middle.utf8.count)
      (caret, anchor) = caretIsFirst ? (start, end) : (end, start)
    }

    /// Whole characters of the beginning or the end.
    private static func part(of text: String, atEnd: Bool, limit: Int) -> Substring {
      if text.utf8.count <= limit { return text[...] }
      var room = limit
      func fits(_ character: Character) -> Bool {
        room -= character.utf8.count
        return room >= 0
      }
      return atEnd
        ? text.suffix(text.reversed().prefix(while: fits).count) : text.prefix(while: fits)
    }
  }
}
