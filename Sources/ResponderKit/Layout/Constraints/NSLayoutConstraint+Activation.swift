extension NSLayoutConstraint {
  final func activate() {
    guard holder == nil else { return }
    // A line has said why when it was made.
    if first.isEmpty, firstAttribute != .notAnAttribute { return }
    guard fits else {
      return ProgramWarning.print(
        "constraint \(self) is not activated: its attributes have different directions")
    }
    guard let paths, let top = paths.top.subject else {
      return ProgramWarning.print(
        "constraint \(self) is not activated: its items are not in one tree of views; add them as subviews first"
      )
    }
    targets = (first, second)
    for item in paths.first + paths.second + [paths.top] { item.subject?.takePart() }
    if let content = top.scrolledGuide?.layoutItem, second != nil {
      if first === paths.top, firstAttribute.isEdge { targets.first = content }
      if second === paths.top, secondAttribute.isEdge { targets.second = content }
    }
    noteOffsets(paths.first, firstAttribute, targets.first, paths.top)
    if let target = targets.second { noteOffsets(paths.second, secondAttribute, target, paths.top) }
    // Its last holder may have been deallocated.
    forgetCounts()
    paths.top.constraints.append(self)
    holder = paths.top
    isBroken = false
    crossed = Array(paths.first.dropFirst() + paths.second.dropFirst())
    isCounted = true
    count(1)
    top.constraintsChanged(.inside)
  }

  /// A view that an active constraint leads out of is solved together with what is around it.
  private func count(_ change: Int) {
    for item in ends { item.references += change }
    for item in crossed { item.crossings += change }
  }

  /// Its items, but for the one that holds it. The holder is not deallocated as long as it is one of them.
  private var ends: [LayoutItem] { [first, second].compactMap { $0 }.filter { $0 !== holder } }

  /// It is no longer counted: it ends, or its holder was deallocated.
  final func forgetCounts() {
    guard isCounted else { return }
    count(-1)
    isCounted = false
    crossed = []
  }

  final func deactivate() {
    guard let holder else { return forgetCounts() }
    isBroken = false
    holder.constraints.removeAll { $0 === self }
    // What it led into may be solved apart from now on, without what the constraint said of the place of each.
    for item in ends { item.subject?.constraintsChanged() }
    for item in crossed { item.subject?.constraintsChanged(.outside) }
    forgetCounts()
    self.holder = nil
    holder.subject?.constraintsChanged(.inside)
  }

  /// The constraint in the engine's form.
  final var rule: LayoutRule {
    var terms = [LayoutRule.Term(item: targets.first, attribute: firstAttribute, factor: 1)]
    if let second = targets.second {
      terms.append(LayoutRule.Term(item: second, attribute: secondAttribute, factor: -multiplier))
    }
    let rule = LayoutRule(
      terms: terms, constant: -constant, relation: relation, priority: priority.rawValue, source: self)
    return UISemanticContentAttribute.isUsed ? directed(rule) : rule
  }

  /// The rule by the direction of the view that holds the constraint.
  private func directed(_ rule: LayoutRule) -> LayoutRule {
    guard firstAttribute.isDirectional || secondAttribute.isDirectional, let holder,
      holder.subject?.isMirrored == true
    else { return rule }
    var mirrored = rule.mirrored
    // A multiplier counts from the edge at which the view's content begins.
    if targets.second != nil, multiplier != 1 {
      mirrored.terms += [.left, .right].map {
        LayoutRule.Term(item: holder, attribute: $0, factor: multiplier - 1)
      }
    }
    return mirrored
  }

  private var fits: Bool {
    guard second != nil else { return firstAttribute.sense != .none }
    if firstAttribute.isLength { return secondAttribute.isLength }
    return firstAttribute.sense == secondAttribute.sense && firstAttribute.sense != .none
  }

  /// The nearest item that both are in, and what is on the way to it from each, itself excluded.
  private var paths: (first: [LayoutItem], second: [LayoutItem], top: LayoutItem)? {
    guard let subject = first.subject else { return nil }
    let way = Self.way(subject)
    guard let second else {
      // A guide's constraints are held by its view.
      guard let top = way.first(where: { !($0.subject is UILayoutGuide) }) else { return nil }
      return ([first], [], top)
    }
    guard let other = second.subject else { return nil }
    let otherWay = Self.way(other)
    guard
      let index = way.firstIndex(where: { item in
        !(item.subject is UILayoutGuide) && otherWay.contains { $0 === item }
      }), let otherIndex = otherWay.firstIndex(where: { $0 === way[index] })
    else { return nil }
    return (Array(way[..<index]), Array(otherWay[..<otherIndex]), way[index])
  }

  /// An item and all that it is in.
  private static func way(_ subject: any LayoutSubject) -> [LayoutItem] {
    var way: [LayoutItem] = []
    var next: (any LayoutSubject)? = subject
    while let current = next {
      way.append(current.layoutItem)
      next = current.layoutParent
    }
    return way
  }

  /// Notes in what an item is in that scrolling it makes a difference.
  private func noteOffsets(
    _ path: [LayoutItem], _ attribute: Attribute, _ target: LayoutItem, _ top: LayoutItem
  ) {
    guard !attribute.isLength else { return }
    for item in path.dropFirst() { item.dependsOnOffset = true }
    let isWhatIsSeen = (target.subject as? UILayoutGuide)?.isPartOfBounds ?? (target === top)
    if isWhatIsSeen, path.count < 2 { top.dependsOnOffset = true }
  }
}
