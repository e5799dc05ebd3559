import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// What differs between the particles of a cell.
@Suite(.hangLimit) struct EmitterRangeTests {
  private func particles(_ set: (CAEmitterCell) -> Void) -> [Particle] {
    let cell = CAEmitterCell()
    (cell.birthRate, cell.lifetime) = (200, 10)
    let bitmap = Bitmap(width: 4, height: 4)
    bitmap.clear(bitmap.bounds, to: .white)
    cell.contents = UIImage(bitmap).cgImage
    set(cell)
    let system = ParticleSystem()
    system.advance(from: 0, to: 1, [cell], ParticleSystem.Emission())
    return system.particles
  }

  /// Whether the least and the greatest value are near the ends of what is at most `range` away from the mean.
  private func isSpread(_ values: [Double], around mean: Double, _ range: Double) -> Bool {
    guard let least = values.min(), let most = values.max() else { return false }
    let (inner, outer) = (range * 0.9, range + 1e-6)
    return least >= mean - outer && least < mean - inner && most <= mean + outer && most > mean + inner
  }

  @Test func sizeTurnAndColorAreWithinTheirRanges() {
    onStage { _ in
      let sizes = particles {
        $0.scale = 2
        $0.scaleRange = 1
      }
      #expect(sizes.count > 150 && isSpread(sizes.map { $0.scale(at: 0) }, around: 2, 1))
      let turns = particles {
        $0.spin = 3
        $0.spinRange = 1
      }
      let spins = turns.filter { $0.age > 0.5 }.compactMap { particle in
        particle.sprite(isAdditive: false).map { $0.angle / particle.age }
      }
      #expect(spins.count > 50 && isSpread(spins, around: 3, 1))
      let colors = particles {
        $0.color = CGColor(red: 0.5, green: 0.5, blue: 0.5)
        ($0.redRange, $0.greenRange, $0.blueRange) = (0.25, 0, 0.25)
      }
      let parts = colors.map { $0.color(at: 0) }
      #expect(isSpread(parts.map(\.x), around: 0.5, 0.25) && isSpread(parts.map(\.z), around: 0.5, 0.25))
      #expect(parts.allSatisfy { $0.y == 0.5 && $0.w == 1 })
    }
  }

  @Test func aWayIntoTheDepthIsSeenShorterAndEachKindHasParticlesOfItsOwn() {
    onStage { _ in
      let slanted = particles {
        $0.velocity = 10
        $0.emissionLatitude = .pi / 3
      }
      #expect(slanted.allSatisfy { abs($0.position(at: 1).distance(to: $0.position(at: 0)) - 5) < 1e-9 })
      let cells = (0..<2).map { _ in
        let cell = CAEmitterCell()
        (cell.birthRate, cell.lifetime) = (20, 10)
        return cell
      }
      let system = ParticleSystem()
      system.advance(from: 0, to: 1, cells, ParticleSystem.Emission())
      #expect(system.particles.count > 30)
      #expect(Set(system.particles.map(\.key)).count == system.particles.count)
    }
  }

  @Test func aParticleIsThePartOfThePictureThatIsChosenNow() throws {
    try onStage { _ in
      let bitmap = Bitmap(width: 4, height: 2)
      bitmap.clear(bitmap.bounds, to: .red)
      bitmap.clear(PixelRect(x: 2, y: 0, width: 2, height: 2), to: .blue)
      let cell = CAEmitterCell()
      cell.contents = UIImage(bitmap).cgImage
      let whole = try #require(cell.sprite)
      for (part, color) in [(Rect(0.5, 0, 0.5, 1), UIColor.blue), (Rect(0, 0, 0.5, 1), .red)] {
        cell.contentsRect = part
        let sprite = try #require(cell.sprite)
        #expect(sprite.image.color(x: 0, y: 0) == color && sprite.image.color(x: 1, y: 1) == color)
        #expect(sprite.size == Size(whole.size.width / 2, whole.size.height))
      }
      // Kept until the part or the picture changes.
      #expect(cell.sprite?.image === cell.sprite?.image)
      cell.contents = UIImage(bitmap.copy(of: PixelRect(x: 2, y: 0, width: 2, height: 2))).cgImage
      #expect(cell.sprite?.image.color(x: 0, y: 0) == .blue)
    }
  }
}
