import RunLoopCore

/// The state of a view that shows pictures one after the other.
struct ImageMovie {
  /// How many pictures have been shown, the present one included; 0: it is not running.
  var count = 0
  /// Rings when the next one is due.
  var alarm: Alarm?
  var isRunning: Bool { count > 0 }
}

extension UIImageView {
  /// The picture of the present moment, while it is animated.
  final var movieImage: UIImage? {
    guard movie.isRunning, let images = animationImages, !images.isEmpty else { return nil }
    return images[(movie.count - 1) % images.count]
  }

  final func startMovie() {
    guard !movie.isRunning, animationImages?.isEmpty == false else { return }
    movie.count = 1
    setNeedsDisplay()
    continueMovie()
  }

  final func stopMovie() {
    guard movie.isRunning else { return }
    movie.count = 0
    movie.alarm?.cancel()
    setNeedsDisplay()
  }

  /// Its pictures or their time have changed: it stands still at `image` without any.
  final func moviesChanged() {
    guard movie.isRunning else { return }
    if animationImages?.isEmpty != false { return stopMovie() }
    movie.count = 1
    setNeedsDisplay()
    continueMovie()
  }

  /// Waits for the next picture; out of a window it stands still.
  final func continueMovie() {
    movie.alarm?.cancel()
    guard movie.isRunning, let images = animationImages, let loop = window?.application?.loop else { return }
    let alarm = movie.alarm ?? Alarm("pictures") { [weak self] in self?.showNext() }
    movie.alarm = alarm
    let whole = animationDuration > 0 ? animationDuration : Double(images.count) / 30
    // Not more often than a screen shows.
    let seconds = min(max(whole / Double(images.count), 1.0 / 120), 1e6)
    alarm.set(after: .nanoseconds(Int64(seconds * 1e9)), on: loop)
  }

  private func showNext() {
    guard movie.isRunning, let images = animationImages else { return }
    let (shown, overflow) = images.count.multipliedReportingOverflow(by: animationRepeatCount)
    if animationRepeatCount > 0, !overflow, movie.count >= shown { return stopMovie() }
    movie.count = movie.count % (images.count * 1024) == 0 && animationRepeatCount <= 0 ? 1 : movie.count + 1
    setNeedsDisplay()
    continueMovie()
  }
}
