import RunLoopCore

/// Objects that are kept by their keys as long as there is room: Foundation's class. Any thread may use it. A file with Foundation says which one it
/// means.
///
/// Without limits all objects are kept. Beyond a limit the object that was used longest ago is released first.
open class NSCache<KeyType: Hashable, ObjectType>: @unchecked Sendable {
  /// An object, and its neighbours in the order of use. The table retains it.
  private final class Entry {
    let key: KeyType
    let object: ObjectType
    let cost: Int
    unowned(unsafe) var older: Entry?
    unowned(unsafe) var newer: Entry?

    init(_ key: KeyType, _ object: ObjectType, _ cost: Int) {
      (self.key, self.object, self.cost) = (key, object, cost)
    }
  }

  /// What was taken out. It is released outside of the lock: that may run a program's code.
  private typealias Removed = (key: KeyType, entry: Entry)

  private struct Contents {
    var entries: [KeyType: Entry] = [:]
    unowned(unsafe) var oldest: Entry?
    unowned(unsafe) var newest: Entry?
    /// Of all together: it may be more than any cost can be.
    var cost: Int128 = 0
    var countLimit = 0
    var totalCostLimit = 0

    mutating func link(_ entry: Entry) {
      entry.older = newest
      newest?.newer = entry
      newest = entry
      if oldest == nil { oldest = entry }
      cost += Int128(entry.cost)
    }

    mutating func unlink(_ entry: Entry) {
      if let older = entry.older { older.newer = entry.newer } else { oldest = entry.newer }
      if let newer = entry.newer { newer.older = entry.older } else { newest = entry.older }
      (entry.older, entry.newer) = (nil, nil)
      cost -= Int128(entry.cost)
    }

    mutating func object(_ key: KeyType) -> ObjectType? {
      guard let entry = entries[key] else { return nil }
      if newest !== entry {
        unlink(entry)
        link(entry)
      }
      return entry.object
    }

    /// Puts an object in place of the key's last one, which is returned.
    mutating func put(_ entry: Entry) -> Entry? {
      let old = entries.updateValue(entry, forKey: entry.key)
      if let old { unlink(old) }
      link(entry)
      return old
    }

    mutating func remove(_ key: KeyType) -> Removed? {
      guard let place = entries.index(forKey: key) else { return nil }
      let removed = entries.remove(at: place)
      unlink(removed.value)
      return (removed.key, removed.value)
    }

    /// Takes out what is beyond the limits.
    mutating func shrink() -> [Removed] {
      var removed: [Removed] = []
      while (countLimit > 0 && entries.count > countLimit) || (totalCostLimit > 0 && cost > totalCostLimit) {
        guard let key = oldest?.key, let entry = remove(key) else { break }
        removed.append(entry)
      }
      return removed
    }
  }

  private let contents = Guarded(Contents())
  private let title = Guarded("")

  /// An empty cache without limits.
  public init() {}

  /// A name for the program's use.
  open var name: String {
    get { title.withLock { $0 } }
    set { title.withLock { $0 = newValue } }
  }

  /// The most objects; 0, the default: any number.
  open var countLimit: Int {
    get { contents.withLock { $0.countLimit } }
    set {
      _ = contents.withLock {
        $0.countLimit = newValue
        return $0.shrink()
      }
    }
  }

  /// The most that all objects cost together; 0, the default: anything.
  open var totalCostLimit: Int {
    get { contents.withLock { $0.totalCostLimit } }
    set {
      _ = contents.withLock {
        $0.totalCostLimit = newValue
        return $0.shrink()
      }
    }
  }

  /// The object of a key; nil: none is kept.
  open func object(forKey key: KeyType) -> ObjectType? { contents.withLock { $0.object(key) } }

  /// Keeps an object in place of the key's last one.
  open func setObject(_ object: ObjectType, forKey key: KeyType) {
    setObject(object, forKey: key, cost: 0)
  }

  /// Keeps an object that costs so much of the limit. A negative cost counts as 0.
  open func setObject(_ object: ObjectType, forKey key: KeyType, cost: Int) {
    let entry = Entry(key, object, max(cost, 0))
    _ = contents.withLock { ($0.put(entry), $0.shrink()) }
  }

  /// Releases the object of a key.
  open func removeObject(forKey key: KeyType) { _ = contents.withLock { $0.remove(key) } }

  /// Releases all objects.
  open func removeAllObjects() {
    _ = contents.withLock {
      let old = $0.entries
      ($0.entries, $0.oldest, $0.newest, $0.cost) = ([:], nil, nil, 0)
      return old
    }
  }
}
