/// Counts taps: a finger that comes down soon after and near where one went up continues its count.
struct TapCounter {
  /// Not longer between one finger's going up and the next one's coming down.
  static let longestPause: UInt64 = 350_000_000
  /// Not farther, in points.
  static let farthest = 45.0

  private struct Tap {
    var place: Point
    var ended: UInt64
    var count: Int
    unowned(unsafe) var window: UIWindow?
  }

  private var taps: [Tap] = []

  /// The count of a touch that comes down.
  mutating func began(_ touch: UITouch) -> Int {
    taps.removeAll { touch.nanoseconds &- $0.ended > Self.longestPause }
    let index = taps.firstIndex {
      $0.window === touch.window && $0.place.distance(to: touch.location) <= Self.farthest
    }
    guard let index else { return 1 }
    // Each tap has one that comes after it.
    return taps.remove(at: index).count + 1
  }

  /// A touch went up where it came down, or not far from there.
  mutating func ended(_ touch: UITouch, at time: UInt64) {
    guard touch.tapCount > 0 else { return }
    if taps.count >= 16 { taps.removeFirst() }
    taps.append(Tap(place: touch.beganLocation, ended: time, count: touch.tapCount, window: touch.window))
  }
}

extension UITouch {
  /// It went farther than a tap does.
  var strayedTooFar: Bool { !(location.distance(to: beganLocation) <= TapCounter.farthest) }
}
