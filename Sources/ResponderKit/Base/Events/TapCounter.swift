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
    unowned(unsafe) var surface: AnyObject?
  }

  private var taps: [Tap] = []

  /// The count of a finger that comes down at a place of a surface: a window, for touches.
  mutating func began(at place: Point, on surface: AnyObject?, time: UInt64) -> Int {
    taps.removeAll { time &- $0.ended > Self.longestPause }
    let index = taps.firstIndex {
      $0.surface === surface && $0.place.distance(to: place) <= Self.farthest
    }
    guard let index else { return 1 }
    // Each tap has one that comes after it.
    return taps.remove(at: index).count + 1
  }

  /// A finger that came down at the place went up there, or not far from there.
  ///
  /// - Parameter count: what `began` gave, or 0 for a finger that strayed.
  mutating func ended(count: Int, at place: Point, on surface: AnyObject?, time: UInt64) {
    guard count > 0 else { return }
    if taps.count >= 16 { taps.removeFirst() }
    taps.append(Tap(place: place, ended: time, count: count, surface: surface))
  }
}

extension UITouch {
  /// It went farther than a tap does.
  var strayedTooFar: Bool { !(location.distance(to: beganLocation) <= TapCounter.farthest) }
}
