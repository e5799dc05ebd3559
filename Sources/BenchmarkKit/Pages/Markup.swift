import PlainText

/// Builds markup of which every tag is closed and every text escaped.
struct Markup: Sendable {
  private(set) var text = ""

  /// An element with something inside.
  mutating func element(
    _ name: String, _ attributes: [String: String] = [:], _ content: (inout Markup) -> Void
  ) {
    open(name, attributes, end: ">")
    var inside = Markup()
    content(&inside)
    text += "\(inside.text)</\(name)>\n"
  }

  /// An element with a text inside.
  mutating func element(_ name: String, _ attributes: [String: String] = [:], text content: String) {
    open(name, attributes, end: ">")
    text += "\(content.escapedForHTML)</\(name)>\n"
  }

  /// An element with nothing inside.
  mutating func empty(_ name: String, _ attributes: [String: String]) {
    open(name, attributes, end: "/>\n")
  }

  /// Text that is already markup.
  mutating func append(_ markup: Markup) { text += markup.text }

  private mutating func open(_ name: String, _ attributes: [String: String], end: String) {
    text += "<\(name)"
    // Sorted, so that the same report is the same page.
    for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
      text += " \(key)=\"\(value.escapedForHTML)\""
    }
    text += end
  }
}
