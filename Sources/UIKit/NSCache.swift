import RunLoopCore

/// Objects that are kept by their keys as long as there is room: Foundation's class. Any thread may use it. A file with Foundation says which one it
/// means.
///
/// Without limits all objects are kept. Beyond a limit the object that was used longest ago is released first.
public final class NSCache<KeyType: Hashable, ObjectType>: @unchecked Sendable {
  private struct Entry {
    var object: ObjectType
    var cost: Int
    var use: UInt64
  }

  private struct Contents {
    var entries: [KeyType: Entry] = [:]
    var uses: UInt64 = 0
    var cost = 0
    var countLimit = 0
    var totalCostLimit = 0

    /// Takes out an object.
    mutating func remove(_ key: KeyType) -> ObjectType? {
      guard let entry = entries.removeValue(forKey: key) else { return nil }
      cost = max(cost.subtractingReportingOverflow(entry.cost).partialValue, 0)
      return entry.object
    }

    /// Takes out what is beyond the limits.
    mutating func shrink() -> [ObjectType] {
      var removed: [ObjectType] = []
      while (countLimit > 0 && entries.count > countLimit) || (totalCostLimit > 0 && cost > totalCostLimit) {
        guard let oldest = entries.min(by: { $0.value.use < $1.value.use }) else { break }
        if let object = remove(oldest.key) { removed.append(object) }
      }
      return removed
    }
  }

  // Objects are released outside of the lock: that may run a program's code.
  private let contents = Guarded(Contents())
  private let title = Guarded("")

  /// An empty cache without limits.
  public init() {}

  /// A name for the program's use.
  public var name: String {
    get { title.withLock { $0 } }
    set { title.withLock { $0 = newValue } }
  }

  /// The most objects; 0, the default: any number.
  public var countLimit: Int {
    get { contents.withLock { $0.countLimit } }
    set {
      _ = contents.withLock {
        $0.countLimit = newValue
        return $0.shrink()
      }
    }
  }

  /// The most that all objects cost together; 0, the default: anything.
  public var totalCostLimit: Int {
    get { contents.withLock { $0.totalCostLimit } }
    set {
      _ = contents.withLock {
        $0.totalCostLimit = newValue
        return $0.shrink()
      }
    }
  }

  /// The object of a key; nil: none is kept.
  public func object(forKey key: KeyType) -> ObjectType? {
    contents.withLock {
      $0.uses += 1
      $0.entries[key]?.use = $0.uses
      return $0.entries[key]?.object
    }
  }

  /// Keeps an object in place of the key's last one.
  public func setObject(_ object: ObjectType, forKey key: KeyType) {
    setObject(object, forKey: key, cost: 0)
  }

  /// Keeps an object that costs so much of the limit. A negative cost counts as 0.
  public func setObject(_ object: ObjectType, forKey key: KeyType, cost: Int) {
    _ = contents.withLock {
      let old = $0.remove(key)
      let cost = max(cost, 0)
      $0.uses += 1
      $0.entries[key] = Entry(object: object, cost: cost, use: $0.uses)
      let (sum, isTooMuch) = $0.cost.addingReportingOverflow(cost)
      $0.cost = isTooMuch ? .max : sum
      return (old, $0.shrink())
    }
  }

  /// Releases the object of a key.
  public func removeObject(forKey key: KeyType) { _ = contents.withLock { $0.remove(key) } }

  /// Releases all objects.
  public func removeAllObjects() {
    _ = contents.withLock {
      let old = $0.entries
      ($0.entries, $0.cost) = ([:], 0)
      return old
    }
  }
}
