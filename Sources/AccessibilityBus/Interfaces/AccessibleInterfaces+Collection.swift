import DBus

/// Searches among the elements in an element.
extension AccessibleInterfaces {
  /// Where a search looks, by AT-SPI's numbers.
  private enum SearchScope: UInt32 { case children, siblings, inOrder }

  /// What a program looks for, in which order, and how much of it.
  private struct Search {
    let objects: AccessibleObjects
    private let rule: MatchRule
    private let isReversed: Bool
    private let most: Int
    /// Whether elements in others are searched, too.
    let isDeep: Bool

    init(
      _ object: AccessibleObject, rule: DBusValue, order: DBusValue, most: DBusValue, isDeep: DBusValue
    ) throws(DBusFailure) {
      objects = object.objects
      self.rule = try MatchRule(rule)
      // Canonical, and the reverse of it. The others are for texts that flow, and for the tab key.
      guard let order = order.uint32, order == 1 || order == 4 else {
        throw .invalidArguments("there are the orders 1 and 4")
      }
      isReversed = order == 4
      self.most = Int(most.int32 ?? 0)
      self.isDeep = isDeep.boolean ?? false
    }

    /// Parents before their children.
    func all(in elements: [any AccessibleElement]) -> [any AccessibleElement] {
      isDeep ? objects.all(in: elements).map(\.element) : elements
    }

    func answer(_ elements: some Sequence<any AccessibleElement>) -> [DBusValue] {
      let found = elements.filter { rule.fits(AccessibleObject(objects: objects, node: .element($0))) }
      let ordered = isReversed ? found.reversed() : found
      return [objects.references(most > 0 ? Array(ordered.prefix(most)) : ordered)]
    }
  }

  /// The element that a search begins or ends at.
  private static func place(
    _ object: AccessibleObject, _ path: DBusValue
  ) throws(DBusFailure) -> any AccessibleElement {
    guard let element = object.objects.element(path.string ?? "") else {
      throw .unknownObject("there is no object \(path.string ?? "")")
    }
    return element
  }

  private static func scope(_ value: DBusValue) throws(DBusFailure) -> SearchScope {
    guard let scope = SearchScope(rawValue: value.uint32 ?? 99) else {
      throw .invalidArguments("there are the ways 0, 1 and 2 through a tree")
    }
    return scope
  }

  /// An element with those beside it, and its place among them; nil for one that is not shown.
  private static func siblings(
    _ object: AccessibleObject, _ element: any AccessibleElement
  ) -> (all: [any AccessibleElement], index: Int)? {
    let all = object.objects.siblings(of: element)
    return all.firstIndex { $0 === element }.map { (all, $0) }
  }

  static let collection = DBusInterface<AccessibleObject>(
    prefix + "Collection",
    methods: [
      .init(
        "GetMatches", takes: "rule:\(MatchRule.type) sortby:u count:i traverse:b", answers: "a(so)"
      ) { object, values throws(DBusFailure) in
        let search = try Search(object, rule: values[0], order: values[1], most: values[2], isDeep: values[3])
        return search.answer(search.all(in: object.children))
      },
      // What is behind an element: in it, beside it, or wherever in this one.
      .init(
        "GetMatchesFrom",
        takes: "current_object:o rule:\(MatchRule.type) sortby:u tree:u count:i traverse:b", answers: "a(so)"
      ) { object, values throws(DBusFailure) in
        let search = try Search(object, rule: values[1], order: values[2], most: values[4], isDeep: values[5])
        let place = try place(object, values[0])
        switch try scope(values[3]) {
        case .children: return search.answer(search.all(in: place.accessibleChildren))
        case .siblings:
          let (all, index) = siblings(object, place) ?? ([], 0)
          return search.answer(search.all(in: Array(all.dropFirst(index + 1))))
        case .inOrder:
          let all = search.all(in: object.children).drop { $0 !== place }
          return search.answer(all.dropFirst())
        }
      },
      // What is before an element: beside it, or wherever in this one; or only in what encloses the element.
      .init(
        "GetMatchesTo",
        takes: "current_object:o rule:\(MatchRule.type) sortby:u tree:u limit_scope:b count:i traverse:b",
        answers: "a(so)"
      ) { object, values throws(DBusFailure) in
        let search = try Search(object, rule: values[1], order: values[2], most: values[5], isDeep: values[6])
        let place = try place(object, values[0])
        let (beside, index) = siblings(object, place) ?? ([], 0)
        switch try scope(values[3]) {
        case .siblings: return search.answer(search.all(in: Array(beside.prefix(index))))
        case .children, .inOrder:
          let scope = values[4].boolean == true ? beside : object.children
          return search.answer(search.all(in: scope).prefix { $0 !== place })
        }
      },
      .init("GetActiveDescendant", answers: "(so)") { object, _ in
        let focus = object.objects.application?.accessibleFocus
        let isInside = focus.map { focus in
          object.objects.all(in: object.children).contains { $0.element === focus }
        }
        guard let focus, isInside == true else { return [AccessibleObjects.nothing] }
        return [object.objects.reference(focus)]
      },
    ])
}
