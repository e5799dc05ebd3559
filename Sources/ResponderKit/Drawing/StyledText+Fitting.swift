// Smaller letters where a line does not fit.

enum LetterFitting {
  /// How much smaller letters must be so that a line of a width fits into a room.
  ///
  /// - Parameter fixed: the part of the width that stays as it is: the room between letters, pictures, indents.
  static func scale(of width: Double, fixed: Double, to room: Double) -> Double {
    let letters = width - fixed
    guard letters > 0 else { return 1 }
    return min(max((room - fixed) / letters * 0.99, 0), 1)
  }
}

extension [StyledText.StyledRun] {
  /// The width of what is no letter: pictures and the room behind letters.
  var fixedWidth: Double {
    reduce(0) { sum, run in
      if run.isObject { return sum + run.width }
      return run.isRightToLeft ? sum : sum + run.style.kern * Double(run.text.shownCount)
    }
  }
}

extension StyledText {
  /// The text in letters so small that all of it fits into one line of a width, but no smaller than a part of their size.
  func shrunk(to room: Double, least: Double) -> StyledText {
    let least = min(max(least, 0), 1)
    var (text, scale) = (self, 1.0)
    var withoutTabs: Double?
    // A tab is wider with smaller letters in front of it: then one scale is not enough.
    for _ in 0..<8 {
      guard let found = text.scale(to: room) else { return text }
      withoutTabs = withoutTabs ?? found.part
      guard let part = found.beside else { return scaled(by: max(withoutTabs ?? 1, least)) }
      scale = max(scale * part, least)
      text = scaled(by: scale)
      if scale == least { return text }
    }
    return text
  }

  /// How much smaller the letters must be for a line of a width; nil: it fits.
  ///
  /// - Returns: `beside`: beside tabs that keep their width; nil: there are none, or they do not fit.
  private func scale(to room: Double) -> (part: Double, beside: Double?)? {
    let endless = Size(.infinity, .infinity)
    let width = size(in: endless, most: 1).width
    guard width > room, width > 0, let line = lines(in: endless, most: 1, .byClipping).first else {
      return nil
    }
    var fixed = width - line.width + line.runs.fixedWidth
    // There is no room behind the last letter.
    if let last = line.runs.last, !last.isObject, !last.isRightToLeft { fixed -= last.style.kern }
    let part = LetterFitting.scale(of: width, fixed: fixed, to: room)
    let tabs = line.runs.reduce(0) { $1.text == "\t" ? $0 + $1.width : $0 }
    guard tabs > 0 && fixed + tabs < room else { return (part, nil) }
    return (part, LetterFitting.scale(of: width, fixed: fixed + tabs, to: room))
  }

  private func scaled(by scale: Double) -> StyledText {
    var text = self
    for index in styles.indices {
      text.styles[index].font = styles[index].font.withSize(styles[index].font.pointSize * scale)
    }
    return text
  }
}
