/// The surface that windows are on. Not a responder.
public final class UIScreen {
  /// In points, with the origin at the upper left.
  public internal(set) var bounds: Rect
  /// Pixels per point; 3 unless the application was made with another scale.
  public internal(set) var scale: Double
  /// How often a frame is shown.
  public internal(set) var maximumFramesPerSecond: Int
  /// When it shows its pictures, where its driver says that; display links that are made from then on beat with it.
  public private(set) var beats: DisplayBeats?

  /// The parts that are covered or cut off at its edges; `screenSafeAreaChanged` sets them. Zero by default.
  public internal(set) var safeAreaInsets = EdgeInsets.zero

  /// From 0 to 1; kept, and without effect on the screen. 1 at first.
  public var brightness = 1.0 {
    didSet {
      if !(0...1 ~= brightness) { brightness = brightness.isNaN ? oldValue : min(max(brightness, 0), 1) }
    }
  }

  init(bounds: Rect = Rect(0, 0, 390, 844), scale: Double = 3, maximumFramesPerSecond: Int = 60) {
    self.bounds = bounds
    self.scale = scale
    self.maximumFramesPerSecond = maximumFramesPerSecond
  }

  /// The screen's driver says when it shows pictures; nil: a timer has to do.
  public func setBeats(_ beats: DisplayBeats?) {
    self.beats = beats
    guard let interval = beats?.interval.wholeNanoseconds, interval > 0 else { return }
    maximumFramesPerSecond = max(Int((1e9 / Double(interval)).rounded()), 1)
  }
}
