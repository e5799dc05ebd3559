import RunLoopCore

extension Animation {
  /// What an animation changes of a view in one span of its time.
  struct Part {
    let span: KeyframeSpan
    /// The presentation when the change was made; for added fields the old values; for unchanged fields the new ones.
    let from: LayerState
    let to: LayerState
    /// Whether the change of numbers is added to what other animations show.
    let adds: Bool
    /// What was changed, also where the new value is what was shown: only these are looked at for each picture.
    let fields: [LayerField]
    private let changed: UInt64
    /// Fields that replace what earlier animations show.
    let moved: [LayerField]
    /// Fields that add their change.
    let added: [LayerField]
    /// The moved ones as bits.
    let bits: UInt64

    init(
      _ span: KeyframeSpan, from: LayerState, to: LayerState, adds: Bool = false, changed: UInt64? = nil
    ) {
      (self.span, self.from, self.to, self.adds) = (span, from, to, adds)
      let changed = changed ?? LayerField.bits(LayerField.between(from, to))
      self.changed = changed
      fields = LayerField.all.filter { $0.bit & changed != 0 }
      moved = adds ? fields.filter { !$0.addsUp } : fields
      added = adds ? fields.filter { $0.hasWay(from, to) } : []
      bits = LayerField.bits(moved)
    }

    /// Moves what is shown to a part of the way.
    func move(_ shown: inout LayerState, _ progress: Double, _ isDiscrete: Bool, _ isAlone: Bool = true) {
      replace(&shown, progress, isDiscrete)
      guard !added.isEmpty else { return }
      let progress = span.progress(progress, isDiscrete: isDiscrete)
      for field in added {
        if isAlone, !field.differs(shown, to) {
          // Exact at both ends.
          field.move(&shown, from, to, progress)
        } else {
          field.shift(&shown, from, to, isAlone ? progress - 1 : progress)
        }
      }
    }

    /// Moves the fields that replace what others show.
    func replace(_ shown: inout LayerState, _ progress: Double, _ isDiscrete: Bool) {
      guard !moved.isEmpty else { return }
      shown.move(from: from, to: to, span.progress(progress, isDiscrete: isDiscrete), along: moved)
    }

    /// Subtracts its full added changes.
    func unwind(_ shown: inout LayerState) {
      for field in added { field.shift(&shown, to, from, 1) }
    }

    /// Moves the fields that add from one place on the way to another one.
    func settle(_ values: inout LayerState, from old: Double, to new: Double, _ isDiscrete: Bool) {
      let (old, new) = (
        span.progress(old, isDiscrete: isDiscrete), span.progress(new, isDiscrete: isDiscrete)
      )
      for field in added {
        var place = values
        field.move(&place, from, to, old)
        if field.differs(values, place) {
          field.shift(&values, from, to, new - old)
        } else {
          field.move(&values, from, to, new)
        }
      }
    }

    /// The same part after one more change. What others have changed meanwhile does not add to the ways.
    func changed(from start: LayerState, before: LayerState, to end: LayerState) -> Part {
      var start = start
      for field in fields { field.copy(&start, from) }
      // Also of what is back at its old value.
      if adds { for field in fields where field.addsUp { field.shift(&start, to, before, 1) } }
      let new = LayerField.bits(LayerField.between(before, end))
      return Part(span, from: start, to: end, adds: adds, changed: changed | new)
    }

    /// This part with a share of the changes that another one adds, and the other one without them; nil if one of them adds none.
    func merging(_ other: Part, _ share: Double) -> (Part, Part)? {
      guard !added.isEmpty, !other.added.isEmpty else { return nil }
      var start = from
      for field in other.added { field.shift(&start, other.to, other.from, share) }
      let merged = changed | LayerField.bits(other.added)
      return (
        Part(span, from: start, to: to, adds: true, changed: merged),
        other.without(LayerField.bits(other.added))
      )
    }

    /// This part without fields that a later animation has taken over.
    func without(_ taken: UInt64) -> Part {
      Part(span, from: from, to: to, adds: adds, changed: changed & ~taken)
    }

    func has(_ bits: UInt64) -> Bool { changed & bits != 0 }
  }

  /// A value of the view was changed. What the change left as it was does not move: another animation may move it.
  func add(_ view: UIView, shown: LayerState, before: LayerState) {
    let after = view.layerState
    guard after != before else { return }
    views.add(view)
    var parts = self.parts.removeValue(forKey: ObjectIdentifier(view)) ?? []
    var start = after
    let changed = LayerField.between(before, after)
    for field in changed { field.copy(&start, field.addsUp && !takesOver ? before : shown) }
    if let index = parts.firstIndex(where: { $0.span == span }) {
      parts[index] = parts[index].changed(from: start, before: before, to: after)
    } else {
      // What an earlier key frame changes begins where that ends.
      for earlier in parts where earlier.span.start + earlier.span.length <= span.start + 1e-6 {
        for field in earlier.fields { field.copy(&start, before) }
      }
      let bits = LayerField.bits(changed)
      parts.append(Part(span, from: start, to: after, adds: !takesOver, changed: bits))
    }
    self.parts[ObjectIdentifier(view)] = parts
  }

  /// Merges the changes that another animation adds to a view's values into this one, which begins with what is left of them. Both move in the same way and have begun in the same turn;
  /// of a view with many animations, within a part of their time that is not seen.
  ///
  /// - Returns: whether the other animation shows less of the view now.
  func mergeWays(of view: UIView, from other: Animation, isOneOfMany: Bool, at now: RunLoop.Instant) -> Bool {
    let key = ObjectIdentifier(view)
    let begun = other.firstStart ?? other.start
    let age = begun.duration(to: start).wholeNanoseconds
    guard other !== self, age >= 0, age <= (isOneOfMany ? timing.duration / 32 : 0), other.timing == timing,
      timing.repeatCount.isFinite, other.play == nil, pace == nil, other.pace == nil,
      let own = parts[key], let others = other.parts[key], own.count == 1, others.count == 1
    else { return false }
    // What goes back, begins again or has just begun is not shortened.
    let isOneWay = timing.repeatCount == 1 && !timing.autoreverses && age > 0
    let share = isOneWay ? 1 - other.progress(of: view, at: now) : 1
    guard let (merged, rest) = own[0].merging(others[0], share) else { return false }
    firstStart = min(firstStart ?? begun, begun)
    (parts[key], other.parts[key]) = ([merged], [rest])
    return true
  }

  /// The fields of a view that it shows in place of what others show, as bits.
  func moved(of view: UIView) -> UInt64 {
    (parts[ObjectIdentifier(view)] ?? []).reduce(0) { $0 | $1.bits }
  }

  /// A later animation has taken over fields of the view.
  ///
  /// - Returns: whether this one had any of them.
  func lose(_ taken: UInt64, of view: UIView) -> Bool {
    let own = parts[ObjectIdentifier(view)] ?? []
    guard own.contains(where: { $0.has(taken) }) else { return false }
    parts[ObjectIdentifier(view)] = own.map { $0.without(taken) }
    isSpent =
      timing.repeatCount == .infinity && play == nil && pace == nil && dissolves.isEmpty
      && parts.values.allSatisfy { $0.allSatisfy(\.fields.isEmpty) }
    return true
  }

  /// The parts in the order in which they are shown: of a key frame that has not begun, the beginning is shown, unless an earlier one moves the same value.
  func parts(of view: UIView, at progress: Double) -> [Part] {
    let own = parts[ObjectIdentifier(view)] ?? []
    if own.count <= 1 { return own }
    let waiting = own.filter { $0.span.start > progress }.sorted { $0.span.start > $1.span.start }
    let begun = own.filter { $0.span.start <= progress }.sorted { $0.span.start < $1.span.start }
    return waiting + begun
  }

  /// Moves what is shown of the view to a part of the way.
  ///
  /// - Parameter isAlone: whether no other animation of the view is shown: `shown` has its own values, and not those before the added changes.
  func move(_ shown: inout LayerState, of view: UIView, to progress: Double, isAlone: Bool = true) {
    for part in parts(of: view, at: progress) { part.move(&shown, progress, isDiscrete, isAlone) }
  }

  /// Subtracts its full added changes from a view's values.
  func unwind(_ shown: inout LayerState, of view: UIView) {
    for part in parts[ObjectIdentifier(view)] ?? [] { part.unwind(&shown) }
  }
}
