import Synchronization

/// Solves the constraints of a tree: from items and their constraints to frames.
struct LayoutEngine {
  private var solver = LinearSolver()
  private let items: [LayoutItem]
  private let top: LayoutItem
  /// Tells the places of this system from those of others, which are still in the items.
  private let system: UInt64
  private static let systems = Atomic<UInt64>(0)
  /// The size that the top should have and how much that matters; nil: it has its bounds' size.
  private let fitting: Fitting?
  /// The rules that contradict others.
  private(set) var conflicts: [LayoutRule] = []
  /// The items whose place more than one solution has; looked for only if that is wanted.
  private(set) var undecided: [LayoutItem] = []
  var looksForUndecided = false

  struct Fitting {
    var size: Size
    var priorities: (horizontal: Float, vertical: Float)
  }

  /// A system of the items of a tree, superviews first.
  init(_ top: LayoutItem, _ items: [LayoutItem], fitting: Fitting? = nil) {
    self.top = top
    self.items = items
    system = Self.systems.add(1, ordering: .relaxed).newValue
    self.fitting = fitting
  }

  // MARK: Solving

  /// Finds the places of all items.
  mutating func solve() {
    var (preferred, required): ([LayoutRule], [LayoutRule]) = ([], [])
    func sort(_ rule: LayoutRule) {
      if rule.priority >= 1000 { required.append(rule) } else if rule.priority > 0 { preferred.append(rule) }
    }
    for item in items {
      for constraint in item.constraints { sort(constraint.rule) }
      guard let subject = item.subject else { continue }
      for rule in subject.layoutRules { sort(rule) }
      for rule in contentRules(item, subject) { sort(rule) }
      for guide in item.allGuides { for rule in guide.subject?.layoutRules ?? [] { sort(rule) } }
    }
    for rule in fittingRules { sort(rule) }
    // Lengths that are given first: what is made of them has short rows.
    require(required.filter { $0.terms.count == 1 })
    let guides = items.flatMap(\.allGuides).filter { ($0.subject as? UILayoutGuide)?.kind == .free }
    demandLengths(items + guides)
    require(required.filter { $0.terms.count != 1 })
    demandLengths(
      items.flatMap(\.allGuides).filter {
        $0.system == system && ($0.subject as? UILayoutGuide)?.kind == .content
      })
    for rule in preferred {
      solver.prefer(row(rule), Self.relation(rule.relation), level: rule.priority, weight: rule.weight)
    }
    if looksForUndecided { findUndecided() }
    var rest: [LinearRow] = []
    eachCorner { rest.append($1) }
    solver.solve(rest: rest)
    for item in items + items.flatMap(\.allGuides) where item.system == system { store(item) }
  }

  private mutating func require(_ rules: [LayoutRule]) {
    for rule in rules where !solver.require(row(rule), Self.relation(rule.relation)) {
      conflicts.append(rule)
    }
  }

  /// Lengths are not negative.
  private mutating func demandLengths(_ items: [LayoutItem]) {
    for item in items {
      let place = place(item)
      for length in [place.width, place.height] {
        guard let variable = length.variable else { continue }
        var row = LinearRow()
        row.add(variable, 1)
        _ = solver.require(row, .greaterOrEqual)
      }
    }
  }

  /// What nothing decides is at the upper left corner of its superview, and of no size: expressions that are to be 0.
  private mutating func eachCorner(_ use: (LayoutItem, LinearRow) -> Void) {
    for item in items + items.flatMap(\.allGuides) where item.system == system {
      guard let parent = item.subject?.layoutParent?.layoutItem else { continue }
      // What the top is in is not in the system.
      let corner = item === top ? (x: LayoutPlace.Term(), y: LayoutPlace.Term()) : corner(parent)
      for (term, base) in [
        (item.place.x, corner.x), (item.place.y, corner.y), (item.place.width, LayoutPlace.Term()),
        (item.place.height, LayoutPlace.Term()),
      ] {
        guard let variable = term.variable else { continue }
        var row = LinearRow(-base.constant)
        row.add(variable, 1)
        if let other = base.variable { row.add(other, -1) }
        use(item, row)
      }
    }
  }

  private mutating func findUndecided() {
    solver.satisfy()
    var corners: [(item: LayoutItem, row: LinearRow)] = []
    eachCorner { corners.append(($0, $1)) }
    for (item, row) in corners where undecided.last !== item && !solver.isDecided(row) {
      undecided.append(item)
    }
  }

  private mutating func store(_ item: LayoutItem) {
    guard item !== top, let parent = item.subject?.layoutParent?.layoutItem else {
      item.solvedFrame = rect(item.place)
      return
    }
    let (own, corner) = (rect(item.place), corner(parent))
    item.solvedFrame = Rect(
      own.minX - value(corner.x), own.minY - value(corner.y), max(own.size.width, 0), max(own.size.height, 0))
  }

  private func value(_ term: LayoutPlace.Term) -> Double {
    term.constant + (term.variable.map(solver.value) ?? 0)
  }

  private func rect(_ place: LayoutPlace) -> Rect {
    Rect(
      origin: Point(value(place.x), value(place.y)),
      size: Size(value(place.width), value(place.height)))
  }

  // MARK: Rules

  private static func relation(_ relation: NSLayoutConstraint.Relation) -> LinearSolver.Relation {
    switch relation {
    case .equal: .equal
    case .lessThanOrEqual: .lessOrEqual
    case .greaterThanOrEqual: .greaterOrEqual
    }
  }

  private mutating func row(_ rule: LayoutRule) -> LinearRow {
    var row = LinearRow(rule.constant)
    for term in rule.terms {
      let baselines =
        term.attribute == .firstBaseline || term.attribute == .lastBaseline
        ? term.item.subject?.layoutBaselines : nil
      place(term.item).add(term.attribute, times: term.factor, baselines: baselines, to: &row)
    }
    return row
  }

  /// Content resists being stretched and being compressed.
  private func contentRules(_ item: LayoutItem, _ subject: any LayoutSubject) -> [LayoutRule] {
    switch subject.layoutSource {
    case .constraints: break
    default: guard item === top, fitting != nil else { return [] }
    }
    let hugging = subject.defaultHugging
    var rules: [LayoutRule] = []
    for (length, attribute, most, least) in [
      (
        item.contentSize.width, NSLayoutConstraint.Attribute.width, item.hugging.horizontal ?? hugging,
        item.resistance.horizontal
      ),
      (
        item.contentSize.height, .height, item.hugging.vertical ?? hugging, item.resistance.vertical
      ),
    ] where length >= 0 && length.isFinite {
      rules.append(.alone(item, attribute, length, relation: .lessThanOrEqual, priority: most))
      rules.append(.alone(item, attribute, length, relation: .greaterThanOrEqual, priority: least))
    }
    return rules
  }

  private var fittingRules: [LayoutRule] {
    guard let fitting else { return [] }
    return [
      .alone(top, .width, fitting.size.width, priority: fitting.priorities.horizontal),
      .alone(top, .height, fitting.size.height, priority: fitting.priorities.vertical),
    ]
  }

  // MARK: Places

  private mutating func variable() -> LayoutPlace.Term { LayoutPlace.Term(variable: solver.variable()) }

  /// The place of an item in this system.
  private mutating func place(_ item: LayoutItem) -> LayoutPlace {
    if item.system == system { return item.place }
    item.system = system
    item.place = newPlace(item)
    return item.place
  }

  private mutating func newPlace(_ item: LayoutItem) -> LayoutPlace {
    guard item !== top, let subject = item.subject, let parent = subject.layoutParent?.layoutItem else {
      let size = item.subject?.layoutBounds.size ?? .zero
      var place = LayoutPlace()
      if fitting == nil {
        place.width.constant = size.width
        place.height.constant = size.height
      } else {
        (place.width, place.height) = (variable(), variable())
      }
      return place
    }
    let outer = place(parent)
    switch subject.layoutSource {
    case .constraints:
      return LayoutPlace(x: variable(), y: variable(), width: variable(), height: variable())
    case .frame(let frame):
      let corner = corner(parent)
      return LayoutPlace(
        x: corner.x + frame.origin.x, y: corner.y + frame.origin.y,
        width: LayoutPlace.Term(constant: frame.size.width),
        height: LayoutPlace.Term(constant: frame.size.height))
    case .insets(let insets):
      return LayoutPlace(
        x: outer.x + insets.left, y: outer.y + insets.top, width: outer.width + -(insets.left + insets.right),
        height: outer.height + -(insets.top + insets.bottom))
    case .content:
      let corner = corner(parent)
      return LayoutPlace(x: corner.x, y: corner.y, width: variable(), height: variable())
    }
  }

  /// Where the origin of an item's own coordinates is.
  private mutating func corner(_ item: LayoutItem) -> (x: LayoutPlace.Term, y: LayoutPlace.Term) {
    let (place, origin) = (place(item), item.subject?.layoutBounds.origin ?? .zero)
    return (place.x + -origin.x, place.y + -origin.y)
  }
}

extension LayoutItem {
  /// The items of its guides.
  var allGuides: [LayoutItem] {
    if guides.isEmpty, ownGuides.isEmpty { return [] }
    return (guides + UILayoutGuide.Kind.allCases.compactMap { ownGuides[$0] }).map(\.layoutItem)
  }
}
