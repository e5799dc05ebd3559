/// Pictures of a slider's knob and track, by state.
struct SliderLooks {
  enum Part { case thumb, minimumTrack, maximumTrack }
  private var images: [Part: [UIControl.State: UIImage]] = [:]

  subscript(part: Part, state: UIControl.State) -> UIImage? {
    get { images[part]?[state] }
    set { images[part, default: [:]][state] = newValue }
  }
}

extension UISlider {
  /// A picture in place of the knob in a state; nil: that of the normal state, or the knob.
  public final func setThumbImage(_ image: UIImage?, for state: State) { looks[.thumb, state] = image }
  /// A picture in place of the track before the knob, stretched along it, in a state; nil: that of the normal state, or a line.
  public final func setMinimumTrackImage(_ image: UIImage?, for state: State) {
    looks[.minimumTrack, state] = image
  }
  /// A picture in place of the track behind the knob, stretched along it, in a state; nil: that of the normal state, or a line.
  public final func setMaximumTrackImage(_ image: UIImage?, for state: State) {
    looks[.maximumTrack, state] = image
  }
  /// The picture that was set for this very state; nil without one.
  public final func thumbImage(for state: State) -> UIImage? { looks[.thumb, state] }
  /// The picture that was set for this very state; nil without one.
  public final func minimumTrackImage(for state: State) -> UIImage? { looks[.minimumTrack, state] }
  /// The picture that was set for this very state; nil without one.
  public final func maximumTrackImage(for state: State) -> UIImage? { looks[.maximumTrack, state] }
  /// For the present state, or else for the normal one.
  public final var currentThumbImage: UIImage? { shown(.thumb) }
  /// For the present state, or else for the normal one.
  public final var currentMinimumTrackImage: UIImage? { shown(.minimumTrack) }
  /// For the present state, or else for the normal one.
  public final var currentMaximumTrackImage: UIImage? { shown(.maximumTrack) }

  private func shown(_ part: SliderLooks.Part) -> UIImage? { looks[part, state] ?? looks[part, .normal] }

  /// A picture of the track, stretched along it and as high as it is.
  final func drawTrack(_ image: UIImage, in line: Rect, _ drawing: Drawing) {
    guard line.width > 0 else { return }
    let height = image.size.height
    drawing.image(
      image, in: Rect(line.minX, line.midY - height / 2, line.width, height), tint: tintColor,
      automatic: .alwaysOriginal)
  }
}
