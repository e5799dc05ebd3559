extension RunLoop {
  /// The name of a set of items. A loop runs in exactly one mode at a time and looks at that mode's items only.
  ///
  /// Modes are distinguished by value: two modes with the same text are the same mode, wherever they were made.
  /// Corresponds to `CFRunLoopMode`.
  @frozen
  public struct Mode: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
  {
    public let rawValue: String
    /// Identifies the two well-known modes without comparing text; follows from `rawValue`.
    @usableFromInline let known: Known

    public init(rawValue: String) {
      self.rawValue = rawValue
      switch rawValue.utf8.count {
      case 7 where rawValue == "default": known = .default
      case 6 where rawValue == "common": known = .common
      default: known = .no
      }
    }

    public init(stringLiteral value: String) {
      self.init(rawValue: value)
    }

    @inlinable
    init(_ rawValue: String, _ known: Known) {
      self.rawValue = rawValue
      self.known = known
    }

    /// The mode for general use. Every loop has it.
    @inlinable public static var `default`: Mode { Mode("default", .default) }

    /// Not a mode but a name for all modes that are common in a loop: an item added to it is in each of them,
    /// also in those that become common later. At first `default` is the only one.
    @inlinable public static var common: Mode { Mode("common", .common) }

    public static func == (left: Mode, right: Mode) -> Bool {
      left.known == right.known && (left.known != .no || left.rawValue == right.rawValue)
    }

    /// Whether the names are stored alike, which is quick to see; if not, they may still be equal.
    @inline(__always)
    func isStoredAs(_ other: Mode) -> Bool {
      let mine = unsafeBitCast(rawValue, to: (UInt64, UInt64).self)
      return mine == unsafeBitCast(other.rawValue, to: (UInt64, UInt64).self)
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(rawValue)
    }

    public var description: String { rawValue }
  }
}

extension RunLoop.Mode {
  @usableFromInline enum Known: UInt8, Sendable {
    case no, `default`, common
  }
}
