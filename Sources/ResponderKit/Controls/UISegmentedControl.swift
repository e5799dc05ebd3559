/// Segments beside each other, of which one is selected.
open class UISegmentedControl: UIControl {
  override class var standardHitTestClass: UIView.Type { UISegmentedControl.self }

  /// No segment.
  public static let noSegment = -1

  final var segments: [SegmentContent] = [] { didSet { segmentLooksChanged() } }
  private var pressed: Int?
  /// Texts and pictures by state: see UISegmentedControl+Looks.swift.
  final var looks = SegmentLooks() { didSet { segmentLooksChanged() } }
  /// The index of the selected segment; `noSegment` for none. Setting it sends no event.
  open var selectedSegmentIndex = UISegmentedControl.noSegment { didSet { setNeedsDisplay() } }
  /// The selected segment's color; nil: white.
  open var selectedSegmentTintColor: UIColor? { didSet { setNeedsDisplay() } }
  /// Whether segments without a width of their own are as wide as what they show wants, in place of equally wide.
  open var apportionsSegmentWidthsByContent = false { didSet { segmentLooksChanged() } }
  /// Whether a segment is selected only as long as it is pressed.
  open var isMomentary = false

  /// A control without segments.
  public override init(frame: Rect) { super.init(frame: frame) }

  /// Segments with texts, pictures or actions: of other items the description is shown. It has the size that fits.
  public convenience init(items: [Any]?) {
    self.init(frame: .zero)
    segments = (items ?? []).map { item in
      switch item {
      case let image as UIImage: SegmentContent(image: image)
      case let action as UIAction: SegmentContent(action)
      default: SegmentContent(title: item as? String ?? "\(item)")
      }
    }
    frame = Rect(origin: .zero, size: sizeThatFits(.zero))
  }

  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) { super.init(coder: coder) }

  // MARK: Segments

  /// How many there are.
  open var numberOfSegments: Int { segments.count }

  /// Inserts a segment with a text. An index out of range is clamped; `animated` has no effect.
  open func insertSegment(withTitle title: String?, at index: Int, animated: Bool) {
    insert(SegmentContent(title: title), at: index)
  }

  /// Inserts a segment with a picture. An index out of range is clamped; `animated` has no effect.
  open func insertSegment(with image: UIImage?, at index: Int, animated: Bool) {
    insert(SegmentContent(image: image), at: index)
  }

  final func insert(_ segment: SegmentContent, at index: Int) {
    let place = min(max(index, 0), segments.count)
    segments.insert(segment, at: place)
    if selectedSegmentIndex >= place { selectedSegmentIndex += 1 }
  }

  /// Removes a segment. Without effect for one that does not exist; `animated` has no effect.
  open func removeSegment(at index: Int, animated: Bool) {
    guard segments.indices.contains(index) else { return }
    segments.remove(at: index)
    if selectedSegmentIndex == index {
      selectedSegmentIndex = Self.noSegment
    } else if selectedSegmentIndex > index {
      selectedSegmentIndex -= 1
    }
  }

  /// Removes all segments.
  open func removeAllSegments() {
    segments = []
    selectedSegmentIndex = Self.noSegment
  }

  /// Sets a segment's text, in place of its picture; nil takes the text away. Without effect for one that does not exist.
  open func setTitle(_ title: String?, forSegmentAt index: Int) {
    guard segments.indices.contains(index) else { return }
    segments[index].title = title
    if title != nil { segments[index].image = nil }
  }

  /// A segment's text; nil for one with a picture, or that does not exist.
  open func titleForSegment(at index: Int) -> String? {
    segments.indices.contains(index) ? segments[index].title : nil
  }

  /// Sets a segment's picture, in place of its text; nil takes the picture away. Without effect for one that does not exist.
  open func setImage(_ image: UIImage?, forSegmentAt index: Int) {
    guard segments.indices.contains(index) else { return }
    segments[index].image = image
    if image != nil { segments[index].title = nil }
  }

  /// A segment's picture; nil for one with a text, or that does not exist.
  open func imageForSegment(at index: Int) -> UIImage? {
    segments.indices.contains(index) ? segments[index].image : nil
  }

  /// Sets a segment's own width; 0: it is as wide as the others without one.
  open func setWidth(_ width: Double, forSegmentAt index: Int) {
    guard segments.indices.contains(index) else { return }
    segments[index].width = width.isFinite ? max(width, 0) : 0
  }

  /// A segment's own width; 0 for one without.
  open func widthForSegment(at index: Int) -> Double {
    segments.indices.contains(index) ? segments[index].width : 0
  }

  /// Where segments are: those without a width of their own share what is left.
  final var segmentFrames: [Rect] {
    let own = segments.reduce(0) { $0 + $1.width }
    let room = max(bounds.width - own, 0)
    // Texts are measured only where that matters.
    let wanted = apportionsSegmentWidthsByContent ? wantedWidths : segments.map { _ in 1 }
    let whole = zip(segments, wanted).reduce(0) { $0 + ($1.0.width > 0 ? 0 : $1.1) }
    var x = bounds.minX
    return zip(segments, wanted).map { segment, wanted in
      let width = segment.width > 0 ? segment.width : room * wanted / whole
      x += width
      return mirrored(Rect(x - width, bounds.minY, width, bounds.height))
    }
  }

  /// Chooses whether a segment can be selected by a touch.
  open func setEnabled(_ isEnabled: Bool, forSegmentAt index: Int) {
    guard segments.indices.contains(index) else { return }
    segments[index].isEnabled = isEnabled
  }

  /// Whether a segment can be selected by a touch.
  open func isEnabledForSegment(at index: Int) -> Bool {
    segments.indices.contains(index) && segments[index].isEnabled
  }

  /// Chooses how texts look in a state: as the normal ones, but for these attributes.
  open func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
  ) { looks.attributes[state] = attributes }

  /// What `setTitleTextAttributes` has set for a state.
  open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    looks.attributes[state]
  }

  // MARK: Touches

  private func segment(at point: Point) -> Int? {
    guard let index = segmentFrames.firstIndex(where: { $0.contains(point) }) else { return nil }
    return segments[index].isEnabled ? index : nil
  }

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    press(segment(at: touch.location(in: self)))
    return pressed != nil
  }

  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    press(segment(at: touch.location(in: self)))
    return true
  }

  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    guard let index = touch.flatMap({ segment(at: $0.location(in: self)) }) else { return press(nil) }
    press(nil)
    if index != selectedSegmentIndex || isMomentary { choose(index, with: event) }
  }

  open override func cancelTracking(with event: UIEvent?) { press(nil) }

  private func press(_ index: Int?) {
    guard index != pressed else { return }
    pressed = index
    setNeedsDisplay()
  }

  // MARK: Looks

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, value: spokenTitle(at: selectedSegmentIndex), traits: .adjustable)
  }

  /// The next segment that can be chosen, with its events.
  open override func accessibilityIncrement() {
    choose(segments.indices.first { $0 > selectedSegmentIndex && segments[$0].isEnabled })
  }
  /// The one before that can be chosen, with its events.
  open override func accessibilityDecrement() {
    choose(segments.indices.last { $0 < selectedSegmentIndex && segments[$0].isEnabled })
  }

  /// Selects a segment with the events of a touch.
  final func choose(_ index: Int?, with event: UIEvent? = nil) {
    guard let index else { return }
    selectedSegmentIndex = index
    // A subclass may have removed it when it was selected.
    actionForSegment(at: index)?.perform(from: self)
    sendActions(for: [.valueChanged, .primaryActionTriggered], with: event)
    if isMomentary { selectedSegmentIndex = Self.noSegment }
  }

  open override var intrinsicContentSize: Size { sizeThatFits(.zero) }
  private func segmentLooksChanged() {
    invalidateIntrinsicContentSize()
    setNeedsDisplay()
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    let height = max(32, looks.backgrounds[.normal]?.size.height ?? 0)
    return Size(zip(segments, wantedWidths).reduce(0) { $0 + ($1.0.width > 0 ? $1.0.width : $1.1) }, height)
  }

  /// The width that each segment wants with what it shows, or, without apportioning, the widest of them for all.
  private var wantedWidths: [Double] {
    let font = looks.font(in: .normal) ?? UIFont(size: 13, weight: .semibold)
    let widths = segments.map { ($0.image?.size.width ?? font.width(of: $0.title ?? "")) + 20 }
    guard !apportionsSegmentWidthsByContent else { return widths }
    return Array(repeating: widths.max() ?? 0, count: widths.count)
  }

  /// What a segment looks like now.
  private func state(ofSegment index: Int) -> State {
    var state: State = index == selectedSegmentIndex ? .selected : .normal
    if !segments[index].isEnabled || !isEnabled { state.insert(.disabled) }
    if index == pressed { state.insert(.highlighted) }
    return state
  }

  open override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let hasPictures = !looks.backgrounds.isEmpty
    if !hasPictures { drawing.fill(bounds, ControlLooks.fill, cornerRadius: 8) }
    let states = segments.indices.map { state(ofSegment: $0) }
    for (index, (segment, place)) in zip(segments, segmentFrames).enumerated() {
      let isSelected = index == selectedSegmentIndex
      if hasPictures {
        if let image = looks.background(in: states[index]) { drawing.image(image, in: place) }
      } else if isSelected {
        let color = selectedSegmentTintColor ?? ControlLooks.chosenSegment
        drawing.fill(place.insetBy(dx: 2, dy: 2), color, cornerRadius: 6)
      } else if index > 0, index - 1 != selectedSegmentIndex, looks.dividers.isEmpty {
        let edge = isMirrored ? place.maxX : place.minX
        drawing.fill(Rect(edge - 0.5, place.minY + 8, 1, max(place.height - 16, 0)), .separator)
      }
      let isDim = !segment.isEnabled || !isEnabled || index == pressed && !isSelected
      if let image = segment.image {
        let at = Rect(
          place.midX - image.size.width / 2, place.midY - image.size.height / 2, image.size.width,
          image.size.height)
        drawing.image(image, in: at, tint: .label, alpha: isDim ? 0.3 : 1)
      } else {
        looks.draw(segment.title ?? "", in: place.insetBy(dx: 4, dy: 0), states[index], isDim, drawing)
      }
    }
    drawDividers(states, drawing)
  }

  /// Over the borders of segments, as wide as the pictures are.
  private func drawDividers(_ states: [State], _ drawing: Drawing) {
    guard !looks.dividers.isEmpty else { return }
    for (index, place) in segmentFrames.enumerated().dropFirst() {
      let (before, behind) = (states[index - 1], states[index])
      let (left, right) = isMirrored ? (behind, before) : (before, behind)
      guard let image = looks.divider(between: left, right) else { continue }
      let (width, edge) = (image.size.width, isMirrored ? place.maxX : place.minX)
      drawing.image(image, in: Rect(edge - width / 2, place.minY, width, place.height))
    }
  }
}
