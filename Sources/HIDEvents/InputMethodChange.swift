/// What an input method does to the text that is edited. Its parts are applied together, in this order: what it had marked is removed; text around the
/// caret is deleted; text is inserted; other text is marked.
package struct InputMethodChange: Hashable, Sendable {
  /// Bytes of UTF-8 before the selection that are deleted.
  package var deletedBefore = 0
  /// Bytes of UTF-8 behind the selection that are deleted.
  package var deletedAfter = 0
  package var inserted = ""
  /// Text that is being composed, which may still be replaced.
  package var marked = ""
  /// The characters of `marked` that are selected; an empty range is the caret, nil hides it.
  package var markedSelection: Range<Int>? = 0..<0

  package init() {}
}

extension InputMethodChange {
  /// The number of characters before a place among the bytes of a text. A place inside of a character is at its beginning, or at its end if
  /// `isEnd`; one outside of the text is at the text's end.
  package static func characters(before place: Int, of bytes: [UInt8], isEnd: Bool = false) -> Int {
    var place = min(max(place, 0), bytes.count)
    // Within a code point.
    while place > 0, place < bytes.count, bytes[place] & 0xC0 == 0x80 { place -= 1 }
    // Bytes that are not UTF-8 change their length when they are decoded.
    var left = String(decoding: bytes[..<place], as: UTF8.self).unicodeScalars.count
    var count = 0
    for character in String(decoding: bytes, as: UTF8.self) where left > 0 {
      left -= character.unicodeScalars.count
      if left >= 0 || isEnd { count += 1 }
    }
    return count
  }

  /// How much of a text a number of bytes at its end, or at its beginning, is: whole characters, and what stays of the last of them when it is cut
  /// between its code points.
  package static func cut(
    _ bytes: Int, of text: String, atEnd: Bool
  ) -> (characters: Int, rest: String) {
    var left = bytes
    var count = 0
    for character in atEnd ? Array(text.reversed()) : Array(text) where left > 0 {
      let size = character.utf8.count
      if size <= left {
        (left, count) = (left - size, count + 1)
        continue
      }
      var scalars = Array(character.unicodeScalars)
      var isCut = false
      while let scalar = atEnd ? scalars.last : scalars.first, scalar.utf8.count <= left {
        left -= scalar.utf8.count
        scalars.remove(at: atEnd ? scalars.count - 1 : 0)
        isCut = true
      }
      return isCut ? (count + 1, String(String.UnicodeScalarView(scalars))) : (count, "")
    }
    return (count, "")
  }
}

/// What a desktop's input method does in a window.
package enum InputMethodEvent: Hashable, Sendable {
  /// It has come to the window: it wants to know the text that is edited there.
  case began
  case changed(InputMethodChange)
  /// It has left the window; what is marked stays as it is.
  case ended
}
