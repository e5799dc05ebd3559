/// The rows of a table, or the items of a collection, that have been announced as coming into sight.
struct AnnouncedPaths {
  private var paths: Set<IndexPath> = []

  mutating func forget() { paths = [] }

  /// Takes what is coming now: what of it has not been announced, and what has been announced and is not coming any longer.
  mutating func update(_ coming: Set<IndexPath>) -> (new: [IndexPath], gone: [IndexPath]) {
    let old = paths
    guard coming != old else { return ([], []) }
    paths = coming
    return (coming.subtracting(old).sorted(), old.subtracting(coming).sorted())
  }
}
