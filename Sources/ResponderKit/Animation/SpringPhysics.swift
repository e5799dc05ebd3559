/// A weight on a spring, by its constants.
struct SpringPhysics {
  let mass: Double
  let stiffness: Double
  let damping: Double

  private var isSound: Bool {
    mass > 0 && stiffness > 0 && damping > 0 && (mass + stiffness + damping).isFinite
  }

  /// 1 does not swing.
  var ratio: Double { isSound ? damping / (2 * (stiffness * mass).squareRoot()) : 1 }

  /// Until it is at rest, to a thousandth of the way, in seconds.
  var settlingDuration: Double {
    guard isSound else { return 0.5 }
    let frequency = (stiffness / mass).squareRoot()
    return min(ratio < 1 ? 6.908 / (ratio * frequency) : 9.233 / frequency, 60)
  }
}
