import HIDEvents

/// Converts the units of a device to points of the screen.
struct Surface: Sendable {
  let width: Double
  let height: Double
  let kind: HIDEvent.Contact.Kind
  private let horizontal: DeviceDescription.Axis?
  private let vertical: DeviceDescription.Axis?
  private let pressure: DeviceDescription.Axis?

  /// - Parameter isContacts: whether the axes are those of multi-touch, or of a single contact.
  init(_ description: DeviceDescription, width: Double, height: Double, isContacts: Bool) {
    self.width = width
    self.height = height
    horizontal = description.axes[isContacts ? InputCode.contactX : InputCode.x]
    vertical = description.axes[isContacts ? InputCode.contactY : InputCode.y]
    pressure = description.axes[isContacts ? InputCode.contactPressure : InputCode.pressure]
    // Property 0: it moves a pointer, like a pad beside the screen.
    kind = description.properties.contains(0) && !description.properties.contains(1) ? .indirect : .finger
  }

  /// An axis of n values divides the screen into n parts; a value is the beginning of its part.
  func x(_ value: Int32) -> Double { Self.place(value, horizontal, width) }
  func y(_ value: Int32) -> Double { Self.place(value, vertical, height) }

  private static func place(_ value: Int32, _ axis: DeviceDescription.Axis?, _ size: Double) -> Double {
    guard let axis, let span = axis.span else { return Double(value) }
    return min(max(0, (Double(value) - Double(axis.minimum)) / span * size), size)
  }

  /// Half of the range is an average touch. Without a range the force is unknown.
  func force(_ value: Int32) -> Double {
    guard let pressure, let span = pressure.span else { return 0 }
    return min(max(0, (Double(value) - Double(pressure.minimum)) / span * 2), 2)
  }

  func radius(_ major: Int32) -> Double {
    guard let horizontal, let span = horizontal.span else { return max(0, Double(major) / 2) }
    return max(0, Double(major) / span * width / 2)
  }
}
