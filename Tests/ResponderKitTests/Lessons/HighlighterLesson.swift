import UIKit

// As in UIKit.

/// A text in which words between stars are red, and the word "swift" is large.
final class HighlighterTextStorage: NSTextStorage {
  let backingStore = NSMutableAttributedString()
  /// How often changes were handled.
  var rounds = 0

  override var string: String {
    return backingStore.string
  }

  override func attributes(
    at location: Int, effectiveRange range: NSRangePointer?
  ) -> [NSAttributedString.Key: Any] {
    return backingStore.attributes(at: location, effectiveRange: range)
  }

  override func replaceCharacters(in range: NSRange, with str: String) {
    beginEditing()
    backingStore.replaceCharacters(in: range, with: str)
    edited(
      [.editedCharacters, .editedAttributes], range: range,
      changeInLength: (str as NSString).length - range.length)
    endEditing()
  }

  override func setAttributes(_ attrs: [NSAttributedString.Key: Any]?, range: NSRange) {
    beginEditing()
    backingStore.setAttributes(attrs, range: range)
    edited(.editedAttributes, range: range, changeInLength: 0)
    endEditing()
  }

  override func processEditing() {
    rounds += 1
    performReplacements(changedRange: editedRange)
    super.processEditing()
  }

  private func performReplacements(changedRange: NSRange) {
    let text = backingStore.string as NSString
    var extendedRange = NSUnionRange(
      changedRange, text.lineRange(for: NSMakeRange(changedRange.location, 0)))
    extendedRange = NSUnionRange(
      extendedRange, text.lineRange(for: NSMakeRange(NSMaxRange(changedRange), 0)))
    applyStyles(extendedRange)
  }

  private func applyStyles(_ searchRange: NSRange) {
    removeAttribute(.foregroundColor, range: searchRange)
    let text = backingStore.string as NSString
    var place = searchRange.location
    while place < NSMaxRange(searchRange) {
      let first = text.range(of: "*", options: [], range: NSMakeRange(place, NSMaxRange(searchRange) - place))
      if first.location == NSNotFound { return }
      let rest = NSMakeRange(first.location + 1, NSMaxRange(searchRange) - first.location - 1)
      let last = text.range(of: "*", options: [], range: rest)
      if last.location == NSNotFound { return }
      addAttributes(
        [.foregroundColor: UIColor.red],
        range: NSMakeRange(first.location, last.location + 1 - first.location))
      place = last.location + 1
    }
  }
}

/// A note whose text is highlighted while it is typed.
final class HighlighterViewController: UIViewController {
  var textStorage: HighlighterTextStorage!
  var textView: UITextView!

  override func viewDidLoad() {
    super.viewDidLoad()
    createTextView()
  }

  func createTextView() {
    let attrs = [NSAttributedString.Key.font: UIFont.systemFont(ofSize: 20)]
    let attrString = NSAttributedString(string: "Buy *milk* and\nsome bread", attributes: attrs)
    textStorage = HighlighterTextStorage()
    textStorage.append(attrString)

    let newTextViewRect = view.bounds
    let layoutManager = NSLayoutManager()
    let containerSize = CGSize(width: newTextViewRect.width, height: .greatestFiniteMagnitude)
    let container = NSTextContainer(size: containerSize)
    container.widthTracksTextView = true
    layoutManager.addTextContainer(container)
    textStorage.addLayoutManager(layoutManager)

    textView = UITextView(frame: newTextViewRect, textContainer: container)
    view.addSubview(textView)
  }
}

extension UITapGestureRecognizer {
  /// Whether the tap is on a part of a label's text.
  func didTapAttributedTextInLabel(label: UILabel, inRange targetRange: NSRange) -> Bool {
    let layoutManager = NSLayoutManager()
    let textContainer = NSTextContainer(size: CGSize.zero)
    let textStorage = NSTextStorage(attributedString: label.attributedText!)

    layoutManager.addTextContainer(textContainer)
    textStorage.addLayoutManager(layoutManager)

    textContainer.lineFragmentPadding = 0.0
    textContainer.lineBreakMode = label.lineBreakMode
    textContainer.maximumNumberOfLines = label.numberOfLines
    let labelSize = label.bounds.size
    textContainer.size = labelSize

    let locationOfTouchInLabel = self.location(in: label)
    let textBoundingBox = layoutManager.usedRect(for: textContainer)
    let textContainerOffset = CGPoint(
      x: (labelSize.width - textBoundingBox.size.width) * 0.5 - textBoundingBox.origin.x,
      y: (labelSize.height - textBoundingBox.size.height) * 0.5 - textBoundingBox.origin.y)
    let locationOfTouchInTextContainer = CGPoint(
      x: locationOfTouchInLabel.x - textContainerOffset.x,
      y: locationOfTouchInLabel.y - textContainerOffset.y)
    let indexOfCharacter = layoutManager.characterIndex(
      for: locationOfTouchInTextContainer, in: textContainer, fractionOfDistanceBetweenInsertionPoints: nil)
    return NSLocationInRange(indexOfCharacter, targetRange)
  }
}

/// A sentence of which two parts can be tapped.
final class TermsViewController: UIViewController {
  let label = UILabel()
  var opened: [String] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    label.frame = CGRect(x: 20, y: 100, width: 240, height: 120)
    label.numberOfLines = 0
    label.textAlignment = .center
    label.text = "By signing in you agree to our Terms of Service and our Privacy Policy, as they are now."
    label.isUserInteractionEnabled = true
    let tap = UITapGestureRecognizer()
    tap.addAction { [unowned self, unowned tap] _ in self.tapLabel(gesture: tap) }
    label.addGestureRecognizer(tap)
    view.addSubview(label)
  }

  func tapLabel(gesture: UITapGestureRecognizer) {
    let text = label.text! as NSString
    for part in ["Terms of Service", "Privacy Policy"] {
      let range: NSRange = text.range(of: part)
      if gesture.didTapAttributedTextInLabel(label: label, inRange: range) { opened.append(part) }
    }
  }
}

/// A text in a circle.
final class CircleTextContainer: NSTextContainer {
  override func lineFragmentRect(
    forProposedRect proposedRect: CGRect, at characterIndex: Int,
    writingDirection baseWritingDirection: NSWritingDirection,
    remaining remainingRect: UnsafeMutablePointer<CGRect>?
  ) -> CGRect {
    let rect = super.lineFragmentRect(
      forProposedRect: proposedRect, at: characterIndex, writingDirection: baseWritingDirection,
      remaining: remainingRect)
    let radius = min(size.width, size.height) / 2.0
    let ypos = abs((proposedRect.origin.y + proposedRect.size.height / 2.0) - radius)
    let width = ypos < radius ? 2.0 * (radius * radius - ypos * ypos).squareRoot() : 0.0
    return CGRect(x: radius - width / 2.0, y: proposedRect.origin.y, width: width, height: rect.size.height)
  }

  override var isSimpleRectangularTextContainer: Bool { return false }
}

/// Draws round plates behind words that are marked.
final class PlateLayoutManager: NSLayoutManager {
  static let plate = NSAttributedString.Key("plate")
  var drawn = 0

  override func drawBackground(forGlyphRange glyphsToShow: NSRange, at origin: CGPoint) {
    super.drawBackground(forGlyphRange: glyphsToShow, at: origin)
    guard let textStorage = textStorage else { return }
    let characterRange = self.characterRange(forGlyphRange: glyphsToShow, actualGlyphRange: nil)
    textStorage.enumerateAttribute(Self.plate, in: characterRange) { value, range, _ in
      guard let color = value as? UIColor, let container = textContainers.first else { return }
      let glyphRange = self.glyphRange(forCharacterRange: range, actualCharacterRange: nil)
      let rect = boundingRect(forGlyphRange: glyphRange, in: container)
      color.setFill()
      UIBezierPath(roundedRect: rect.offsetBy(dx: origin.x, dy: origin.y), cornerRadius: 3).fill()
      drawn += 1
    }
  }
}
