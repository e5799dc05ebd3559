import RunLoopCore

/// ``DisplayLink`` in UIKit's words: times are seconds, and a target's message is called. The target is held until it is invalidated.
public final class CADisplayLink: NSObject {
  private var body: ((CADisplayLink) -> Void)?
  private var link: DisplayLink?
  /// Where it was added.
  private var places: [(loop: RunLoop, mode: RunLoop.Mode)] = []

  /// Calls a message of the target once per frame.
  public convenience init(target: AnyObject, selector: Selector) {
    self.init { link in selector.perform(on: target, from: link, for: nil) }
  }

  /// Calls a closure once per frame.
  public init(_ body: @escaping (CADisplayLink) -> Void) {
    self.body = body
    super.init()
  }

  /// While true it does not call back.
  public var isPaused = false { didSet { link?.isPaused = isPaused } }
  /// 0: as often as the screen shows pictures. A change counts from the next frame on.
  public var preferredFramesPerSecond = 0 {
    didSet { if preferredFramesPerSecond != oldValue { changeLink() } }
  }
  /// How often frames should come: its preferred number, or else its greatest.
  public var preferredFrameRateRange = CAFrameRateRange.default {
    didSet {
      let wanted = preferredFrameRateRange.preferred ?? preferredFrameRateRange.maximum
      preferredFramesPerSecond = wanted > 0 ? Int(min(wanted, 1_000_000).rounded()) : 0
    }
  }
  /// When the frame that is being made began.
  public var timestamp: CFTimeInterval { link.map { Double($0.timestamp.nanoseconds) / 1e9 } ?? 0 }
  /// When the next frame begins.
  public var targetTimestamp: CFTimeInterval {
    link.map { Double($0.targetTimestamp.nanoseconds) / 1e9 } ?? 0
  }
  /// How long a frame is.
  public var duration: CFTimeInterval { link.map { Double($0.duration.wholeNanoseconds) / 1e9 } ?? 0 }

  /// Begins to call back in a mode of a loop. Without a descriptor for it, it does not.
  public func add(to loop: RunLoop, forMode mode: RunLoop.Mode) {
    guard body != nil else { return }
    let link = link ?? newLink()
    do {
      try link.add(to: loop, mode: mode)
      self.link = link
      places.append((loop, mode))
    } catch {
      link.invalidate()
    }
  }

  /// Stops calling back in this mode of the loop. Without effect where it was not added.
  public func remove(from loop: RunLoop, forMode mode: RunLoop.Mode) {
    guard let index = places.firstIndex(where: { $0.loop === loop && $0.mode == mode }) else { return }
    places.remove(at: index)
    if places.isEmpty {
      link?.invalidate()
      link = nil
    } else if !places.contains(where: { $0.loop === loop && $0.mode == mode }) {
      link?.remove(from: mode)
    }
  }

  private func newLink() -> DisplayLink {
    let link = DisplayLink(framesPerSecond: preferredFramesPerSecond > 0 ? preferredFramesPerSecond : nil) {
      [self] _ in body?(self)
    }
    link.isPaused = isPaused
    return link
  }

  /// Continues with a link of another frequency in the same places.
  private func changeLink() {
    guard let old = link else { return }
    let places = places
    self.places = []
    link = nil
    old.invalidate()
    for place in places { add(to: place.loop, forMode: place.mode) }
  }

  /// Ends it permanently.
  public func invalidate() {
    link?.invalidate()
    link = nil
    body = nil
    places = []
  }
}

/// How many frames a second are wanted.
public struct CAFrameRateRange: Hashable, Sendable {
  /// The lowest number, if possible.
  public var minimum: Float
  /// The highest number.
  public var maximum: Float
  /// The best number; nil: any.
  public var preferred: Float?

  /// A range of numbers of frames a second.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
  }

  /// As many frames as the screen shows.
  public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0)
}
