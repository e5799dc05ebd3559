import RunLoopCore

/// The state of a view that shows pictures one after the other.
struct ImageMovie {
  var isRunning = false
  /// Whether it shows the pictures of an animated image, and not the program's list.
  var isOfImage = false
  /// Which picture is shown, counted from the start over all rounds.
  var number = 0
  /// For how many seconds it ran before it came into its window.
  var elapsed = 0.0
  /// When it came into its window, or the animation was started there; nil outside.
  var start: RunLoop.Instant?
  /// The loop of the window's application, also after it has left the window.
  weak var loop: RunLoop?
  /// Fires when the next image is due.
  var alarm: Alarm?
  /// Whether it is out of sight, and continues when it is drawn.
  var isWaiting = false

  /// The seconds for which it has run.
  func seconds(at now: RunLoop.Instant) -> Double {
    elapsed + (start.map { Double($0.duration(to: now).wholeNanoseconds) / 1e9 } ?? 0)
  }
}

extension UIImageView {
  /// What is shown one after the other.
  private var moviePictures: [UIImage]? {
    if movie.isOfImage { return picture?.images }
    return isHighlighted ? highlightedAnimationImages ?? animationImages : animationImages
  }

  /// The picture of the present moment, while it is animated.
  final var animationImage: UIImage? {
    guard movie.isRunning, let images = moviePictures, !images.isEmpty else { return nil }
    return images[movie.number % images.count]
  }

  final func startMovie() {
    guard !movie.isRunning || movie.isOfImage else { return }
    let wasOfImage = movie.isOfImage
    movie.isOfImage = false
    guard moviePictures?.isEmpty == false else {
      movie.isOfImage = wasOfImage
      return movie.isRunning ? () : pictureChanged()
    }
    movie.isRunning = true
    beginMovie()
  }

  /// The picture that is shown without the program's list is another one: an animated one begins.
  final func pictureChanged() {
    guard !movie.isRunning || movie.isOfImage else { return }
    let isAnimated = picture?.images?.isEmpty == false
    guard isAnimated || movie.isRunning else { return }
    guard isAnimated else { return stopMovie() }
    (movie.isOfImage, movie.isRunning) = (true, true)
    beginMovie()
  }

  /// The program's list has ended, or is taken away: an animated picture begins again.
  final func endMovie() {
    guard movie.isRunning else { return }
    let wasOfImage = movie.isOfImage
    stopMovie()
    if !wasOfImage { pictureChanged() }
  }

  final func stopMovie() {
    (movie.isRunning, movie.isOfImage) = (false, false)
    movie.alarm?.cancel()
    setNeedsDisplay()
  }

  /// The program's pictures or their time have changed: it stands still at `image` without any.
  final func animationChanged() {
    guard movie.isRunning, !movie.isOfImage else { return }
    if moviePictures?.isEmpty != false { return endMovie() }
    beginMovie()
  }

  private func beginMovie() {
    (movie.number, movie.elapsed, movie.start) = (0, 0, nil)
    setNeedsDisplay()
    movieWindowChanged()
  }

  /// Runs while it is in a window, and stands still outside.
  final func movieWindowChanged() {
    movie.alarm?.cancel()
    guard movie.isRunning, let loop = window?.application?.loop ?? movie.loop else { return }
    movie.loop = loop
    movie.elapsed = movie.seconds(at: loop.now)
    movie.start = window == nil ? nil : loop.now
    continueMovie()
  }

  /// Shows the picture that is due, and waits for the next one.
  ///
  /// - Parameter isDrawn: it is being drawn, and in sight as far as is known.
  final func continueMovie(isDrawn: Bool = false) {
    movie.isWaiting = false
    guard movie.isRunning, let images = moviePictures, !images.isEmpty, let loop = window?.application?.loop
    else { return }
    let duration = movie.isOfImage ? picture?.duration ?? 0 : animationDuration
    let repeats = movie.isOfImage ? 0 : animationRepeatCount
    let whole = duration > 0 ? duration : Double(images.count) / 30
    let (each, seconds) = (max(whole / Double(images.count), 1e-9), movie.seconds(at: loop.now))
    // A little more, as the alarm rings at the moment itself.
    let number = Int(min(seconds / each + 1e-6, 1e15))
    if repeats > 0, number / images.count >= repeats { return endMovie() }
    let waits = !isDrawn && isOutOfSight
    if number != movie.number, !waits, !isDrawn { setNeedsDisplay() }
    movie.number = number
    let alarm = movie.alarm ?? Alarm("pictures") { [weak self] in self?.continueMovie() }
    movie.alarm = alarm
    var rest = Double(number + 1) * each - seconds
    if waits {
      movie.isWaiting = true
      drawingStorage = nil
      guard repeats > 0 else { return }
      rest = whole * Double(repeats) - seconds
    }
    // Not more often than a screen shows.
    alarm.set(after: .nanoseconds(Int64((min(max(rest, 1.0 / 120), 1e6) * 1e9).rounded(.up))), on: loop)
  }

  private var isOutOfSight: Bool {
    var next: UIView? = self
    while let view = next {
      if view.isHidden { return true }
      next = view.parent
    }
    return false
  }
}
