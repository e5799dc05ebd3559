/// A curve through the values of key frames: Kochanek's and Bartels' spline.
struct FrameCurve {
  var tension: [Double] = []
  var continuity: [Double] = []
  var bias: [Double] = []

  /// A part of the way from one value to the next; nil: what no curve goes through.
  func value(_ part: Double, from index: Int, of values: [LayerValue]) -> LayerValue? {
    let ends =
      index + 1 < values.count
      ? values[index].parts.flatMap { a in values[index + 1].parts.map { (a, $0) } } : nil
    guard let (start, end) = ends, start.count == end.count else { return nil }
    let leaving = slope(at: index, of: values, isLeaving: true)
    let arriving = slope(at: index + 1, of: values, isLeaving: false)
    guard let leaving, let arriving, leaving.count == start.count, arriving.count == start.count else {
      return nil
    }
    let (square, cube) = (part * part, part * part * part)
    return values[index].with(
      start.indices.map {
        (2 * cube - 3 * square + 1) * start[$0] + (cube - 2 * square + part) * leaving[$0]
          + (3 * square - 2 * cube) * end[$0] + (cube - square) * arriving[$0]
      })
  }

  /// How fast the curve leaves a value or arrives there, in ways to the next one.
  private func slope(at index: Int, of values: [LayerValue], isLeaving: Bool) -> [Double]? {
    func parameter(_ all: [Double]) -> Double { all.indices.contains(index) ? all[index] : 0 }
    let (tension, bias) = (parameter(tension), parameter(bias))
    let continuity = parameter(continuity) * (isLeaving ? 1 : -1)
    guard let here = values[index].parts,
      let before = values[max(index - 1, 0)].parts, before.count == here.count,
      let after = values[min(index + 1, values.count - 1)].parts, after.count == here.count
    else { return nil }
    let coming = (1 - tension) * (1 + bias) * (1 + continuity) / 2
    let going = (1 - tension) * (1 - bias) * (1 - continuity) / 2
    return here.indices.map { coming * (here[$0] - before[$0]) + going * (after[$0] - here[$0]) }
  }

  /// The values, and points of the curve between them.
  func points(through values: [LayerValue]) -> [LayerValue] {
    let steps = 16
    var points = Array(values.prefix(1))
    for index in values.indices.dropLast() {
      for step in 1...steps {
        let point = value(Double(step) / Double(steps), from: index, of: values)
        if let point { points.append(point) } else if step == steps { points.append(values[index + 1]) }
      }
    }
    return points
  }

  /// When each value is reached at a constant speed; nil: nothing is between them.
  static func times(of values: [LayerValue]) -> [Double]? {
    var lengths = [0.0]
    for (from, to) in zip(values, values.dropFirst()) {
      guard let one = from.parts, let two = to.parts, one.count == two.count else { return nil }
      let way = zip(one, two).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
      lengths.append(lengths[lengths.count - 1] + way)
    }
    guard let whole = lengths.last, whole > 0 else { return nil }
    return lengths.map { $0 / whole }
  }
}

extension LayerValue {
  /// The numbers that it consists of; nil of a list or a path.
  var parts: [Double]? {
    switch self {
    case .number(let number): [number]
    case .point(let point): [point.x, point.y]
    case .size(let size): [size.width, size.height]
    case .rect(let rect): [rect.minX, rect.minY, rect.width, rect.height]
    case .color(let color): color.map { [$0.red, $0.green, $0.blue, $0.alpha] }
    case .transform, .colors, .numbers, .path, .picture: nil
    }
  }

  /// A value of the same kind, of other numbers.
  func with(_ parts: [Double]) -> LayerValue? {
    switch self {
    case .number: .number(parts[0])
    case .point: .point(Point(parts[0], parts[1]))
    case .size: .size(Size(parts[0], parts[1]))
    case .rect: .rect(Rect(parts[0], parts[1], parts[2], parts[3]))
    case .color:
      .color(CGColor.mix(.clear, CGColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3]), 1))
    case .transform, .colors, .numbers, .path, .picture: nil
    }
  }
}
