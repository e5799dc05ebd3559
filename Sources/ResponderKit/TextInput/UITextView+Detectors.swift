/// What a text view finds in its text and shows as links.
public struct UIDataDetectorTypes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Telephone numbers, as addresses with the scheme `tel`.
  public static let phoneNumber = UIDataDetectorTypes(rawValue: 1)
  /// Addresses of pages and of mailboxes.
  public static let link = UIDataDetectorTypes(rawValue: 2)
  /// Without effect, as the next ones: nothing of that kind is found.
  public static let address = UIDataDetectorTypes(rawValue: 4)
  /// Without effect.
  public static let calendarEvent = UIDataDetectorTypes(rawValue: 8)
  /// Without effect.
  public static let shipmentTrackingNumber = UIDataDetectorTypes(rawValue: 16)
  /// Without effect.
  public static let flightNumber = UIDataDetectorTypes(rawValue: 32)
  /// Without effect.
  public static let lookupSuggestion = UIDataDetectorTypes(rawValue: 64)
  /// All that can be found.
  public static let all = UIDataDetectorTypes(rawValue: .max)
}

extension UITextView {
  /// What is found in a text that can not be edited, and is a link there. `attributedText` does not contain these links. Nothing by default.
  public final var dataDetectorTypes: UIDataDetectorTypes {
    get { links.detectors }
    set {
      guard newValue != links.detectors else { return }
      links.detectors = newValue
      lookChanged(true)
    }
  }

  /// The text as it is shown: with what has been found as links.
  final var shownModel: TextModel { links.shown ?? editor.model }

  /// Finds links before the lines are made.
  final func detect() {
    let types: UIDataDetectorTypes = links.detectors.intersection([.link, .phoneNumber])
    guard !isEditable, !types.isEmpty else {
      (links.shown, links.detected) = (nil, nil)
      return
    }
    let model = editor.model
    guard links.detected?.types != types || links.detected?.version != model.changes.version else { return }
    let found = DataDetector(types: types, text: model.characters).links
    links.detected = (types, model.changes.version)
    guard !found.isEmpty else { return links.shown = nil }
    // What it had before need not be laid out again.
    var shown = links.shown ?? model
    shown.become(model.adding(found))
    links.shown = shown
  }
}

extension TextModel {
  /// The same with links, where it has none of its own.
  fileprivate func adding(_ links: [Link]) -> TextModel {
    var styles = self.styles ?? Array(repeating: TextAttributes(), count: count)
    for link in links where styles[link.range].allSatisfy({ $0.values[.link] == nil }) {
      var made: [ObjectIdentifier: TextAttributes] = [:]
      for index in link.range {
        let own = styles[index]
        let new =
          made[ObjectIdentifier(own)] ?? TextAttributes(own.values.merging([.link: link.address]) { $1 })
        made[ObjectIdentifier(own)] = new
        styles[index] = new
      }
    }
    return TextModel(characters, styles)
  }
}
