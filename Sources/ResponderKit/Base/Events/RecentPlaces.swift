/// The last few places of a touch with their times: what predictions and velocities are made of. Fixed in size, so that
/// a moving touch costs no memory.
struct RecentPlaces {
  private typealias Place = (location: Point, nanoseconds: UInt64)
  private var places: (Place, Place, Place, Place)
  private var count = 0

  init() {
    let none: Place = (.zero, 0)
    places = (none, none, none, none)
  }

  mutating func add(_ location: Point, at nanoseconds: UInt64) {
    places = (places.1, places.2, places.3, (location, nanoseconds))
    count = min(count + 1, 4)
  }

  /// Points per second along both axes, over the places that are not older than `window`; nil when not known.
  func velocity(window: UInt64 = 100_000_000) -> Point? {
    let last = places.3
    var first = last
    if count > 1, last.nanoseconds &- places.2.nanoseconds <= window { first = places.2 }
    if count > 2, last.nanoseconds &- places.1.nanoseconds <= window { first = places.1 }
    if count > 3, last.nanoseconds &- places.0.nanoseconds <= window { first = places.0 }
    guard last.nanoseconds > first.nanoseconds else { return nil }
    let seconds = Double(last.nanoseconds - first.nanoseconds) / 1e9
    let way = last.location - first.location
    return Point(way.x / seconds, way.y / seconds)
  }
}
