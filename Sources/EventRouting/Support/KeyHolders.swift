/// Which keys are held, and by how many keyboards.
struct KeyHolders<Key: Hashable> {
  private var counts: [Key: Int] = [:]

  /// Keys that are down.
  var keys: Dictionary<Key, Int>.Keys { counts.keys }

  /// One more keyboard holds the key. False if another one holds it already.
  mutating func press(_ key: Key) -> Bool {
    counts[key, default: 0] += 1
    return counts[key] == 1
  }

  /// One keyboard less holds the key. False if another one still holds it.
  mutating func release(_ key: Key) -> Bool {
    let left = counts[key, default: 0] - 1
    counts[key] = left > 0 ? left : nil
    return left <= 0
  }
}
