/// Finds the word that a misspelled one was meant to be.
enum Likeness {
  /// " (did you mean 'show'?)" or nothing.
  static func question(_ word: String, _ known: [String]) -> String {
    closest(word, known).map { " (did you mean '\($0)'?)" } ?? ""
  }

  static func closest(_ word: String, _ known: [String]) -> String? {
    let best = known.min { distance(word, $0) < distance(word, $1) }
    return best.flatMap { distance(word, $0) <= max(1, min($0.count, word.count) / 3) ? $0 : nil }
  }

  /// How many letters have to be put in, taken away or changed.
  static func distance(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for place in right.indices {
        let change = diagonal + (letter == right[place] ? 0 : 1)
        diagonal = row[place + 1]
        row[place + 1] = min(change, row[place] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
