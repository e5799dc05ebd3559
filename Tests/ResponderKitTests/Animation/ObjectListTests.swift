import TestHarness
import Testing

@testable import ResponderKit

/// Lists in which objects are found at once.
@Suite(.hangLimit) struct ObjectListTests {
  private let layers = (0..<20).map { _ in CALayer() }

  @Test func objectsAreInTheOrderInWhichTheyWereAddedEachOnce() {
    var list = ObjectList<CALayer>()
    for layer in layers + layers.reversed() { list.add(layer) }
    #expect(list.elementsEqual(layers, by: ===))
    for layer in layers[..<15] { list.remove(layer) }
    list.remove(layers[3])
    #expect(list.elementsEqual(layers[15...], by: ===) && !list.contains(layers[3]))
    list.add(layers[3])
    list.remove(layers[16])
    let expected = [layers[15], layers[17], layers[18], layers[19], layers[3]]
    #expect(list.elementsEqual(expected, by: ===) && list.contains(layers[3]))
    #expect(list.count == 5 && list.last === layers[3])
    for layer in [layers[19], layers[3]] { list.remove(layer) }
    #expect(list.count == 3 && list.last === layers[18])
    list.removeAll { $0 === layers[18] || $0 === layers[15] }
    #expect(list.count == 1 && list.last === layers[17])
    for layer in layers { list.remove(layer) }
    #expect(list.last == nil && list.isEmpty && list.map { $0 }.isEmpty)
  }

  @Test func thoseThatAreTakenOrRemovedMeanwhileAreVisited() {
    var list = ObjectList<CALayer>()
    for layer in layers { list.add(layer) }
    var visited = 0
    for layer in list {
      visited += 1
      list.remove(layer)
    }
    #expect(visited == 20 && list.isEmpty)
    for layer in layers { list.add(layer) }
    let taken = list.take()
    #expect(list.isEmpty && taken.elementsEqual(layers, by: ===))
  }
}
