import RunLoopCore

/// When a screen shows its pictures, where that is known: display links beat with it, in place of a timer.
///
/// The screen's driver calls `beat` after each blanking that was asked for by `request`, from a port source in the common modes.
public final class DisplayBeats {
  /// From one beat to the next.
  public let interval: Duration
  /// Asks for one beat; false when there will be none.
  private let request: () -> Bool
  private var waiting: [DisplayLink] = []

  /// Beats of a screen. `request` may be called again before the beat that it asked for.
  public init(interval: Duration, request: @escaping () -> Bool) {
    self.interval = interval
    self.request = request
  }

  /// A blanking began.
  public func beat(at time: RunLoop.Instant) {
    let links = waiting
    waiting = []
    for link in links { link.screenBeat(at: time) }
  }

  /// The link waits for the next beat. False when there will be none.
  func wait(_ link: DisplayLink) -> Bool {
    if waiting.contains(where: { $0 === link }) { return true }
    guard request() else { return false }
    waiting.append(link)
    return true
  }

  func leave(_ link: DisplayLink) { waiting.removeAll { $0 === link } }
}
