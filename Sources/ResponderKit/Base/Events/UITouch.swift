import HIDEvents

/// One finger on the screen, from its coming down to its going up.
///
/// The window and the view are the ones in which it began, wherever it moves. Places are kept in the window's coordinates.
/// Properties of a move are not checked for exclusive access: each access is one statement without a call.
public final class UITouch: Hashable, CustomStringConvertible {
  /// The phases of a touch. The numbers are UIKit's.
  public enum Phase: Int, Hashable, Sendable {
    /// It came down.
    case began = 0
    /// `moved`: its place, force, radius or buttons changed. `stationary`: it is unchanged, unlike another
    /// touch of the event. `ended`: it went up. `cancelled`: what it began is to be undone.
    case moved, stationary, ended, cancelled
    /// Of a pointer without a pressed button: it entered a window, moved there, or left it.
    case regionEntered, regionMoved, regionExited
  }

  /// The kind of touch.
  public enum TouchType: Int, Hashable, Sendable {
    /// A finger on the screen.
    case direct = 0
    /// `indirect`: a finger on a surface beside the screen. `pencil`: a pen. `indirectPointer`: a mouse or a
    /// touchpad.
    case indirect, pencil, indirectPointer
  }

  /// What happened to it last, or the earlier change that a view or recognizer is being notified of.
  @exclusivity(unchecked) public internal(set) var phase: Phase = .began
  /// How many times a finger came down here in a row; 0 for one that went too far for a tap.
  @exclusivity(unchecked) public internal(set) var tapCount = 1
  /// The window that it came down in.
  @exclusivity(unchecked) public internal(set) var window: UIWindow?
  /// The view that it came down in; nil when hit testing found none.
  @exclusivity(unchecked) public internal(set) var view: UIView?
  /// The kind of touch.
  public let type: TouchType
  /// 1 is an average touch; 0 when not known.
  @exclusivity(unchecked) public internal(set) var force = 0.0
  /// The radius of the touched area in points; 0 when not known.
  @exclusivity(unchecked) public internal(set) var majorRadius = 0.0
  /// When it changed last, in seconds since the clock's zero.
  public var timestamp: Double { Double(nanoseconds) / 1e9 }
  /// The recognizers that get the touch: set when it began, fewer as they ignore it.
  @exclusivity(unchecked) public internal(set) var gestureRecognizers: [UIGestureRecognizer]? = nil

  /// The strongest force in `force`'s measure: 2, where the touch has had a force; 0 when forces are not known.
  public var maximumPossibleForce: Double { hasForce ? 2 : 0 }
  /// A pen's angle to the screen: upright, as angles are not known.
  public var altitudeAngle: Double { .pi / 2 }
  /// The direction in which a pen leans: to the right, as angles are not known.
  public func azimuthAngle(in view: UIView?) -> Double { 0 }
  /// That angle as a unit vector.
  public func azimuthUnitVector(in view: UIView?) -> CGVector { CGVector(dx: 1, dy: 0) }

  // MARK: Inside

  /// Whether its surface has reported a force since the touch began.
  @exclusivity(unchecked) var hasForce = false
  @exclusivity(unchecked) var nanoseconds: UInt64
  /// When it came down.
  let beganNanoseconds: UInt64
  /// In the window's coordinates, as the one before.
  @exclusivity(unchecked) var location: Point
  @exclusivity(unchecked) var previousLocation: Point
  let beganLocation: Point
  /// The delivery's state of it: see TouchDelivery.swift.
  @exclusivity(unchecked) var delivery = TouchDeliveryState()
  /// Samples between the last event and this one, oldest first: see `UIEvent.coalescedTouches`.
  @exclusivity(unchecked) var samples: [Sample] = []
  /// The newest places, for predictions.
  @exclusivity(unchecked) var recent = RecentPlaces()
  /// The pointer's buttons that are, or were last, down; none for fingers.
  @exclusivity(unchecked) var buttons: UIEvent.ButtonMask = []
  let identity: UInt32
  /// The number of the hosted window in which it came down; 0: on the screen.
  @exclusivity(unchecked) var hostNumber: UInt32 = 0
  /// The event that it is or was part of.
  @exclusivity(unchecked) var event: UIEvent?

  /// One of the places that an event sums up.
  struct Sample {
    var location: Point
    var nanoseconds: UInt64
    var force = 0.0
    var radius = 0.0
  }

  init(identity: UInt32, type: TouchType, at location: Point, nanoseconds: UInt64) {
    self.identity = identity
    self.type = type
    self.location = location
    previousLocation = location
    beganLocation = location
    self.nanoseconds = nanoseconds
    beganNanoseconds = nanoseconds
  }

  /// Where it is, in a view's coordinates; nil: the window's.
  public func location(in view: UIView?) -> Point { convert(location, to: view) }

  /// Where it was in the event before. The same place for a touch that began or did not move.
  public func previousLocation(in view: UIView?) -> Point { convert(previousLocation, to: view) }

  /// As `location(in:)`, with all digits that the device gave.
  public func preciseLocation(in view: UIView?) -> Point { location(in: view) }
  /// As `previousLocation(in:)`.
  public func precisePreviousLocation(in view: UIView?) -> Point { previousLocation(in: view) }

  private func convert(_ point: Point, to view: UIView?) -> Point {
    guard let view, view !== window else { return point }
    guard let window else { return view.convert(point, from: nil) }
    return window.convert(point, to: view)
  }

  /// The touch at each of its samples, then as it is.
  func coalesced() -> [UITouch] {
    let now = Sample(location: location, nanoseconds: nanoseconds, force: force, radius: majorRadius)
    return copies(at: samples + [now], after: previousLocation)
  }

  /// The touch as it was or will be at other moments, each after the one before.
  func copies(at samples: [Sample], after place: Point) -> [UITouch] {
    var previous = place
    return samples.map { sample in
      defer { previous = sample.location }
      return copy(at: sample, after: previous)
    }
  }

  private func copy(at sample: Sample, after previous: Point) -> UITouch {
    let copy = UITouch(identity: identity, type: type, at: sample.location, nanoseconds: sample.nanoseconds)
    copy.previousLocation = previous
    copy.phase = phase
    copy.tapCount = tapCount
    copy.window = window
    copy.view = view
    copy.force = sample.force
    copy.hasForce = hasForce
    copy.majorRadius = sample.radius
    copy.gestureRecognizers = gestureRecognizers
    copy.buttons = buttons
    return copy
  }

  public static func == (left: UITouch, right: UITouch) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  public var description: String {
    "<touch \(identity) \(phase) at \(location) taps: \(tapCount) view: \(view?.description ?? "none")>"
  }
}
