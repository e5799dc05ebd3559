/// The objects of a connection by their numbers.
///
/// A retired number is not free before the compositor frees it: until then events for it may be pending, and their
/// descriptors have to be taken, so the kind of the object is kept.
struct WaylandObjects<Value> {
  /// The first number that the compositor gives out itself.
  static var firstOfCompositor: UInt32 { 0xFF00_0000 }
  /// The most objects of the compositor's own.
  static var mostOfCompositor: Int { 4096 }

  /// Objects that exist, and those that the compositor has not freed.
  var count: Int { entries.count }

  private var entries: [UInt32: (value: Value, isRetired: Bool)] = [:]
  private var free: [UInt32] = []
  private var next: UInt32 = 1
  private var countOfCompositor = 0

  /// Gives an object of this side its number.
  mutating func add(_ value: Value) -> UInt32 {
    let number: UInt32
    if let last = free.popLast() {
      number = last
    } else {
      number = next
      next += 1
    }
    entries[number] = (value, false)
    return number
  }

  /// Adds an object that the compositor has made with an event. Its number may be one that this side has given up.
  mutating func add(_ value: Value, ofCompositor number: UInt32) throws(WaylandError) {
    guard number >= Self.firstOfCompositor else { throw .malformed("a new object with this side's number") }
    if let old = entries[number] {
      guard old.isRetired else { throw .malformed("a new object with the number of another") }
    } else {
      guard countOfCompositor < Self.mostOfCompositor else { throw .malformed("too many objects") }
      countOfCompositor += 1
    }
    entries[number] = (value, false)
  }

  /// Marks an object as destroyed by this side. No effect on an object that was freed before.
  mutating func retire(_ number: UInt32) { entries[number]?.isRetired = true }

  /// Frees a number: the compositor sends nothing more for it. The compositor does so for callbacks that this side has not
  /// given up, too.
  mutating func delete(_ number: UInt32) throws(WaylandError) {
    guard number > 1, number < Self.firstOfCompositor, entries.removeValue(forKey: number) != nil else {
      throw .malformed("the end of an object that does not exist")
    }
    free.append(number)
  }

  /// What an event is for, and whether this side has given it up.
  func find(_ number: UInt32) throws(WaylandError) -> (value: Value, isRetired: Bool) {
    guard let entry = entries[number] else { throw .malformed("an event for an object that does not exist") }
    return entry
  }
}
