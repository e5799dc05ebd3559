/// Reads class method tables in memory: Swift has no other way to ask whether a subclass overrides a method.
struct MethodTable: @unchecked Sendable {
  private let base: UnsafePointer<UInt>
  /// Where the method is; nil where that was not found.
  private let place: Int?

  /// Finds a method: the one word in which a class that overrides it differs from its superclass and from a class that does not. The three
  /// accessors of a property stand side by side, and are overridden together: the first one stands for all.
  init(of base: AnyClass, plain: AnyClass, overriding: AnyClass) {
    self.base = Self.words(base)
    place = Self.place(self.base, Self.words(plain), Self.words(overriding))
  }

  /// Whether a subclass, or one between it and the class, has a method of its own. True where the method was not found.
  func isOverridden(in type: AnyClass) -> Bool {
    guard let place else { return true }
    return Self.words(type)[place] != base[place]
  }

  private static func words(_ type: AnyClass) -> UnsafePointer<UInt> {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  }

  private static func place(
    _ base: UnsafePointer<UInt>, _ plain: UnsafePointer<UInt>, _ overriding: UnsafePointer<UInt>
  ) -> Int? {
    guard MemoryLayout<UInt>.size == 8 else { return nil }
    // The size of what all subclasses have, in bytes, with a part before the first word.
    let sizes = base[4]
    let bytes = Int(sizes & 0xFFFF_FFFF) - Int(sizes >> 32)
    guard bytes > 64, bytes < 1 << 16 else { return nil }
    // Before the methods are what a class is and how large it is.
    let found = (7..<bytes / 8).filter { base[$0] == plain[$0] && base[$0] != overriding[$0] }
    guard let first = found.first, let last = found.last, last - first < 3 else { return nil }
    return found.count == last - first + 1 ? first : nil
  }
}
