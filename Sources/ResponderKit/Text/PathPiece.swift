/// Lines from point to point, which may lead back to the first one.
struct PathPiece {
  var points: [Point]
  var isClosed: Bool
}
