extension UITouch {
  /// Its places in one and in two frames if its movement continues.
  func predictions() -> [UITouch]? {
    guard phase == .moved, let velocity = recent.velocity() else { return nil }
    let frame: UInt64 = 1_000_000_000 / 60
    let samples = (1...2).map { number in
      let ahead = frame * UInt64(number)
      let seconds = Double(ahead) / 1e9
      return Sample(
        location: location + Point(velocity.x * seconds, velocity.y * seconds),
        nanoseconds: nanoseconds &+ ahead, force: force, radius: majorRadius)
    }
    return copies(at: samples, after: location)
  }
}
