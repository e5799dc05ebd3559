/// What an attribute `attachment` is: it knows its picture.
protocol LineAttachment: AnyObject {
  /// What is shown of it, to notice changes.
  var shownAttachment: ShownAttachment { get }
  /// The text for readers in its place.
  var spokenAttachment: String? { get }
  /// How it looks beside letters of a font.
  func look(_ font: UIFont) -> AttachmentLook
}

/// The picture of an attachment and its place.
struct ShownAttachment: Equatable {
  var image: UIImage?
  var bounds: Rect
  static func == (left: ShownAttachment, right: ShownAttachment) -> Bool {
    left.image === right.image && left.bounds == right.bounds
  }
}

/// A picture in a line.
struct AttachmentLook {
  var image: UIImage?
  /// From the place of the letter on the baseline, upwards.
  var box: Rect

  /// Draws the picture.
  ///
  /// - Parameters:
  ///   - point: on the baseline.
  ///   - tint: of templates.
  func draw(at point: Point, _ tint: UIColor, in drawing: Drawing) {
    guard let image, box.width > 0, box.height > 0 else { return }
    let place = Rect(point.x + box.minX, point.y - box.maxY, box.width, box.height)
    drawing.image(image, in: place, tint: tint, automatic: .alwaysOriginal)
  }
}

extension Character {
  /// Stands for what is no letter.
  static let object: Character = "\u{FFFC}"
}

extension [NSAttributedString.Key: Any] {
  /// What is shown in place of a letter.
  var attachment: (any LineAttachment)? { self[.attachment] as? any LineAttachment }
}

extension NSAttributedString {
  /// What is shown of its attachments.
  final var shownAttachments: [ShownAttachment] {
    runs.compactMap(\.attributes.attachment?.shownAttachment)
  }

  /// The text for readers: pictures are their labels.
  final var spoken: String {
    guard string.unicodeScalars.contains("\u{FFFC}") else { return string }
    var text = ""
    var (run, end, place) = (0, runs.first?.length ?? 0, 0)
    for character in string {
      while place >= end, run + 1 < runs.count {
        run += 1
        end += runs[run].length
      }
      place += character.utf16.count
      guard character == .object else {
        text.append(character)
        continue
      }
      text += runs[run].attributes.attachment?.spokenAttachment ?? ""
    }
    return text
  }
}

extension String {
  /// The text without pictures, which are characters only where they have attributes.
  var withoutObjects: String {
    unicodeScalars.contains("\u{FFFC}") ? filter { $0 != .object } : self
  }
}
