import TestHarness
import Testing

@testable import ResponderKit

/// What a layer keeps for values that few layers have.
@Suite(.hangLimit) struct LayerStateTests {
  @Test func transformsInSpaceAndCopiesTakeNoRoomInOtherLayers() {
    // One reference is for patterns, one for pictures.
    #expect(MemoryLayout<LayerState>.size <= 776)
    #expect(MemoryLayout<LayerPicture?>.size == 8)
    #expect(MemoryLayout<Rare<CATransform3D>>.size == 8)
  }

  @Test func aRareValueIsComparedByWhatItIs() {
    var (first, second) = (LayerState(), LayerState())
    #expect(first == second && first.hashValue == second.hashValue)
    first.spatial = CATransform3DMakeRotation(1, 0, 1, 0)
    #expect(first != second && second.spatial == CATransform3DIdentity)
    second.spatial = CATransform3DMakeRotation(1, 0, 1, 0)
    #expect(first == second && first.hashValue == second.hashValue)
    second.spatial = CATransform3DMakeRotation(2, 0, 1, 0)
    #expect(first != second)
    // Only what leaves the plane is another.
    first.spatial = CATransform3DMakeTranslation(0, 0, 1)
    second.spatial = CATransform3DMakeTranslation(0, 0, 2)
    #expect(first.transform == second.transform && first != second)
    first.spatial = CATransform3DIdentity
    #expect(first == LayerState() && first.hashValue == LayerState().hashValue)
    second.spatial = CATransform3DIdentity
    #expect(first == second)
  }

  @Test func aTransformInThePlaneIsNotOneInSpace() {
    var state = LayerState()
    state.spatial = CATransform3DMakeTranslation(3, 4, 0)
    #expect(state.isFlat && state.isInPlane && state.transform == AffineTransform(translationX: 3, y: 4))
    state.spatial.m43 = 5
    #expect(!state.isFlat && state.transform == AffineTransform(translationX: 3, y: 4))
    #expect(state.spatial == CATransform3DMakeTranslation(3, 4, 5))
    state.transform = .identity
    #expect(state == LayerState())
    state.sublayers.m34 = -0.01
    #expect(state.movesSublayers && !state.isInPlane && state.around != nil)
    state.sublayers = CATransform3DIdentity
    #expect(!state.movesSublayers && state.isInPlane && state.around == nil)
  }

  @Test func copiesOfARareValueAreChangedApart() {
    var first = LayerState()
    first.sublayers.m34 = -0.01
    var second = first
    second.sublayers.m34 = -0.02
    #expect(first.sublayers.m34 == -0.01 && second.sublayers.m34 == -0.02)
  }

  /// An animation looks at what it moves, not at all that a layer has.
  @Test func aPartOfAnAnimationHasTheFieldsThatItMoves() {
    var (first, second) = (LayerState(), LayerState())
    (second.opacity, second.position.x) = (0, 100)
    let part = Animation.Part(.whole, from: first, to: second)
    #expect(part.fields.count == 2)
    var shown = first
    shown.look.cornerRadius = 7
    part.move(&shown, 0.25, false)
    #expect(shown.opacity == 0.75 && shown.position.x == 25 && shown.look.cornerRadius == 7)
    // The corners change, too, and the position returns: it is still shown in place of what others move.
    first = second
    first.position.x = 0
    (second.position.x, second.look.cornerRadius) = (0, 8)
    let longer = part.changed(from: first, before: first, to: second)
    #expect(longer.fields.count == 3 && longer.from.opacity == 1 && longer.to.opacity == 0)
    // A value beyond its limits.
    longer.move(&shown, 2, false)
    #expect(shown.opacity == 0)
  }
}
