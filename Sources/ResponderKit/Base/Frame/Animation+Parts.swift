extension Animation {
  /// What an animation changes of a view in one span of its time.
  struct Part {
    let span: KeyframeSpan
    /// What was shown of it when the change was made, or, of what is added, the values before; the new values where it changed nothing.
    let from: LayerState
    let to: LayerState
    /// Whether the way of numbers is added to what other animations show.
    let adds: Bool
    /// In which both differ: only these are looked at for each picture.
    let fields: [LayerField]
    /// Those of them that are shown in place of what earlier animations show.
    let moved: [LayerField]
    /// Those whose way is added.
    let added: [LayerField]
    /// The moved ones as bits.
    let bits: UInt64

    init(_ span: KeyframeSpan, from: LayerState, to: LayerState, adds: Bool = false) {
      (self.span, self.from, self.to, self.adds) = (span, from, to, adds)
      fields = LayerField.between(from, to)
      moved = adds ? fields.filter { $0.shift == nil } : fields
      added = adds ? fields.filter { $0.shift != nil } : []
      bits = moved.reduce(0) { $0 | $1.bit }
    }

    /// Moves what is shown to a part of the way.
    func move(_ shown: inout LayerState, _ progress: Double, _ isDiscrete: Bool, _ isAlone: Bool = true) {
      let progress = span.progress(progress, isDiscrete: isDiscrete)
      shown.move(from: from, to: to, progress, along: moved)
      for field in added {
        if isAlone, !field.differs(shown, to) {
          // Exact at both ends.
          field.move(&shown, from, to, progress)
        } else {
          if isAlone { field.shift?(&shown, to, from, 1) }
          field.shift?(&shown, from, to, progress)
        }
      }
    }

    /// Takes the ways that it adds away from what is shown.
    func unwind(_ shown: inout LayerState) {
      for field in added { field.shift?(&shown, to, from, 1) }
    }

    /// The same part after one more change. What others have changed meanwhile does not add to the ways.
    func changed(from start: LayerState, before: LayerState, to end: LayerState) -> Part {
      var start = start
      for field in fields { field.copy(&start, from) }
      for field in added { field.shift?(&start, to, before, 1) }
      return Part(span, from: start, to: end, adds: adds)
    }

    /// This part with the ways that another one adds, and the other one without them; nil if one of them adds none.
    func takingWays(of other: Part) -> (Part, Part)? {
      guard !added.isEmpty, !other.added.isEmpty else { return nil }
      var (start, rest) = (from, other.from)
      for field in other.added {
        field.shift?(&start, other.to, other.from, 1)
        field.copy(&rest, other.to)
      }
      return (Part(span, from: start, to: to, adds: true), Part(span, from: rest, to: other.to, adds: true))
    }
  }

  /// Moves what is shown of the view to a part of the way. Of a key frame that has not begun, the beginning is shown, unless an earlier one
  /// moves the same value.
  ///
  /// - Parameter isAlone: whether what is shown are the view's own values, and not those before what is added to them.
  func move(_ shown: inout LayerState, of view: UIView, to progress: Double, isAlone: Bool = true) {
    let own = parts[ObjectIdentifier(view)] ?? []
    if own.count == 1 { return own[0].move(&shown, progress, isDiscrete, isAlone) }
    let waiting = own.filter { $0.span.start > progress }.sorted { $0.span.start > $1.span.start }
    let begun = own.filter { $0.span.start <= progress }.sorted { $0.span.start < $1.span.start }
    for part in waiting + begun { part.move(&shown, progress, isDiscrete, isAlone) }
  }

  /// Takes the ways that it adds away from a view's values.
  func unwind(_ shown: inout LayerState, of view: UIView) {
    for part in parts[ObjectIdentifier(view)] ?? [] { part.unwind(&shown) }
  }
}
