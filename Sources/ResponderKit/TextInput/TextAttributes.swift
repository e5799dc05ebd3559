/// The attributes of characters that are edited. Equal to itself only: characters beside each other share one.
final class TextAttributes: Hashable {
  let values: [NSAttributedString.Key: Any]

  init(_ values: [NSAttributedString.Key: Any] = [:]) { self.values = values }

  static func == (left: TextAttributes, right: TextAttributes) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
