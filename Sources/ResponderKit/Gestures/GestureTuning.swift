/// All numbers of recognizers, controls and scrolling: times as durations, lengths in points.
///
/// `application.gestureTuning` counts; a change counts for what begins later. UIKit documents few of these numbers; the
/// others are what its behaviour shows, or a choice.
public struct GestureTuning: Hashable, Sendable {
  /// The defaults of the properties.
  public init() {}

  // MARK: Taps

  /// A finger that is down for longer does not tap.
  public var longestTap: Duration = .milliseconds(750)
  /// Between two taps of one gesture.
  public var longestPauseBetweenTaps: Duration = .milliseconds(350)
  /// How far a tapping finger may move, and how far apart the taps of one gesture may be.
  public var tapMovement = 45.0

  // MARK: Long presses

  /// How long fingers stay where they are until a long press begins, unless the recognizer has a time of its
  /// own.
  public var longPressDuration: Duration = .milliseconds(500)
  /// Before it begins; afterwards it may move freely.
  public var longPressMovement = 10.0

  // MARK: Movements

  /// How far the fingers' middle moves until a pan begins.
  public var panSlop = 10.0
  /// A pan's velocity is that of its last part.
  public var velocityWindow: Duration = .milliseconds(100)
  /// How long a swipe may take.
  public var swipeLongest: Duration = .milliseconds(500)
  /// How far a swipe goes at least in its direction.
  public var swipeLength = 50.0
  /// How far a swipe goes at most across its direction, and backwards.
  public var swipeWidth = 50.0
  /// How much the distance of two fingers changes until a pinch begins.
  public var pinchSlop = 8.0
  /// How far two fingers go round their middle until a rotation begins: the way of each.
  public var rotationArc = 8.0
  /// How near to its edge a screen edge pan begins.
  public var screenEdge = 25.0

  // MARK: Waiting

  /// A recognizer that waits for more touches without saying for how long fails after this.
  public var longestWait: Duration = .seconds(2)

  // MARK: Controls

  /// How far around a control a finger that came down in it still counts as inside.
  public var controlSlop = 70.0
  /// How far a switch's finger moves until it drags the knob.
  public var switchSlop = 10.0
  /// How far around its knob a slider is taken hold of.
  public var sliderSlop = 12.0

  // MARK: Scrolling

  /// How long what is in a scroll view waits for its touches, since they may scroll.
  public var contentTouchDelay: Duration = .milliseconds(150)
  /// The remaining part of the way beyond the edge: 1 follows the finger.
  public var rubberBand = 0.55
  /// Speed in points a second below which a scroll stops.
  public var slowestDeceleration = 15.0
  /// How much of a velocity is left after a millisecond, for `DecelerationRate.normal`.
  public var decelerationNormal = 0.998
  /// How much of a velocity is left after a millisecond, for `DecelerationRate.fast`.
  public var decelerationFast = 0.99
  /// How quickly a scroll that went beyond the edge comes back, in 1/s.
  public var bounceStiffness = 14.0
  /// The time in which a page moves to its place.
  public var pageDuration: Duration = .milliseconds(400)
  /// A finger on content that scrolls more slowly than this, in points a second, stops it, and the content gets the touch as well.
  public var slowestCatch = 50.0
  /// With the direction lock on: how much farther along one axis than along the other a drag goes that keeps to it.
  public var directionLock = 2.0
  /// How long the scroll indicators stay after a scroll.
  public var indicatorPause: Duration = .milliseconds(300)
  /// How long the scroll indicators fade after that.
  public var indicatorFading: Duration = .milliseconds(250)
  /// How long a scroll or a zoom lasts that the program asks for.
  public var scrollDuration: Duration = .milliseconds(300)
}

extension Duration {
  /// Whole nanoseconds; 0 for less than nothing.
  var asNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : product &+ UInt64(attoseconds / 1_000_000_000)
  }
}
