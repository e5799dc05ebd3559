import TestHarness
import Testing

@testable import ResponderKit

/// Layers that emit particles.
@Suite(.hangLimit) struct EmitterLayerTests {
  private static func square(_ color: UIColor = .white, _ side: Int = 4) -> UIImage {
    let bitmap = Bitmap(width: side, height: side)
    bitmap.clear(bitmap.bounds, to: color)
    return UIImage(bitmap)
  }

  private static func cell(_ set: (CAEmitterCell) -> Void = { _ in }) -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.name = "dot"
    cell.contents = square().cgImage
    cell.birthRate = 10
    cell.lifetime = 2
    set(cell)
    return cell
  }

  /// In the middle of a black layer of 300 points, from when it is first seen on.
  private static func emitter(
    _ stage: Stage, _ cells: [CAEmitterCell], _ set: (CAEmitterLayer) -> Void = { _ in }
  )
    -> CAEmitterLayer
  {
    let layer = CAEmitterLayer()
    layer.backgroundColor = UIColor.black.cgColor
    layer.emitterPosition = Point(150, 150)
    layer.emitterCells = cells
    layer.beginTime = CACurrentMediaTime()
    set(layer)
    return stage.show(layer: layer)
  }

  /// The pixels of the layer that are not black.
  private static func lit(_ stage: Stage) -> [(x: Int, y: Int, color: UInt32)] {
    let picture = stage.window.snapshot()
    var result: [(x: Int, y: Int, color: UInt32)] = []
    for y in 0..<300 {
      for x in 0..<300 where picture[x, y] != 0xFF00_0000 { result.append((x, y, picture[x, y])) }
    }
    return result
  }

  private static func system(_ seconds: Double, _ step: Double, _ cells: [CAEmitterCell], seed: UInt32 = 1)
    -> [Particle]
  {
    let system = ParticleSystem()
    var emission = ParticleSystem.Emission()
    emission.seed = seed
    var time = 0.0
    while time < seconds - 1e-9 {
      let next = min(time + step, seconds)
      system.advance(from: time, to: next, cells, emission)
      time = next
    }
    return system.particles
  }

  @Test func particlesAreBornAndLiveAsTheCellSays() {
    onStage { stage in
      let counts = [0.05, 0.55, 1.05, 5].map { Self.system($0, 0.01, [Self.cell()]).count }
      #expect(counts == [0, 5, 10, 20])
      // Within the range there are shorter and longer lives.
      let cell = Self.cell {
        $0.lifetimeRange = 1
        $0.birthRate = 200
      }
      let lives = Self.system(10, 0.01, [cell]).map(\.lifetime)
      #expect(
        (lives.min() ?? 0) < 1.3 && (lives.max() ?? 0) > 2.9 && lives.allSatisfy { (1...3).contains($0) })
    }
  }

  @Test func particlesAreTheSameForASeedHoweverOftenTheyAreMoved() {
    onStage { stage in
      let cells = [
        Self.cell {
          $0.velocity = 50
          $0.velocityRange = 20
          $0.emissionRange = 2 * .pi
          $0.emitterCells = [Self.cell { $0.velocity = 10 }]
        }, Self.cell { $0.birthRate = 7 },
      ]
      func places(_ step: Double, _ seed: UInt32 = 1) -> [UInt64: Point] {
        let particles = Self.system(3.05, step, cells, seed: seed)
        return Dictionary(particles.map { ($0.key, $0.position(at: $0.age)) }) { one, _ in one }
      }
      let (often, rarely) = (places(0.01), places(0.25))
      #expect(often.count > 60 && often.keys == rarely.keys)
      let farthest = often.map { (rarely[$0.key] ?? .zero).distance(to: $0.value) }.max() ?? 1
      #expect(farthest < 0.001)
      #expect(places(0.01, 2).keys != often.keys)
    }
  }

  @Test func particlesMoveTurnGrowAndChangeColor() {
    onStage { stage in
      let cell = Self.cell {
        $0.birthRate = 1
        $0.lifetime = 100
        $0.velocity = 10
        $0.yAcceleration = 4
        $0.scaleSpeed = 0.5
        $0.spin = 0.5
        $0.color = CGColor(red: 1, green: 0.5, blue: 0)
        $0.alphaSpeed = -0.1
        $0.blueSpeed = 0.25
      }
      guard let particle = Self.system(3, 0.1, [cell]).first, let sprite = particle.sprite(isAdditive: false)
      else {
        Issue.record("no particle")
        return
      }
      #expect(abs(particle.age - 2) < 1e-6)
      #expect(abs(sprite.middle.x - 20) < 1e-3 && abs(sprite.middle.y - 8) < 1e-3)
      #expect(abs(sprite.size.width - 8) < 1e-3 && abs(sprite.angle - 1) < 1e-3)
      #expect(abs(sprite.color.alpha - 0.8) < 1e-3 && abs(sprite.color.blue - 0.5) < 1e-3)
    }
  }

  @Test func shapesAndModesSayWhereParticlesBegin() {
    var emission = ParticleSystem.Emission()
    emission.position = Point(100, 100)
    emission.size = Size(40, 20)
    func starts(_ shape: CAEmitterLayerEmitterShape, _ mode: CAEmitterLayerEmitterMode) -> [Point] {
      emission.shape = shape
      emission.mode = mode
      return (0..<200 as Range<UInt64>).map { number in
        var random = ParticleRandom(1, 0, number)
        let place = emission.start(&random).0
        return Point(place.x - 100, place.y - 100)
      }
    }
    #expect(starts(.point, .volume).allSatisfy { $0 == .zero })
    let line = starts(.line, .volume)
    #expect(
      line.allSatisfy { $0.y == 0 && abs($0.x) <= 20 } && line.contains { $0.x > 15 }
        && line.contains { $0.x < -15 })
    #expect(starts(.rectangle, .points).allSatisfy { abs($0.x) == 20 && abs($0.y) == 10 })
    #expect(
      starts(.rectangle, .outline).allSatisfy { abs(abs($0.x) - 20) < 1e-9 || abs(abs($0.y) - 10) < 1e-9 })
    let surface = starts(.rectangle, .surface)
    #expect(
      surface.allSatisfy { abs($0.x) <= 20 && abs($0.y) <= 10 }
        && surface.contains { abs($0.y) < 2 && abs($0.x) < 5 })
    #expect(starts(.circle, .outline).allSatisfy { abs($0.distance(to: .zero) - 40) < 1e-9 })
    let disc = starts(.circle, .surface).map { $0.distance(to: .zero) }
    #expect(disc.allSatisfy { $0 <= 40 } && disc.contains { $0 < 15 } && disc.contains { $0 > 35 })
  }

  @Test func confettiOfALineFallsAndOfACircleFliesOutwards() {
    onStage { stage in
      let falling = Self.cell {
        $0.velocity = 50
        $0.emissionLongitude = .pi
      }
      let layer = Self.emitter(stage, [falling]) {
        $0.emitterShape = .line
        $0.emitterSize = Size(200, 1)
      }
      stage.wait(1500)
      let below = Self.lit(stage)
      #expect(!below.isEmpty && below.allSatisfy { $0.y > 145 && (45...255).contains($0.x) })
      layer.removeFromSuperlayer()
      let bursting = Self.cell {
        $0.velocity = 30
        $0.birthRate = 60
      }
      _ = Self.emitter(stage, [bursting]) {
        $0.emitterShape = .circle
        $0.emitterMode = .outline
        $0.emitterSize = Size(30, 0)
      }
      stage.wait(1500)
      let ring = Self.lit(stage).map { Point(Double($0.x), Double($0.y)).distance(to: Point(150, 150)) }
      #expect(!ring.isEmpty && ring.allSatisfy { $0 > 25 && $0 < 80 })
    }
  }

  @Test func colorsArePartsOfThePictureAndLightAddsUp() {
    onStage { stage in
      let cell = Self.cell {
        $0.color = CGColor(red: 1, green: 0.5, blue: 0)
        $0.contents = Self.square(.white, 20)
      }
      let layer = Self.emitter(stage, [cell])
      stage.wait(1000)
      #expect(stage.window.snapshot()[150, 150] == 0xFFFF_8000)
      layer.renderMode = .additive
      #expect(stage.window.snapshot()[150, 150] == 0xFFFF_FF00)
    }
  }

  @Test func nothingHappensWithoutEmissionAndParticles() {
    onStage { stage in
      let layer = Self.emitter(stage, [Self.cell()])
      stage.wait(500)
      #expect(stage.wakeUps(500) > 20 && !Self.lit(stage).isEmpty)
      layer.birthRate = 0
      stage.wait(1000)
      #expect(!Self.lit(stage).isEmpty)
      stage.wait(1200)
      #expect(Self.lit(stage).isEmpty && stage.wakeUps(2000) <= 1)
      // What would have been emitted meanwhile does not come.
      layer.setValue(2, forKeyPath: "emitterCells.dot.birthRate")
      layer.birthRate = 1
      stage.wait(200)
      #expect(Self.lit(stage).isEmpty)
      stage.wait(500)
      #expect(!Self.lit(stage).isEmpty && layer.emitterCells?.first?.birthRate == 2)
      layer.emitterCells?.first?.isEnabled = false
      stage.wait(2500)
      #expect(Self.lit(stage).isEmpty && stage.wakeUps(1000) <= 1)
    }
  }

  @Test func aLayerWithoutABeginningIsFullOfParticlesAtOnce() {
    onStage { stage in
      stage.wait(10000)
      let cell = Self.cell {
        $0.velocity = 50
        $0.contents = Self.square(.white, 2)
      }
      let layer = Self.emitter(stage, [cell]) { $0.beginTime = 0 }
      #expect(Self.lit(stage).contains { $0.x > 230 })
      layer.removeFromSuperlayer()
      _ = Self.emitter(stage, [cell])
      #expect(Self.lit(stage).isEmpty)
    }
  }

  @Test func aCellEmitsForItsTimeOnly() {
    onStage { stage in
      let burst = Self.cell {
        $0.beginTime = 0.5
        $0.duration = 0.5
        $0.birthRate = 100
      }
      #expect(Self.system(0.4, 0.01, [burst]).isEmpty)
      #expect((49...51).contains(Self.system(2, 0.01, [burst]).count))
      _ = Self.emitter(stage, [burst])
      stage.wait(3500)
      #expect(Self.lit(stage).isEmpty && stage.wakeUps(1000) <= 1)
    }
  }

  @Test func particlesEmitOthersWhereTheyAre() {
    onStage { stage in
      let spark = Self.cell {
        $0.birthRate = 40
        $0.lifetime = 0.4
        $0.scale = 0.5
      }
      let rocket = Self.cell {
        $0.birthRate = 1
        $0.velocity = 100
        $0.scale = 2
        $0.color = CGColor(red: 1, green: 0, blue: 0)
        $0.emitterCells = [spark]
      }
      let all = Self.system(2, 0.02, [rocket])
      let sparks = all.filter { $0.cell === spark }
      #expect((15...17).contains(sparks.count))
      for particle in sparks {
        let place = particle.position(at: particle.age)
        #expect((55...101).contains(place.x) && abs(place.y) < 1e-6)
        #expect(particle.scale(at: particle.age) == 1 && particle.color(at: particle.age).y == 0)
      }
    }
  }

  @Test func particlesAreBounded() {
    onStage { stage in
      let cell = Self.cell {
        $0.birthRate = 1e9
        $0.lifetime = 1000
        $0.emitterCells = [Self.cell { $0.birthRate = 1e9 }]
      }
      #expect(Self.system(1, 0.1, [cell]).count == ParticleSystem.most)
    }
  }

  @Test func partsAreDrawnAsTheWholePicture() {
    onStage { stage in
      let cell = Self.cell {
        $0.velocity = 60
        $0.emissionRange = 2 * .pi
        $0.spin = 3
        $0.scaleSpeed = -0.3
      }
      _ = Self.emitter(stage, [cell])
      let renderer = WindowRenderer(stage.window)
      renderer.update()
      for _ in 0..<20 {
        stage.wait(83)
        let damage = renderer.update()
        #expect(damage.allSatisfy { $0.maxY <= 301 } && renderer.bitmap == stage.window.snapshot())
      }
    }
  }

  @Test func aPausedEmitterStandsStill() {
    onStage { stage in
      let layer = Self.emitter(stage, [Self.cell { $0.velocity = 50 }])
      stage.wait(1000)
      layer.timeOffset = layer.convertTime(CACurrentMediaTime(), from: nil)
      layer.speed = 0
      stage.wait(50)
      let still = Self.lit(stage).map(\.x)
      #expect(stage.wakeUps(1000) <= 1 && Self.lit(stage).map(\.x) == still)
    }
  }

  @Test func kindsMayEmitEachOther() {
    onStage { _ in
      let (one, other) = (CAEmitterCell(), CAEmitterCell())
      one.emitterCells = [other]
      other.emitterCells = [one]
      let layer = CAEmitterLayer()
      layer.emitterCells = [one]
      #expect(one.emitter === layer && other.emitter === layer)
      layer.emitterCells = nil
      #expect(one.emitter == nil && other.emitter == nil)
      other.emitterCells = nil
    }
  }

  @Test func particlesThatEmitFarTooManyCostNoMoreThanThereIsRoomFor() {
    let many = Self.cell { ($0.birthRate, $0.beginTime) = (1_000_000, 3) }
    let few = Self.cell { ($0.birthRate, $0.lifetime, $0.emitterCells) = (1000, 60, [many]) }
    #expect(Self.system(8, 1.0 / 30, [few]).count <= ParticleSystem.most)
  }
}
