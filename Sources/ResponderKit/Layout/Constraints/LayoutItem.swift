/// What constraints know of a view or guide: what is said of it, and where it is while a system is solved.
final class LayoutItem {
  /// Nil: of a constraint about nothing.
  private(set) weak var subject: (any LayoutSubject)?

  // MARK: What the program says

  /// Whether the frame is the view's own, and not found by constraints.
  var translatesMask = true
  /// The active constraints whose items are all this one or in it.
  var constraints: [NSLayoutConstraint] = []
  /// Guides that the program has added.
  var guides: [UILayoutGuide] = []
  /// Guides that come with a view.
  var ownGuides: [UILayoutGuide.Kind: UILayoutGuide] = [:]
  /// Priorities against being stretched; nil: the default.
  var hugging = AxisPair<Float?>(horizontal: nil, vertical: nil)
  /// Priorities against being compressed.
  var resistance = AxisPair<Float>(horizontal: 750, vertical: 750)
  /// Nil: the default.
  var margins: EdgeInsets?
  /// Whether `margins.left` is the leading margin, on whichever side that is.
  var marginsFollowDirection = false
  var marginsIncludeSafeArea = true
  /// Whether `updateConstraints` is to be called: before the first layout, too.
  var needsUpdate = true

  // MARK: What is found out

  /// A stack places it, whatever `translatesMask` is.
  var isArranged = false
  /// Scrolling it changes what is in it, in its own coordinates.
  var dependsOnOffset = false
  /// What its content wanted when it was last solved, in any width.
  var wantedSize = Size(-1, -1)
  /// The same, in the width that it has.
  var contentSize = Size(-1, -1)
  /// Its width then, if the content's height depends on it.
  var lastWidth: Double?
  /// Where it was found to be, in the coordinates of its superview or view.
  var solvedFrame = Rect.zero

  // MARK: In an island

  /// How many active constraints that another item holds end at it.
  var references = 0
  /// How many lead from what is in it to what is around it.
  var crossings = 0
  /// What has to be solved again because of it.
  var unsolved: UnsolvedParts = []
  /// Of the topmost view: what is unsolved in its tree.
  private(set) var unsolvedTree: UnsolvedTree?

  // MARK: In a system

  /// The number of the system that `place` belongs to.
  var system: UInt64 = 0
  var place = LayoutPlace()
  /// Whether it is the top of a tree whose size is being looked for.
  var isFitted = false
  /// The distances from the superview's edges that autoresizing keeps while the superview is too small for them, and what it has made of them.
  var crowded: (distances: EdgeInsets, frame: Rect, outer: Size)?

  /// Whether it never had a view or guide: that of a constraint about nothing.
  let isEmpty: Bool

  init(_ subject: (any LayoutSubject)?) {
    self.subject = subject
    isEmpty = subject == nil
  }

  /// Its view ends: it releases constraints and items that hold it in turn.
  func end() {
    constraints = []
    unsolvedTree = nil
  }

  /// Of the topmost view: notes that an item of its tree has something unsolved.
  func note(_ item: LayoutItem) {
    let tree = unsolvedTree ?? UnsolvedTree()
    unsolvedTree = tree
    tree.add(item)
  }

  /// Its view has got a superview.
  func forgetUnsolvedTree() { unsolvedTree = nil }
}

/// What is unsolved in a tree of views.
final class UnsolvedTree {
  /// Items that have something unsolved; may contain stale entries.
  private(set) var items = ObjectList<LayoutItem>()
  /// Those of the islands that are to be solved. One leaves the list before it is solved.
  var islands = ObjectList<LayoutItem>()
  /// How many views were in systems that were solved, for tests.
  var solvedViews = 0
  /// The number of items from which those of deallocated views are removed.
  private var limit = UnsolvedTree.leastLimit
  static let leastLimit = 64

  func add(_ item: LayoutItem) {
    items.add(item)
    guard items.count > limit else { return }
    items.removeAll { $0.subject == nil }
    limit = max(2 * items.count, Self.leastLimit)
  }

  func remove(_ item: LayoutItem) { items.remove(item) }
  func takeItems() -> ObjectList<LayoutItem> { items.take() }
}

/// What has to be solved again when something about a view has changed.
struct UnsolvedParts: OptionSet {
  let rawValue: UInt8
  /// The island that the view's constraints to its subviews are in.
  static let inside = UnsolvedParts(rawValue: 1)
  /// The island that its superview is in.
  static let outside = UnsolvedParts(rawValue: 2)
  /// All islands in the view.
  static let deep = UnsolvedParts(rawValue: 4)
}

/// A value for each axis.
struct AxisPair<Value> {
  var horizontal: Value
  var vertical: Value

  subscript(axis: NSLayoutConstraint.Axis) -> Value {
    get { axis == .horizontal ? horizontal : vertical }
    set { if axis == .horizontal { horizontal = newValue } else { vertical = newValue } }
  }
}

/// A place in a system, in the coordinates of the top of its tree.
struct LayoutPlace {
  /// A variable and a number that is added, or the number alone.
  struct Term {
    var variable: Int32?
    var constant = 0.0

    static func + (term: Term, number: Double) -> Term {
      Term(variable: term.variable, constant: term.constant + number)
    }
  }

  var x = Term()
  var y = Term()
  var width = Term()
  var height = Term()
}
