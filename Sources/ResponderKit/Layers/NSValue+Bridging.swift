// `as? CGRect` finds the rectangle in an `NSValue`, and `as? NSValue` puts one into it, as where Objective-C's objects are bridged: programs write
// both for the frame in a keyboard's notice.

extension Point: _ObjectiveCBridgeable {
  /// The point as an object.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgPoint: self) }

  /// Out of its box: zero if something else is in it.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout Point?) {
    result = source.cgPointValue
  }

  /// Out of its box, if one is in it.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout Point?) -> Bool {
    guard case .point(let value) = source.layerValue else { return false }
    result = value
    return true
  }

  /// Out of its box: zero without one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> Point {
    source?.cgPointValue ?? .zero
  }
}

extension Size: _ObjectiveCBridgeable {
  /// The size as an object.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgSize: self) }

  /// Out of its box: zero if something else is in it.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout Size?) {
    result = source.cgSizeValue
  }

  /// Out of its box, if one is in it.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout Size?) -> Bool {
    guard case .size(let value) = source.layerValue else { return false }
    result = value
    return true
  }

  /// Out of its box: zero without one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> Size {
    source?.cgSizeValue ?? .zero
  }
}

extension Rect: _ObjectiveCBridgeable {
  /// The rectangle as an object.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgRect: self) }

  /// Out of its box: zero if something else is in it.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout Rect?) {
    result = source.cgRectValue
  }

  /// Out of its box, if one is in it.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout Rect?) -> Bool {
    guard case .rect(let value) = source.layerValue else { return false }
    result = value
    return true
  }

  /// Out of its box: zero without one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> Rect {
    source?.cgRectValue ?? .zero
  }
}
