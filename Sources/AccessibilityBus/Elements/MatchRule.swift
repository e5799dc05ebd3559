import DBus

/// Which elements a program looks for.
struct MatchRule {
  /// How an element's words have to fit those of the rule, by AT-SPI's numbers.
  private enum MatchKind: Int32 {
    case all = 1
    case any, none
    /// As `all`; without words in the rule, for elements without words.
    case empty
  }

  private struct Criterion<Word: Hashable> {
    let wanted: Set<Word>
    let kind: MatchKind

    init(_ wanted: [Word], _ kind: DBusValue) throws(DBusFailure) {
      guard let kind = MatchKind(rawValue: kind.int32 ?? 0) else {
        throw .invalidArguments("a match is of kind 1 to 4")
      }
      self.wanted = Set(wanted)
      self.kind = kind
    }

    func fits(_ words: Set<Word>) -> Bool {
      switch kind {
      case .all: wanted.isSubset(of: words)
      case .any: wanted.isEmpty || !wanted.isDisjoint(with: words)
      case .none: wanted.isDisjoint(with: words)
      case .empty: wanted.isEmpty ? words.isEmpty : wanted.isSubset(of: words)
      }
    }
  }

  private let states: Criterion<Int>
  private let attributes: Criterion<DBusValue>
  private let roles: Criterion<Int>
  private let interfaces: Criterion<String>
  private let isInverted: Bool

  static let type = "(aiia{ss}iaiiasib)"

  /// Of a value of that type.
  init(_ value: DBusValue) throws(DBusFailure) {
    guard let parts = value.elements, parts.count == 9 else {
      throw .invalidArguments("a rule has nine parts")
    }
    states = try Criterion(Self.numbers(parts[0]), parts[1])
    attributes = try Criterion(parts[2].elements ?? [], parts[3])
    roles = try Criterion(Self.numbers(parts[4]), parts[5])
    interfaces = try Criterion((parts[6].elements ?? []).map { Self.short($0.string ?? "") }, parts[7])
    isInverted = parts[8].boolean ?? false
  }

  /// The numbers of the bits that are set in words of 32 bits.
  private static func numbers(_ words: DBusValue) -> [Int] {
    (words.elements ?? []).enumerated().flatMap { index, word in
      let bits = UInt32(bitPattern: word.int32 ?? 0)
      return (0..<32).filter { bits >> UInt32($0) & 1 == 1 }.map { 32 * index + $0 }
    }
  }

  /// An interface's name without what all begin with: programs name them in both ways.
  private static func short(_ name: String) -> String {
    String(name.split(separator: ".").last ?? "").lowercased()
  }

  func fits(_ object: AccessibleObject) -> Bool {
    let description = object.description
    let bits = description.states.rawValue
    let fits =
      roles.fits([Int(description.role.rawValue)])
      && states.fits(Set((0..<64).filter { bits >> UInt64($0) & 1 == 1 }))
      && interfaces.fits(Set(object.interfaces.map { Self.short($0.name) }))
      && attributes.fits(Set(AccessibleInterfaces.elementAttributes.elements ?? []))
    return fits != isInverted
  }
}
