/// What a text view has for links, and for attributes that the user brings in.
struct TextLinks {
  /// Of links; nil: the tint color.
  var attributes: [NSAttributedString.Key: Any]?
  var allowsEditingTextAttributes = false
  /// What is detected in the text, and the text with the links that were found; nil: none were.
  var detectors: UIDataDetectorTypes = []
  var shown: TextModel?
  /// What `shown` was made of: the selection moves more often than the text changes.
  var detected: (types: UIDataDetectorTypes, version: UInt64)?
  var menus: ListMenus?
  /// For readers.
  var places: [TextLinkPlace] = []
}

/// A link of a text, for readers: it is not seen, and not touched.
final class TextLinkPlace: UIView {
  override func setUpParts() {
    super.setUpParts()
    isUserInteractionEnabled = false
    accessibilityTraits = .link
  }
}

extension TextModel {
  /// A part of the text with one link.
  struct Link: Hashable {
    var address: LinkAddress
    var range: Range<Int>
  }

  var hasLinks: Bool {
    var last: TextAttributes?
    for style in styles ?? [] where style !== last {
      if style.values[.link] != nil { return true }
      last = style
    }
    return false
  }

  var links: [Link] {
    var links: [Link] = []
    for (index, style) in (styles ?? []).enumerated() {
      guard let address = style.values[.link].flatMap({ LinkAddress(attribute: $0) }) else { continue }
      if let last = links.last, last.range.upperBound == index, last.address == address {
        links[links.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        links.append(Link(address: address, range: index..<index + 1))
      }
    }
    return links
  }
}

extension UITextView {
  /// Attributes of links, in place of their own; by default the tint color. Never nil, but Optional as in UIKit.
  public final var linkTextAttributes: [NSAttributedString.Key: Any]! {
    get { links.attributes ?? [.foregroundColor: tintColor as UIColor] }
    set {
      links.attributes = newValue
      lookChanged(true)
    }
  }

  private final var opensLinks: Bool { !isEditable && isSelectable && shownModel.hasLinks }

  /// Does what a touch of the link, or of the attachment, at a point does; false where there is none that can be touched.
  final func followLink(at point: Point) -> Bool {
    guard let link = link(at: point) else { return touchAttachment(at: point) }
    follow(link)
    return true
  }

  /// Notifies the delegate of a touch of the attachment at a point.
  private func touchAttachment(at point: Point) -> Bool {
    guard !isEditable, isSelectable, let textDelegate, let styles = shownModel.styles else { return false }
    layOutText()
    let place = Point(point.x - textInset.left, point.y - textInset.top)
    guard let character = lines.character(at: place), lines.line(of: character) < mostLines,
      styles.indices.contains(character), editor.model.characters[character] == .object,
      let attachment = styles[character].values[.attachment] as? NSTextAttachment
    else { return false }
    let range = editor.model.codeUnits(character..<character + 1)
    _ = textDelegate.textView(
      self, shouldInteractWith: attachment, in: range, interaction: .invokeDefaultAction)
    _ = textDelegate.textView(self, shouldInteractWith: attachment, in: range)
    return true
  }

  /// The link at a point that can be touched.
  final func link(at point: Point) -> TextModel.Link? {
    guard opensLinks else { return nil }
    layOutText()
    let place = Point(point.x - textInset.left, point.y - textInset.top)
    guard let character = lines.character(at: place), lines.line(of: character) < mostLines else {
      return nil
    }
    return shownModel.links.first { $0.range.contains(character) }
  }

  final func item(_ link: TextModel.Link) -> UITextItem {
    UITextItem(.link(link.address), editor.model.codeUnits(link.range))
  }

  /// Asks the delegate by both of its methods.
  final func mayFollow(_ link: TextModel.Link, _ interaction: UITextItemInteraction) -> Bool {
    guard let textDelegate else { return true }
    let range = editor.model.codeUnits(link.range)
    return textDelegate.textView(
      self, shouldInteractWith: link.address, in: range, interaction: interaction)
      && textDelegate.textView(self, shouldInteractWith: link.address, in: range)
  }

  final func open(_ address: LinkAddress) { (home?.application ?? UIApplication.current)?.open(address) }

  private final func follow(_ link: TextModel.Link) {
    let open = UIAction { [weak self] _ in
      guard let self, mayFollow(link, .invokeDefaultAction) else { return }
      self.open(link.address)
    }
    let action =
      textDelegate.map { $0.textView(self, primaryActionFor: item(link), defaultAction: open) } ?? open
    action?.perform(from: self)
  }

  /// Links that begin in a line that is shown.
  private final var shownLinks: [TextModel.Link] {
    shownModel.links.filter { lines.line(of: $0.range.lowerBound) < mostLines }
  }

  /// Gives readers an element for each link that can be touched.
  final func placeLinks() {
    guard opensLinks || !links.places.isEmpty else { return }
    if opensLinks { addLinkMenus() }
    let shown = opensLinks ? shownLinks : []
    while links.places.count > shown.count { links.places.removeLast().removeFromSuperview() }
    while links.places.count < shown.count {
      let place = TextLinkPlace()
      links.places.append(place)
      addSubview(place)
    }
    for (place, link) in zip(links.places, shown) {
      // Of a link in several lines the part in its first one.
      let line = lines.lines[lines.line(of: link.range.lowerBound)]
      let boxes = link.range.clamped(to: line.range).map { box(of: $0) }
      place.frame = boxes.dropFirst().reduce(boxes.first ?? .zero) { $0.union($1) }
      place.accessibilityLabel = editor.model.text(in: link.range)
      place.accessibilityValue = link.address.absoluteString
      place.onAccessibilityActivate = { [weak self] in
        self?.follow(link)
        return self != nil
      }
    }
  }
}
