/// A place for entries that are loaded when the menu is shown: until they are, a line says so.
public final class UIDeferredMenuElement: UIMenuElement {
  private let provider: (@escaping ([UIMenuElement]) -> Void) -> Void
  private let isCached: Bool
  /// The loaded entries; nil: not loaded yet.
  private(set) var elements: [UIMenuElement]?
  /// Counts requests, of which the last one is answered.
  private var request = 0

  /// Calls `elementProvider` when a menu with it is shown for the first time; that calls the closure that it gets, at once or later, on this thread.
  public convenience init(_ elementProvider: @escaping (@escaping ([UIMenuElement]) -> Void) -> Void) {
    self.init(elementProvider, isCached: true)
  }

  /// Calls it each time that a menu with it is shown.
  public static func uncached(
    _ elementProvider: @escaping (@escaping ([UIMenuElement]) -> Void) -> Void
  ) -> UIDeferredMenuElement { UIDeferredMenuElement(elementProvider, isCached: false) }

  private init(
    _ provider: @escaping (@escaping ([UIMenuElement]) -> Void) -> Void, isCached: Bool
  ) {
    self.provider = provider
    self.isCached = isCached
    super.init(title: "Loading…", subtitle: nil, image: nil)
  }

  /// A menu with it is shown: asks for the entries, and calls `done` if they are loaded later.
  func load(_ done: @escaping () -> Void) {
    if isCached, elements != nil { return }
    elements = nil
    request += 1
    let number = request
    var isLater = false
    provider { [weak self] elements in
      guard let self, number == request, self.elements == nil else { return }
      self.elements = elements
      if isLater { done() }
    }
    isLater = true
  }
}
