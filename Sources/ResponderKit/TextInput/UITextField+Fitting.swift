/// How the letters of a field become smaller where the text does not fit.
struct TextFieldFitting {
  var isWanted = false
  var leastSize = 0.0
  /// The smaller font, while it is used.
  var font: UIFont?
  /// The width of the text in the field's own font, while a smaller one is used.
  var fullWidth: Double?
}

extension UITextField {
  /// No letters are made smaller than this, in points, while `minimumFontSize` is 0.
  private static let leastReadableSize = 9.0

  /// Whether a text that is wider than the field is shown in smaller letters, down to `minimumFontSize`. Without effect on attributed texts. False by default.
  public final var adjustsFontSizeToFitWidth: Bool {
    get { fitting.isWanted }
    set {
      fitting.isWanted = newValue
      editorChanged()
    }
  }

  /// The least size of these letters, in points; 0, the default: 9. Those of a smaller font stay as they are.
  public final var minimumFontSize: Double {
    get { fitting.leastSize }
    set {
      fitting.leastSize = newValue.isFinite ? max(newValue, 0) : 0
      editorChanged()
    }
  }

  /// The font of letters without one of their own.
  final var shownFont: UIFont { fitting.font ?? usedFont }

  /// The line of what is shown, in smaller letters if that is wanted and needed.
  final func fittedLine(of shown: String) -> TextLayout.Line {
    (fitting.font, fitting.fullWidth) = (nil, nil)
    let line = line(of: shown)
    let room = canvas.bounds.width - 2
    guard fitting.isWanted, !hasAttributes, room > 0, line.width > room else { return line }
    let least = fitting.leastSize > 0 ? fitting.leastSize : Self.leastReadableSize
    let fixed = line.styled?.runs.fixedWidth ?? line.fixedWidth(of: shown)
    let scale = LetterFitting.scale(of: line.width, fixed: fixed, to: room)
    let size = max(usedFont.pointSize * scale, min(least, usedFont.pointSize))
    (fitting.font, fitting.fullWidth) = (usedFont.withSize(size), line.width)
    return self.line(of: shown)
  }
}
