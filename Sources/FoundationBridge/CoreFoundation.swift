internal import CFoundationHooks

/// Functions of the process's Foundation that the engine calls, found by name, not linked.
enum CoreFoundation {
  /// Set once, before the first function is served.
  @exclusivity(unchecked) nonisolated(unsafe) static private(set) var functions = cf_functions()
  /// The toolchain's functions that the engine's stand in for. Set at the same time.
  @exclusivity(unchecked) nonisolated(unsafe) static private(set) var real = cf_hooks()
  nonisolated(unsafe) private static var types = Types()

  private struct Types {
    var string: UInt = 0
    var array: UInt = 0
    var set: UInt = 0
  }

  private static let utf8: UInt32 = 0x0800_0100

  /// False when a function is missing.
  static func find(_ call: cf_engine_call) -> Bool {
    guard let foundation = call.foundation, let table = call.real, cf_find(foundation, &functions) == nil
    else {
      return false
    }
    real = table.pointee
    types = Types(
      string: functions.CFStringGetTypeID(), array: functions.CFArrayGetTypeID(),
      set: functions.CFSetGetTypeID())
    return true
  }

  // MARK: References

  @inline(__always)
  static func retain(_ object: cf_object) { _ = functions.CFRetain(object) }

  /// May deallocate it, and so call back: without a lock.
  @inline(__always)
  static func release(_ object: cf_object) { functions.swift_release(object) }

  /// Retains an object that another thread may be deallocating; false when that is so.
  @inline(__always)
  static func retainIfAlive(_ object: cf_object) -> Bool { functions.swift_tryRetain(object) != nil }

  /// Whether the loop is the calling thread's. Makes that loop when there is none.
  static func isCurrent(_ loop: cf_object) -> Bool { functions.CFRunLoopGetCurrent() == loop }

  // MARK: Strings

  /// The string's text; invalid Unicode becomes `?`.
  static func text(_ string: cf_type) -> String {
    let range = cf_range(location: 0, length: functions.CFStringGetLength(string))
    // Three bytes at most for each unit of UTF-16.
    return String(unsafeUninitializedCapacity: 3 * range.length) { buffer in
      var used = 0
      _ = functions.CFStringGetBytes(
        string, range, utf8, UInt8(ascii: "?"), 0, buffer.baseAddress, buffer.count, &used)
      return used
    }
  }

  /// A new string, which is the caller's.
  static func createString(_ text: String) -> cf_type? {
    var text = text
    return text.withUTF8 { functions.CFStringCreateWithBytes(nil, $0.baseAddress, $0.count, utf8, 0) }
  }

  // MARK: Collections

  /// A new array of objects, which it takes over from the caller.
  static func createArray(taking objects: [cf_type]) -> cf_type? {
    let array = functions.CFArrayCreateMutable(nil, 0, functions.arrayCallbacks)
    for object in objects {
      if let array { functions.CFArrayAppendValue(array, object) }
      functions.CFRelease(object)
    }
    return array.map { cf_type($0) }
  }

  /// The strings of a string, an array or a set; nil of anything else.
  static func strings(_ value: cf_type) -> [cf_type]? {
    switch functions.CFGetTypeID(value) {
    case types.string: return [value]
    case types.array:
      return (0..<functions.CFArrayGetCount(value)).compactMap { functions.CFArrayGetValueAtIndex(value, $0) }
    case types.set:
      var elements = [cf_type?](repeating: nil, count: functions.CFSetGetCount(value))
      functions.CFSetGetValues(value, &elements)
      return elements.compactMap(\.self)
    default: return nil
    }
  }

  // MARK: Time

  /// Now, in seconds since 2001.
  @inline(__always)
  static var now: Double { functions.CFAbsoluteTimeGetCurrent() }
}
