import DBus

/// Which events other programs have asked the registry for.
struct EventListeners {
  /// More are left out: what they ask for is not sent.
  private static let most = 1024

  /// The program, and the words of the event: class, name, detail. Missing ones stand for all.
  private var entries: [(program: String, words: [String])] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ program: String, _ event: String) {
    guard entries.count < Self.most else { return }
    entries.append((program, Self.words(event)))
  }

  mutating func remove(_ program: String, _ event: String) {
    let words = Self.words(event)
    if let index = entries.firstIndex(where: { $0.program == program && $0.words == words }) {
      entries.remove(at: index)
    }
  }

  mutating func removeAll() { entries = [] }

  /// `Object:StateChanged:focused`, also as `object:state-changed:focused`.
  private static func words(_ event: String) -> [String] {
    var words = event.split(separator: ":", omittingEmptySubsequences: false).prefix(3).map { plain($0) }
    while words.last == "" { words.removeLast() }
    return words
  }

  private static func plain(_ word: some StringProtocol) -> String {
    String(word.lowercased().filter { $0 != "-" })
  }

  func want(_ event: AccessibleEvent) -> Bool {
    let words = [event.kind, event.name, event.detail].map { Self.plain($0) }
    return entries.contains { entry in
      zip(entry.words, words).allSatisfy { $0 == $1 || $0.isEmpty }
    }
  }
}
