/// Bodies, what holds them, and what they meet. Time passes in steps of equal length, so that the same beginning always has the same end.
final class DynamicWorld {
  /// What bodies of a collision behavior meet.
  final class CollisionGroup {
    var bodies: [DynamicBody] = []
    var meetsItems = true
    /// A line, and which boundary it belongs to.
    var pieces: [(start: Point, end: Point, boundary: Int)] = []
    /// What touches, and what began and ceased to since the program was notified.
    var touching: [BodyMeeting] = []
    var began: [BodyMeeting] = []
    var ended: [BodyMeeting] = []
  }

  /// Two bodies that touch, or a body and a boundary, whichever of its lines it is.
  struct BodyMeeting {
    /// The contact's key, with the boundary in place of the line.
    let key: DynamicContact.ContactKey
    let first: DynamicBody
    let second: DynamicBody
    let place: Point
    /// For how many steps they have not touched.
    var misses = 0
  }

  static let step = 1.0 / 240
  /// The most time that is caught up with after the program was busy.
  static let mostTime = 0.1
  private static let margin = 2.0

  private(set) var bodies: [ObjectIdentifier: DynamicBody] = [:]
  /// The bodies, in the order in which they were added.
  private(set) var list: [DynamicBody] = []
  /// What holds bodies at places.
  let ground = DynamicBody()
  var joints: [DynamicJoint] = []
  var groups: [CollisionGroup] = []
  /// Called before each step: what pushes bodies.
  var forces: [(Double) -> Void] = []
  private var contacts: [DynamicContact] = []
  private var rest = 0.0
  /// For how long all bodies have been slow.
  private(set) var stillness = 0.0

  func body(of item: any UIDynamicItem) -> DynamicBody? { bodies[ObjectIdentifier(item)] }

  /// Keeps the bodies of these items, and makes the missing ones.
  func keep(_ items: [any UIDynamicItem]) {
    var kept: [ObjectIdentifier: DynamicBody] = [:]
    var order: [DynamicBody] = []
    for item in items where kept[ObjectIdentifier(item)] == nil {
      let body = body(of: item) ?? DynamicBody(item)
      kept[ObjectIdentifier(item)] = body
      order.append(body)
    }
    (bodies, list) = (kept, order)
  }

  func wake() { stillness = 0 }
  /// Forgets the rest of a step.
  func pause() { (rest, contacts) = (0, []) }

  /// Lets time pass; how much did.
  func advance(_ time: Double) -> Double {
    rest += min(max(time, 0), Self.mostTime)
    // A little less than a step is one: frames are whole nanoseconds.
    let count = Int(rest / Self.step + 0.001)
    for _ in 0..<count { advanceStep() }
    rest -= Double(count) * Self.step
    return Double(count) * Self.step
  }

  private func advanceStep() {
    let step = Self.step
    for push in forces { push(step) }
    for body in list { body.slow(step) }
    findContacts()
    let spring = DynamicSpring(frequency: 30, damping: 10, step: step)
    for contact in contacts { contact.begin() }
    for joint in joints { joint.begin() }
    for _ in 0..<10 {
      for joint in joints { joint.solve(step) }
      for index in contacts.indices { contacts[index].solve(step, spring) }
    }
    for body in list where body.inverseMass > 0 { move(body) }
    for _ in 0..<2 {
      for index in contacts.indices { contacts[index].solve(step, nil) }
    }
    // Several times: a box that falls flat meets at two spots, and throwing back one of them turns it.
    for _ in 0..<10 {
      for index in contacts.indices { contacts[index].bounce() }
    }
    report()
    stillness = list.allSatisfy(\.isSlow) ? stillness + step : 0
  }

  /// Moves a body; one that is too fast for the step stays in front of the line that it would be behind.
  private func move(_ body: DynamicBody) {
    let before = body.place
    body.move(Self.step)
    let way = body.place - before
    guard way.dot(way) > 4 else { return }
    for group in groups where group.bodies.contains(where: { $0 === body }) {
      for piece in group.pieces {
        guard let part = Self.crossing(before, way, piece.start, piece.end - piece.start) else { continue }
        body.place = before + way.scaled(max(part - 1 / way.length, 0))
        return
      }
    }
  }

  /// The part of a way that leads to a line; nil if it crosses none.
  private static func crossing(_ start: Point, _ way: Point, _ other: Point, _ line: Point) -> Double? {
    let cross = way.cross(line)
    guard abs(cross) > 1e-9 else { return nil }
    let part = (other - start).cross(line) / cross
    let place = (other - start).cross(way) / cross
    return part >= 0 && part <= 1 && place >= 0 && place <= 1 ? part : nil
  }

  // MARK: Contacts

  private func findContacts() {
    let known = Dictionary(contacts.map { ($0.key, $0) }) { $1 }
    contacts = []
    func place(_ body: DynamicBody, _ shape: PlacedShape) -> DynamicPlace {
      DynamicPlace(body, shape, step: Self.step, margin: Self.margin)
    }
    var places: [ObjectIdentifier: DynamicPlace] = [:]
    for body in list { places[ObjectIdentifier(body)] = place(body, body.placedShape) }
    func add(_ one: DynamicPlace, _ other: DynamicPlace, _ piece: Int) {
      let (first, second) = (one.body, other.body)
      guard first.inverseMass + second.inverseMass > 0 else { return }
      let speed = (second.velocity - first.velocity).length + abs(first.spin) + abs(second.spin)
      let margin = Self.margin + speed * Self.step
      guard let manifold = DynamicManifold.between(one.shape, other.shape, margin: margin) else { return }
      let key = DynamicContact.ContactKey(
        first: ObjectIdentifier(first), second: ObjectIdentifier(second), piece: piece)
      contacts.append(DynamicContact(key, first, second, manifold, known[key]))
    }
    var pieces = 0
    for group in groups {
      let members = group.bodies.compactMap { places[ObjectIdentifier($0)] }
      let lines = group.pieces.map { place(ground, .polygon(PlacedPolygon([$0.start, $0.end]))) }
      let near = group.meetsItems ? DynamicPlace.neighbours(members) : []
      for (index, member) in members.enumerated() {
        for (number, line) in lines.enumerated() where line.mayTouch(member) {
          guard group.pieces[number].start != group.pieces[number].end else { continue }
          add(line, member, pieces + number + 1)
        }
        if group.meetsItems { for other in near[index] { add(members[other], member, 0) } }
      }
      pieces += group.pieces.count
    }
  }

  /// Which bodies began to touch, and which ceased to.
  private func report() {
    var start = 0
    for group in groups {
      let members = Set(group.bodies.map { ObjectIdentifier($0) })
      for index in group.touching.indices { group.touching[index].misses += 1 }
      for contact in contacts where contact.touches && members.contains(contact.key.second) {
        var key = contact.key
        if key.piece == 0 {
          guard group.meetsItems, members.contains(key.first) else { continue }
        } else {
          guard group.pieces.indices.contains(key.piece - 1 - start) else { continue }
          key.piece = group.pieces[key.piece - 1 - start].boundary
        }
        if let index = group.touching.firstIndex(where: { $0.key == key }) {
          group.touching[index].misses = 0
        } else {
          let meeting = BodyMeeting(
            key: key, first: contact.first, second: contact.second, place: contact.place)
          group.touching.append(meeting)
          group.began.append(meeting)
        }
      }
      // Bodies that rest on each other part for a step now and then.
      group.ended += group.touching.filter { $0.misses > 6 }
      group.touching.removeAll { $0.misses > 6 }
      start += group.pieces.count
    }
  }
}
