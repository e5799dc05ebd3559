import ResponderKit
import TestHarness
import Testing

/// Fields that move items: where they lead, where they are, and how strong they are.
@Suite(.hangLimit) struct FieldTests {
  /// A box whose middle is at (150, 150), which nothing slows, in a field; where it is after a time, as seen from there.
  private func moved(
    _ milliseconds: Int, velocity: Point = .zero, charge: Double = 0, density: Double = 1,
    _ make: @escaping @Sendable () -> UIFieldBehavior
  ) -> Point {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 100, 100))
      let look = stage.smooth([box])
      (look.charge, look.density) = (charge, density)
      look.addLinearVelocity(velocity, for: box)
      animator.addBehavior(look)
      let field = make()
      field.addItem(box)
      animator.addBehavior(field)
      stage.wait(milliseconds)
      return box.center - Point(150, 150)
    }
  }

  private func isNear(_ point: Point, _ x: Double, _ y: Double, by reach: Double = 6) -> Bool {
    abs(point.x - x) < reach && abs(point.y - y) < reach
  }

  @Test func gravityLeadsInADirectionOrToAPlace() {
    // Half of 1000 points a second in each second, for half a second.
    #expect(isNear(moved(500) { .linearGravityField(direction: CGVector(dx: 1, dy: 0)) }, 125, 0))
    #expect(isNear(moved(500) { .radialGravityField(position: Point(150, 1150)) }, 0, 125))
    let turned = moved(500) {
      let field = UIFieldBehavior.radialGravityField(position: Point(150, 1150))
      field.strength = -0.5
      return field
    }
    #expect(isNear(turned, 0, -62.5))
    // A heavy item falls as a light one.
    #expect(isNear(moved(500, density: 9) { .linearGravityField(direction: CGVector(dx: 1, dy: 0)) }, 125, 0))
  }

  @Test func aFieldBecomesWeakerWithTheDistance() {
    func way(_ distance: Double, falloff: Double, least: Double = 1) -> Double {
      moved(100) {
        let field = UIFieldBehavior.radialGravityField(position: Point(150 + distance, 150))
        (field.falloff, field.minimumRadius) = (falloff, least)
        return field
      }.x
    }
    let whole = way(100, falloff: 0)
    #expect(abs(way(100, falloff: 2) / whole - 1) < 0.1 && abs(way(200, falloff: 1) / whole - 0.5) < 0.05)
    #expect(abs(way(200, falloff: 2) / whole - 0.25) < 0.05)
    #expect(abs(way(100, falloff: 2, least: 200) / whole - 0.25) < 0.05)
  }

  @Test func aFieldEndsAtItsRegion() {
    func way(_ radius: Double) -> Double {
      moved(300) {
        let field = UIFieldBehavior.linearGravityField(direction: CGVector(dx: 0, dy: 1))
        (field.region, field.position) = (UIRegion(radius: radius), Point(150, 100))
        return field
      }.y
    }
    #expect(way(20) == 0 && way(500) > 30)
    // It leaves the field, and goes on as fast as it was then.
    let left = way(60)
    #expect(left > 10 && left < way(500) - 5)
  }

  @Test func regionsAreMadeOfOthers() {
    let (circle, box) = (UIRegion(radius: 10), UIRegion(size: Size(40, 4)))
    func places(_ region: UIRegion) -> [Bool] {
      [Point(0, 0), Point(0, 9), Point(19, 0), Point(30, 30)].map(region.contains)
    }
    #expect(places(circle) == [true, true, false, false] && places(box) == [true, false, true, false])
    #expect(places(circle.union(with: box)) == [true, true, true, false])
    #expect(places(circle.intersection(with: box)) == [true, false, false, false])
    #expect(places(circle.difference(from: box)) == [false, true, false, false])
    #expect(places(box.inverse()) == [false, true, false, true])
    #expect(places(.infinite) == [true, true, true, true])
  }

  @Test func dragSlowsAndAVelocityFieldSetsTheSpeed() {
    let free = moved(500, velocity: Point(200, 0)) {
      let field = UIFieldBehavior.dragField()
      field.strength = 0
      return field
    }
    let slowed = moved(500, velocity: Point(200, 0)) {
      let field = UIFieldBehavior.dragField()
      field.strength = 4
      return field
    }
    // 200 (1 - e⁻²) / 4.
    #expect(isNear(free, 100, 0) && isNear(slowed, 43, 0))
    #expect(
      isNear(moved(500, velocity: Point(0, 90)) { .velocityField(direction: CGVector(dx: 2, dy: 0)) }, 100, 0)
    )
    // So strong that it would turn the motion around: it stops it.
    for strength in [360, 1e9] {
      let stopped = moved(500, velocity: Point(200, 0)) {
        let field = UIFieldBehavior.dragField()
        field.strength = strength
        return field
      }
      #expect(stopped == .zero)
    }
  }

  @Test func aSpringSwingsAroundItsPlace() {
    @Sendable func spring() -> UIFieldBehavior {
      let field = UIFieldBehavior.springField()
      (field.position, field.strength) = (Point(250, 150), 25)
      return field
    }
    // Half a swing of 5 radians a second; a heavier item takes longer.
    #expect(isNear(moved(628, spring), 200, 0, by: 10))
    #expect(isNear(moved(628, density: 4, spring), 100, 0, by: 15))
  }

  @Test func aVortexLeadsAround() {
    let place = moved(200) {
      let field = UIFieldBehavior.vortexField()
      field.position = Point(50, 150)
      return field
    }
    #expect(place.y > 15 && abs(place.x) < 10)
  }

  @Test func chargesArePushed() {
    func electric(_ charge: Double) -> Point {
      moved(300, charge: charge) {
        let field = UIFieldBehavior.electricField()
        field.position = Point(50, 150)
        return field
      }
    }
    #expect(electric(0) == .zero && electric(1).x > 30 && electric(-1).x < -30 && electric(1).y == 0)
    func magnetic(_ charge: Double) -> Point {
      moved(300, velocity: Point(100, 0), charge: charge) { .magneticField() }
    }
    #expect(isNear(magnetic(0), 30, 0) && magnetic(2).y > 3 && magnetic(-2).y < -3)
    // It turns and does not speed up.
    #expect(magnetic(2).distance(to: .zero) < 31)
  }

  @Test func aStrongMagneticFieldAddsNoSpeed() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 100, 100))
      let look = stage.smooth([box])
      look.charge = 1
      look.addLinearVelocity(Point(100, 0), for: box)
      animator.addBehavior(look)
      let field = UIFieldBehavior.magneticField()
      field.strength = 100
      field.addItem(box)
      animator.addBehavior(field)
      stage.wait(3000)
      let speed = look.linearVelocity(for: box)
      #expect(abs(speed.distance(to: .zero) - 100) < 1)
      #expect(box.center.distance(to: Point(150, 150)) < 3)
    }
  }

  @Test func aFieldThatChangesMovesWhatRests() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 100, 100))
      let field = UIFieldBehavior.linearGravityField(direction: .zero)
      field.addItem(box)
      animator.addBehavior(field)
      stage.wait(2000)
      #expect(!animator.isRunning && box.center == Point(150, 150))
      field.direction = CGVector(dx: 1, dy: 0)
      stage.wait(200)
      #expect(animator.isRunning && box.center.x > 155)
    }
  }

  @Test func onlyNoiseKeepsFramesGoing() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 100, 100))
      let field = UIFieldBehavior.turbulenceField(smoothness: 0, animationSpeed: 1)
      field.addItem(box)
      animator.addBehavior(field)
      stage.wait(2000)
      #expect(!animator.isRunning)
    }
  }

  @Test func noiseIsTheSameEachTime() {
    func noise(_ kind: Bool, _ speed: Double, velocity: Point = Point(50, 20)) -> Point {
      moved(400, velocity: velocity) {
        kind
          ? .noiseField(smoothness: 0.5, animationSpeed: speed)
          : .turbulenceField(smoothness: 0.5, animationSpeed: speed)
      }
    }
    #expect(noise(true, 1) == noise(true, 1) && noise(true, 1) != noise(true, 3))
    #expect(!isNear(noise(true, 1), 20, 8, by: 1))
    // Turbulence moves nothing that rests.
    #expect(noise(false, 1, velocity: .zero) == .zero && !isNear(noise(false, 0), 20, 8, by: 0.5))
  }

  @Test func aClosureMovesItems() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 100, 100))
      animator.addBehavior(stage.smooth([box]))
      var seen: [Point] = []
      let field = UIFieldBehavior.field { field, place, velocity, mass, charge, time in
        seen.append(place)
        #expect(mass == 1 && charge == 0 && time > 0 && velocity.dy == 0)
        // Items may go away meanwhile.
        if seen.count == 60 { field.removeItem(box) }
        return CGVector(dx: 1, dy: 0)
      }
      field.position = Point(100, 150)
      field.addItem(box)
      animator.addBehavior(field)
      stage.wait(600)
      #expect(seen.first == Point(50, 0) && seen.count < 80 && box.center.x > 152)
      #expect(field.items.isEmpty)
    }
  }

  @Test func whatRestsInAFieldThatChangesIsNotForgotten() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 100, 100))
      let field = UIFieldBehavior.noiseField(smoothness: 0, animationSpeed: 1)
      field.strength = 0.000001
      field.addItem(box)
      animator.addBehavior(field)
      stage.wait(2000)
      #expect(animator.isRunning)
      field.animationSpeed = 0
      stage.wait(2000)
      #expect(!animator.isRunning)
    }
  }

  @Test func oddNumbersLoseNoItem() {
    let odd = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0]
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 100, 100))
      for number in odd {
        let fields: [UIFieldBehavior] = [
          .dragField(), .vortexField(), .radialGravityField(position: Point(number, number)),
          .linearGravityField(direction: CGVector(dx: number, dy: 1)),
          .velocityField(direction: CGVector(dx: number, dy: number)),
          .noiseField(smoothness: number, animationSpeed: number),
          .turbulenceField(smoothness: number, animationSpeed: number), .springField(), .electricField(),
          .magneticField(), .field { _, _, _, _, _, _ in CGVector(dx: number, dy: number) },
        ]
        for field in fields {
          for (strength, falloff) in [(number, 0), (1, number), (number, number)] {
            (field.strength, field.falloff, field.minimumRadius) = (strength, falloff, number)
            (field.region, field.position) = (UIRegion(radius: number), Point(number, 3))
            field.addItem(box)
            animator.addBehavior(field)
            stage.wait(20)
            (field.region, field.position) = (.infinite, Point(100, 3))
            stage.wait(20)
            animator.removeBehavior(field)
            #expect(box.center.x.isFinite && box.center.y.isFinite)
          }
        }
      }
    }
  }
}
