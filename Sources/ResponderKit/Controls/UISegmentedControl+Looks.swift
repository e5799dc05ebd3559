/// How high a bar is, for pictures of it. All have those of `default` here.
public enum UIBarMetrics: Int, Hashable, Sendable {
  /// Of usual height, in a low window, and with a line above the title.
  case `default`, compact, defaultPrompt, compactPrompt
}

/// What a segmented control looks like by the states of its segments.
struct SegmentLooks {
  /// The states of the segments beside a border.
  struct Border: Hashable {
    var left: UIControl.State
    var right: UIControl.State
  }

  var attributes: [UIControl.State: [NSAttributedString.Key: Any]] = [:]
  var backgrounds: [UIControl.State: UIImage] = [:]
  var dividers: [Border: UIImage] = [:]

  /// The states whose looks a segment may have, the best one first.
  private static func candidates(_ state: UIControl.State) -> [UIControl.State] {
    let parts: [UIControl.State] = [.disabled, .selected, .highlighted]
    return [state] + parts.filter { state.contains($0) && $0 != state } + [.normal]
  }

  func background(in state: UIControl.State) -> UIImage? {
    Self.candidates(state).lazy.compactMap { backgrounds[$0] }.first
  }

  func divider(between left: UIControl.State, _ right: UIControl.State) -> UIImage? {
    let rights = Self.candidates(right)
    return Self.candidates(left).lazy.compactMap { left in
      rights.lazy.compactMap { dividers[Border(left: left, right: $0)] }.first
    }.first
  }

  /// The attributes in a state, with those of other states that it lacks.
  func shownAttributes(in state: UIControl.State) -> [NSAttributedString.Key: Any] {
    Self.candidates(state).reversed().reduce(into: [:]) { result, state in
      result.merge(attributes[state] ?? [:]) { $1 }
    }
  }

  func font(in state: UIControl.State) -> UIFont? { shownAttributes(in: state)[.font] as? UIFont }

  func draw(
    _ title: String, in place: Rect, _ state: UIControl.State, _ isDim: Bool, _ drawing: Drawing
  ) {
    var attributes = shownAttributes(in: state)
    let weight: UIFont.Weight = state.contains(.selected) ? .semibold : .regular
    let font = attributes[.font] as? UIFont ?? UIFont(size: 13, weight: weight)
    var color = attributes[.foregroundColor] as? UIColor ?? .label
    let hasOwn = [.disabled, .highlighted].contains {
      state.contains($0) && self.attributes[$0]?[.foregroundColor] != nil
    }
    if isDim, !hasOwn { color = color.withAlphaComponent(0.3 * color.alpha) }
    (attributes[.font], attributes[.foregroundColor]) = (font, color)
    guard attributes.count > 2 else {
      return drawing.text(title, in: place, font: font, color, alignment: .center)
    }
    let text = StyledText(NSAttributedString(string: title, attributes: attributes), font: font, color: color)
    let lines = text.lines(in: place.size, most: 1)
    let y = place.midY - lines.size.height / 2
    lines.draw(at: Point(place.minX, y), width: place.width, .center, in: drawing)
  }
}

extension UISegmentedControl {
  /// A picture behind segments in a state, stretched to them; nil: none. With one the control draws no background of its own.
  public final func setBackgroundImage(
    _ image: UIImage?, for state: UIControl.State, barMetrics: UIBarMetrics
  ) {
    if barMetrics == .default { looks.backgrounds[state] = image }
  }

  /// The picture that was set for this very state.
  public final func backgroundImage(for state: UIControl.State, barMetrics: UIBarMetrics) -> UIImage? {
    barMetrics == .default ? looks.backgrounds[state] : nil
  }

  /// A picture between two segments in these states; nil: none.
  public final func setDividerImage(
    _ image: UIImage?, forLeftSegmentState left: UIControl.State, rightSegmentState right: UIControl.State,
    barMetrics: UIBarMetrics
  ) {
    if barMetrics == .default { looks.dividers[.init(left: left, right: right)] = image }
  }

  /// The picture that was set for these very states.
  public final func dividerImage(
    forLeftSegmentState left: UIControl.State, rightSegmentState right: UIControl.State,
    barMetrics: UIBarMetrics
  ) -> UIImage? { barMetrics == .default ? looks.dividers[.init(left: left, right: right)] : nil }
}
