import TestHarness
import Testing

@testable import EventRouting

/// Numbers of objects: given, given up, freed, and used again.
@Suite(.hangLimit) struct WaylandObjectsTests {
  @Test func aNumberIsUsedAgainOnlyWhenTheCompositorHasFreedIt() throws {
    var objects = WaylandObjects<String>()
    #expect(objects.add("display") == 1)
    #expect(objects.add("surface") == 2)
    objects.retire(2)
    #expect(objects.add("buffer") == 3)
    #expect(try objects.find(2).value == "surface")
    #expect(try objects.find(2).isRetired)
    try objects.delete(2)
    #expect(throws: WaylandError.self) { try objects.find(2) }
    #expect(objects.add("callback") == 2)
    #expect(try !objects.find(2).isRetired)
  }

  @Test func anEndOfWhatDoesNotExistIsAnError() throws {
    var objects = WaylandObjects<String>()
    _ = objects.add("display")
    _ = objects.add("callback")
    try objects.add("offer", ofCompositor: 0xFF00_0000)
    try objects.delete(2)
    for number in [0, 1, 2, 3, 0xFF00_0000, .max] as [UInt32] {
      #expect(throws: WaylandError.self) { try objects.delete(number) }
    }
    #expect(objects.add("next") == 2)
    #expect(objects.add("after") == 3)
  }

  @Test func theCompositorsOwnObjectsAreItsNumbersAndLimited() throws {
    var objects = WaylandObjects<Int>()
    #expect(throws: WaylandError.self) { try objects.add(0, ofCompositor: 5) }
    let first = WaylandObjects<Int>.firstOfCompositor
    try objects.add(0, ofCompositor: first)
    #expect(throws: WaylandError.self) { try objects.add(1, ofCompositor: first) }
    objects.retire(first)
    try objects.add(2, ofCompositor: first)
    #expect(try objects.find(first).value == 2)
    for number in 1..<UInt32(WaylandObjects<Int>.mostOfCompositor) {
      try objects.add(3, ofCompositor: first + number)
    }
    #expect(throws: WaylandError.malformed("too many objects")) { try objects.add(4, ofCompositor: .max) }
  }
}
