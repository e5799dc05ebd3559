import LinuxSystem

extension CGVector {
  init(angle: Double, length: Double) { self.init(dx: cos(angle) * length, dy: sin(angle) * length) }

  /// In radians: clockwise from the right.
  var angle: Double { atan2(dy, dx) }
  var length: Double { Point(dx, dy).length }
}
