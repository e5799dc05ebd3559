import LinuxSystem

/// The particles of an emitter. Where each is follows from its age, so that they do not depend on how often they are moved.
final class ParticleSystem {
  /// The most particles at a time: while there are so many, none is emitted.
  static let most = 5_000
  /// Longer times are passed in steps, since particles may emit others.
  private static let step = 1.0 / 30
  /// The most time that is caught up with, in seconds.
  private static let longest = 60.0

  /// What an emitter layer says.
  struct Emission {
    var position = Point.zero
    var size = Size.zero
    var shape = CAEmitterLayerEmitterShape.point
    var mode = CAEmitterLayerEmitterMode.volume
    var birthRate: Float = 1
    var lifetime: Float = 1
    var velocity: Float = 1
    var scale: Float = 1
    var spin: Float = 1
    var seed: UInt32 = 0
  }

  /// The particles, the oldest first.
  private(set) var particles: [Particle] = []
  private var births: [Births] = []

  /// How far the emission of a kind is.
  struct Births {
    /// Parts of a particle that are still to come.
    var owed = 0.0
    var number: UInt64 = 0
  }

  /// Whether particles come at a time or later.
  func emits(_ cells: [CAEmitterCell], _ emission: Emission, at time: Double) -> Bool {
    emission.birthRate > 0 && emission.lifetime > 0
      && cells.contains {
        $0.isEnabled && $0.birthRate > 0 && $0.lifetime + abs($0.lifetimeRange) > 0
          && ($0.duration <= 0 || time < $0.beginTime + $0.duration)
      }
  }

  func longestLife(_ cells: [CAEmitterCell], _ emission: Emission) -> Double {
    func life(_ cell: CAEmitterCell, _ depth: Int) -> Double {
      let own = Double(cell.lifetime + abs(cell.lifetimeRange))
      return own + (depth < 4 ? (cell.emitterCells ?? []).map { life($0, depth + 1) }.max() ?? 0 : 0)
    }
    let seconds = (cells.map { life($0, 0) }.max() ?? 0) * Double(emission.lifetime)
    return seconds.isFinite ? min(max(seconds, 0), Self.longest) : 0
  }

  /// Lets time pass.
  func advance(from start: Double, to end: Double, _ cells: [CAEmitterCell], _ emission: Emission) {
    guard end > start else { return }
    var now = max(start, end - Self.longest)
    if particles.isEmpty, !emits(cells, emission, at: now) { return }
    while now < end {
      let next = end - now > 1.5 * Self.step ? now + Self.step : end
      advanceStep(from: now, to: next, cells, emission)
      now = next
    }
  }

  private func advanceStep(
    from start: Double, to end: Double, _ cells: [CAEmitterCell], _ emission: Emission
  ) {
    var born: [Particle] = []
    let room = Self.most - particles.count
    while births.count < cells.count { births.append(Births()) }
    for (index, cell) in cells.enumerated() {
      let rate = Double(cell.birthRate) * Double(emission.birthRate)
      emit(cell, rate, &births[index], from: start, to: end) { number, late in
        guard born.count < room else { return }
        var random = ParticleRandom(emission.seed, UInt64(index), number)
        born.append(Particle(cell, emission, &random, age: late))
      }
    }
    for index in particles.indices {
      let age = particles[index].age
      particles[index].age = min(age + end - start, particles[index].lifetime)
      let passed = age + end - start - particles[index].age
      let room = room - born.count
      born += children(of: &particles[index], from: age, passed: passed, emission, room)
    }
    // What is born in this step may emit others in it.
    var next = 0
    while next < born.count {
      let life = min(born[next].age, born[next].lifetime)
      let passed = born[next].age - life
      let room = room - born.count
      let more = children(of: &born[next], from: 0, to: life, passed: passed, emission, room)
      born += more
      next += 1
    }
    particles.removeAll { $0.age >= $0.lifetime }
    particles += born.filter { $0.age < $0.lifetime }
  }

  /// What a particle emits from an age to its present one, or another one.
  ///
  /// - Parameter passed: how long ago that was.
  private func children(
    of parent: inout Particle, from age: Double, to last: Double? = nil, passed: Double,
    _ emission: Emission, _ room: Int
  ) -> [Particle] {
    let kinds = parent.cell.emitterCells ?? []
    let last = last ?? parent.age
    guard !kinds.isEmpty, last > age, room > 0 else { return [] }
    var born: [Particle] = []
    while parent.births.count < kinds.count { parent.births.append(Births()) }
    for (kind, cell) in kinds.enumerated() {
      var births = parent.births[kind]
      emit(cell, Double(cell.birthRate), &births, from: age, to: last) { number, late in
        guard born.count < room else { return }
        var random = ParticleRandom(emission.seed, parent.key &* 31 &+ UInt64(kind) &+ 1, number)
        born.append(Particle(cell, of: parent, at: last - late, emission, &random, age: late + passed))
      }
      parent.births[kind] = births
    }
    return born
  }

  /// Calls back for each particle that a kind emits between two times of it, with its number and its age at the end.
  private func emit(
    _ cell: CAEmitterCell, _ rate: Double, _ births: inout Births, from start: Double, to end: Double,
    _ body: (_ number: UInt64, _ late: Double) -> Void
  ) {
    guard cell.isEnabled, rate > 0, rate.isFinite else { return births.owed = 0 }
    let last = cell.duration > 0 ? min(end, cell.beginTime + cell.duration) : end
    let first = max(start, cell.beginTime)
    guard last > first else { return }
    births.owed += (last - first) * rate
    // More than there is room for do not count.
    births.owed = min(births.owed, Double(Self.most))
    while births.owed >= 1 {
      births.owed -= 1
      births.number += 1
      body(births.number, births.owed / rate + end - last)
    }
  }
}

/// Random numbers of one particle.
struct ParticleRandom {
  private var state: UInt64
  let key: UInt64

  init(_ seed: UInt32, _ kind: UInt64, _ number: UInt64) {
    state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ kind &* 0xD1B5_4A32_D192_ED03 &+ number
    key = state
    _ = next()
  }

  /// From 0 to 1.
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return Double((word ^ word >> 31) >> 11) / Double(1 << 53)
  }

  /// Around a value, as far away as the range says.
  mutating func value(_ middle: Double, _ range: Double) -> Double { middle + range * (2 * next() - 1) }
}
