/// The address of a link, as text: what `URL` is in UIKit's programs. The module `UIKit` has that name for it.
public struct LinkAddress: Hashable, Sendable, LosslessStringConvertible {
  /// The whole address.
  public let absoluteString: String

  /// Nil for an empty text, and for one with spaces or control characters.
  public init?(string: String) {
    let isWhole = string.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .control
    }
    guard !string.isEmpty, isWhole else { return nil }
    absoluteString = string
  }

  /// As `init(string:)`.
  public init?(_ description: String) { self.init(string: description) }

  /// The value of the attribute `link`: an address, or what is one when it is printed, such as Foundation's `URL`.
  init?(attribute: Any) {
    if let address = attribute as? LinkAddress { self = address } else { self.init(string: "\(attribute)") }
  }

  /// What is in front of the first colon, as `https`; nil without one.
  public var scheme: String? {
    guard let end = absoluteString.firstIndex(of: ":") else { return nil }
    let scheme = absoluteString[..<end]
    let isName = scheme.utf8.allSatisfy {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
      default: false
      }
    }
    return isName && scheme.first?.isLetter == true ? String(scheme) : nil
  }

  /// The name of the machine in an address with `//`, without its port; nil in others.
  public var host: String? {
    let rest = absoluteString.dropFirst(scheme.map { $0.count + 1 } ?? 0)
    guard rest.hasPrefix("//") else { return nil }
    let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    let place = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
    // IPv6 addresses contain colons, and are in brackets.
    let name = place.hasPrefix("[") ? place.dropFirst().prefix { $0 != "]" } : place.prefix { $0 != ":" }
    return name.isEmpty ? nil : String(name)
  }

  public var description: String { absoluteString }
}
