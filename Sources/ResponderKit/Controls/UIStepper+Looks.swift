/// The pictures of a stepper.
struct StepperLooks {
  var increments = ByState<UIImage>()
  var decrements = ByState<UIImage>()
  /// Of both buttons, and between them.
  var boxes = SegmentLooks()

  var isEmpty: Bool {
    increments.isEmpty && decrements.isEmpty && boxes.backgrounds.isEmpty && boxes.dividers.isEmpty
  }
}

/// Pictures that a program chooses.
extension UIStepper {
  /// A picture in place of the plus sign in a state, in the tint color unless it says otherwise; nil: that of the normal state, or the sign.
  public final func setIncrementImage(_ image: UIImage?, for state: State) { looks.increments[state] = image }

  /// The picture in place of the plus sign that was set for a state, or else for the normal one; nil without either.
  public final func incrementImage(for state: State) -> UIImage? { looks.increments.shown(in: state) }

  /// A picture in place of the minus sign in a state, in the tint color unless it says otherwise; nil: that of the normal state, or the sign.
  public final func setDecrementImage(_ image: UIImage?, for state: State) { looks.decrements[state] = image }

  /// The picture in place of the minus sign that was set for a state, or else for the normal one; nil without either.
  public final func decrementImage(for state: State) -> UIImage? { looks.decrements.shown(in: state) }

  /// A picture behind the buttons that are in a state, stretched to each; nil: none. With one the stepper draws no background of its own.
  public final func setBackgroundImage(_ image: UIImage?, for state: State) {
    looks.boxes.backgrounds[state] = image
  }

  /// The picture that was set for this very state.
  public final func backgroundImage(for state: State) -> UIImage? { looks.boxes.backgrounds[state] }

  /// A picture between the buttons when they are in these states, in place of the line; nil: none.
  public final func setDividerImage(
    _ image: UIImage?, forLeftSegmentState left: State, rightSegmentState right: State
  ) { looks.boxes.dividers[.init(left: left, right: right)] = image }

  /// The picture that was set for these very states.
  public final func dividerImage(forLeftSegmentState left: State, rightSegmentState right: State) -> UIImage?
  {
    looks.boxes.dividers[.init(left: left, right: right)]
  }

  final func drawStepper(_ box: Rect) {
    guard let drawing = Drawing.current else { return }
    let boxes = looks.boxes
    let hasBackground = !boxes.backgrounds.isEmpty
    if !hasBackground { drawing.fill(box, ControlLooks.fill, cornerRadius: 8) }
    let leftSign = isMirrored ? 1.0 : -1
    let sides = [leftSign, -leftSign].map { (sign: $0, state: state(ofSide: $0)) }
    for (index, side) in sides.enumerated() {
      let half = Rect(
        box.minX + Double(index) * box.width / 2, box.minY, box.width / 2, box.height)
      if hasBackground, let image = boxes.background(in: side.state) { drawing.image(image, in: half) }
      draw(side.sign, side.state, in: half, drawing)
    }
    if let image = boxes.divider(between: sides[0].state, sides[1].state) {
      let width = image.size.width
      drawing.image(image, in: Rect(box.midX - width / 2, box.minY, width, box.height))
    } else if !hasBackground {
      drawing.fill(Rect(box.midX - 0.5, box.minY + 7, 1, box.height - 14), .separator)
    }
  }

  private func draw(_ sign: Double, _ state: State, in half: Rect, _ drawing: Drawing) {
    let (images, center) = (sign > 0 ? looks.increments : looks.decrements, half.center)
    if let image = images.shown(in: state) {
      let size = image.size
      let place = Rect(center.x - size.width / 2, center.y - size.height / 2, size.width, size.height)
      // A picture set for this state is not dimmed.
      let isDim = state == .disabled && images[state] == nil
      return drawing.image(
        image, in: place, tint: tintColor, automatic: .alwaysTemplate, alpha: isDim ? 0.3 : 1)
    }
    let color = UIColor.label.withAlphaComponent(state == .disabled ? 0.3 : 1)
    drawing.fill(Rect(center.x - 7, center.y - 0.75, 14, 1.5), color)
    if sign > 0 { drawing.fill(Rect(center.x - 0.75, center.y - 7, 1.5, 14), color) }
  }
}
