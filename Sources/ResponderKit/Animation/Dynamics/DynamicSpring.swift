/// How hard something is held in its place, as numbers for a step. It never swings more than it should, however long the step is.
struct DynamicSpring {
  let rate: Double
  let mass: Double
  let impulse: Double

  /// - Parameters:
  ///   - frequency: swings a second.
  ///   - damping: 1: without swinging.
  init(frequency: Double, damping: Double, step: Double) {
    let speed = 2 * Double.pi * max(frequency, 0.01)
    let first = 2 * max(damping, 0) + step * speed
    let second = step * speed * first
    let third = 1 / (1 + second)
    rate = speed / first
    mass = second * third
    impulse = third
  }

  /// Hardly yields.
  static func stiff(_ step: Double) -> DynamicSpring {
    DynamicSpring(frequency: 0.25 / step, damping: 5, step: step)
  }
}
