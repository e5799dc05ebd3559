/// Parts of paths.
enum PathCutter {
  /// One polygon of all parts: the ways between them are drawn there and back.
  static func polygon(_ parts: [PathPiece]) -> [Point]? {
    guard let first = parts.first?.points.first else { return nil }
    guard parts.count > 1 else { return parts[0].points }
    return parts.flatMap { [first] + $0.points + $0.points.prefix(1) } + [first]
  }

  /// What lies between two places, from 0 to 1 of the length of all parts.
  static func part(of parts: [PathPiece], from start: Double, to end: Double) -> [PathPiece] {
    let (start, end) = (share(start), share(end))
    guard start < end else { return [] }
    if start == 0, end == 1 { return parts }
    let lines = parts.map(line)
    let whole = lines.reduce(0) { $0 + length($1) }
    guard whole > 0, whole.isFinite else { return parts }
    var pieces: [PathPiece] = []
    var before = 0.0
    for line in lines {
      let own = length(line)
      pieces += cut(line, from: start * whole - before, to: end * whole - before)
      before += own
    }
    return pieces
  }

  private static func share(_ number: Double) -> Double { number.isNaN ? 0 : min(max(number, 0), 1) }

  /// The drawn lengths of a pattern; each part begins it anew. A pattern that can not be drawn is none.
  static func dashes(of parts: [PathPiece], _ pattern: [Double], phase: Double) -> [PathPiece] {
    let lengths = pattern.count.isMultiple(of: 2) ? pattern : pattern + pattern
    let period = lengths.reduce(0, +)
    guard lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), period > 0.01 else { return parts }
    var pieces: [PathPiece] = []
    for part in parts {
      let line = line(part)
      let whole = length(line)
      guard whole.isFinite, whole / period < 4096 else { return parts }
      var place = -(phase.isFinite ? phase.truncatingRemainder(dividingBy: period) : 0)
      if place > 0 { place -= period }
      var index = 0
      while place < whole {
        let end = place + lengths[index % lengths.count]
        if index.isMultiple(of: 2), end >= 0 { pieces += cut(line, from: place, to: end) }
        place = end
        index += 1
      }
    }
    return pieces
  }

  /// Open parts, a little longer at both ends.
  static func lengthened(_ parts: [PathPiece], by length: Double) -> [PathPiece] {
    parts.map { part in
      guard !part.isClosed, part.points.count > 1 else { return part }
      var points = part.points
      let last = points.count - 1
      points[last] = beyond(points[last], from: points[last - 1], length)
      points[0] = beyond(points[0], from: points[1], length)
      return PathPiece(points: points, isClosed: false)
    }
  }

  private static func beyond(_ end: Point, from start: Point, _ length: Double) -> Point {
    let way = start.distance(to: end)
    guard way > 0 else { return end }
    return Point(end.x + (end.x - start.x) / way * length, end.y + (end.y - start.y) / way * length)
  }

  /// The points of a part, with the first one once more where it is closed.
  private static func line(_ part: PathPiece) -> [Point] {
    part.isClosed ? part.points + part.points.prefix(1) : part.points
  }

  private static func length(_ line: [Point]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  /// The part of a line between two lengths: none, or one. Between two that are equal it is a point, twice.
  private static func cut(_ line: [Point], from start: Double, to end: Double) -> [PathPiece] {
    var points: [Point] = []
    var before = 0.0
    for (from, to) in zip(line, line.dropFirst()) {
      let way = from.distance(to: to)
      defer { before += way }
      let isDot = start == end && points.isEmpty && before <= end && before + way >= start
      guard way > 0, isDot || before < end && before + way > start else { continue }
      if points.isEmpty { points.append(.mix(from, to, max(start - before, 0) / way)) }
      points.append(.mix(from, to, min(end - before, way) / way))
    }
    return points.isEmpty ? [] : [PathPiece(points: points, isClosed: false)]
  }
}
