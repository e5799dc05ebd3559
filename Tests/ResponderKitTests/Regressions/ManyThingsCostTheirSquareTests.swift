import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// What was done for one of many looked at all others: removing observers, finding items of snapshots, changing parts of texts, showing views that
/// several animations move.
@Suite(.hangLimit) struct ManyThingsCostTheirSquareTests {
  // MARK: Snapshots

  /// Counts comparisons.
  private final class Counter { var count = 0 }
  private struct Item: Hashable {
    let number: Int
    let counter: Counter
    static func == (left: Item, right: Item) -> Bool {
      left.counter.count += 1
      return left.number == right.number
    }
    func hash(into hasher: inout Hasher) {
      counter.count += 1
      hasher.combine(number)
    }
  }

  private func comparisons(
    _ count: Int, _ change: (inout NSDiffableDataSourceSnapshot<Int, Item>, [Item]) -> Void
  ) -> Int {
    let counter = Counter()
    let items = (0..<count).map { Item(number: $0, counter: counter) }
    var snapshot = NSDiffableDataSourceSnapshot<Int, Item>()
    snapshot.appendSections([0])
    snapshot.appendItems(items)
    counter.count = 0
    change(&snapshot, items)
    return counter.count
  }

  private func expectNoSquare(
    _ change: (inout NSDiffableDataSourceSnapshot<Int, Item>, [Item]) -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    // Each change of one among many costs some times the root of their number, and not a part of the number, however small.
    for count in [500, 5000] {
      let found = comparisons(count, change)
      let most = 10 * Double(count) * Double(count).squareRoot()
      #expect(Double(found) < most, "\(found) of \(count)", sourceLocation: sourceLocation)
    }
  }

  @Test func itemsOfASnapshotAreFoundWithoutALookAtAllOthers() {
    expectNoSquare { snapshot, items in for item in items { _ = snapshot.indexOfItem(item) } }
    expectNoSquare { snapshot, items in
      for item in items {
        snapshot.insertItems([Item(number: -1 - item.number, counter: item.counter)], beforeItem: items[0])
      }
      for item in items { _ = snapshot.indexOfItem(item) }
    }
    expectNoSquare { snapshot, items in for item in items { snapshot.deleteItems([item]) } }
    expectNoSquare { snapshot, items in for item in items.reversed() { snapshot.deleteItems([item]) } }
    expectNoSquare { snapshot, items in
      for item in items.dropLast() { snapshot.moveItem(item, afterItem: items[items.count - 1]) }
    }
    expectNoSquare { snapshot, items in
      for item in items {
        snapshot.insertItems([Item(number: -1 - item.number, counter: item.counter)], beforeItem: items[0])
      }
    }
  }

  @Test func aSnapshotIsAListOfItems() {
    var dice = SplitMix(5)
    for _ in 0..<30 {
      var (snapshot, lists) = (NSDiffableDataSourceSnapshot<Int, Int>(), [[Int]](repeating: [], count: 3))
      snapshot.appendSections([0, 1, 2])
      var next = 0
      for _ in 0..<400 {
        let section = Int.random(in: 0..<3, using: &dice)
        let all = lists.flatMap { $0 }
        let count = Int.random(in: 0..<20, using: &dice)
        let new = (0..<count).map { _ in
          next += 1
          return Bool.random(using: &dice) ? next : all.randomElement(using: &dice) ?? next
        }
        var seen: Set<Int> = []
        let once = new.filter { seen.insert($0).inserted }
        switch Int.random(in: 0..<4, using: &dice) {
        case 0:
          snapshot.appendItems(new, toSection: section)
          for index in lists.indices { lists[index].removeAll { seen.contains($0) } }
          lists[section] += once
        case 1:
          snapshot.deleteItems(new)
          for index in lists.indices { lists[index].removeAll { seen.contains($0) } }
        default:
          guard let anchor = all.randomElement(using: &dice) else { continue }
          let isBefore = Bool.random(using: &dice)
          if isBefore {
            snapshot.insertItems(new, beforeItem: anchor)
          } else {
            snapshot.insertItems(new, afterItem: anchor)
          }
          for index in lists.indices { lists[index].removeAll { seen.contains($0) && $0 != anchor } }
          for index in lists.indices {
            guard let place = lists[index].firstIndex(of: anchor) else { continue }
            lists[index].insert(contentsOf: once.filter { $0 != anchor }, at: place + (isBefore ? 0 : 1))
          }
        }
        #expect((0..<3).map { snapshot.itemIdentifiers(inSection: $0) } == lists)
        let flat = lists.flatMap { $0 }
        if let some = flat.randomElement(using: &dice) {
          #expect(snapshot.indexOfItem(some) == flat.firstIndex(of: some))
        }
      }
      #expect(snapshot.indexOfItem(-1) == nil)
    }
  }

  // MARK: Observers

  @Test func aRemovedObserverLeavesTheOthersInTheirOrder() {
    let (center, name) = (NoticeCenter(), Notice.Name("name"))
    var calls: [Int] = []
    let tokens = (0..<5).map { number in
      center.addObserver(forName: name, object: nil) { _ in calls.append(number) }
    }
    center.removeObserver(tokens[1])
    center.removeObserver(tokens[3], name: Notice.Name("other"), object: nil)
    // That of another center.
    NoticeCenter().removeObserver(tokens[2])
    center.post(name: name, object: nil)
    #expect(calls == [0, 2, 3, 4])
    for token in tokens { center.removeObserver(token) }
    center.post(name: name, object: nil)
    #expect(calls == [0, 2, 3, 4] && center.observers.isEmpty)
  }

  @Test func anObserverThatHasEndedIsRemovedFromAllNames() {
    final class Target {}
    let center = NoticeCenter()
    let (first, second) = (Notice.Name("first"), Notice.Name("second"))
    var calls = 0
    do {
      let target = Target()
      center.addObserver(target, name: first) { _ in calls += 1 }
      center.addObserver(target, name: second) { _ in calls += 1 }
      center.post(name: first, object: nil)
      withExtendedLifetime(target) {}
    }
    center.post(name: first, object: nil)
    #expect(calls == 1 && center.observers.isEmpty)
    let other = Target()
    center.addObserver(other, name: first) { _ in calls += 1 }
    center.addObserver(other, name: second) { _ in calls += 1 }
    center.removeObserver(other, name: second, object: nil)
    center.post(name: first, object: nil)
    center.post(name: second, object: nil)
    #expect(calls == 2)
    center.removeObserver(other)
    #expect(center.observers.isEmpty)
  }

  @Test func observationsThatHaveEndedAreRemovedInTime() {
    let view = UIView()
    var calls = 0
    var observations = (0..<1000).map { _ in view.observe(\.alpha) { _, _ in calls += 1 } }
    for index in 0..<990 { observations[index].invalidate() }
    let kept = view.rareStorage?.observers.entries.count ?? 0
    #expect((10...20).contains(kept) && view.layoutFlags.contains(.observed))
    view.alpha = 0.5
    #expect(calls == 10)
    observations = []
    #expect(view.rareStorage?.observers.entries.isEmpty == true && !view.layoutFlags.contains(.observed))
  }

  // MARK: Texts

  @Test func aPartOfATextIsReplacedWhereItIs() {
    typealias Run = NSAttributedString.Run
    let key = NSAttributedString.Key("number")
    var dice = SplitMix(3)
    func shape(_ runs: [Run]) -> [[Int]] { runs.map { [$0.length, $0.attributes[key] as? Int ?? -1] } }
    for _ in 0..<50 {
      var runs = AttributeRuns((0..<6).map { Run(length: 1 + $0 % 4, attributes: [key: $0]) })
      for step in 0..<60 {
        let start = Int.random(in: 0...runs.length, using: &dice)
        let part = start..<Int.random(in: start...min(runs.length, start + 9), using: &dice)
        let new = (0..<Int.random(in: 0..<4, using: &dice)).map {
          Run(length: $0 + 1, attributes: [key: step])
        }
        let all = runs[0..<part.lowerBound] + new + runs[part.upperBound..<runs.length]
        let wanted = all.reduce(into: AttributeRuns()) { $0.append([$1]) }
        runs.replace(part, with: new)
        #expect(shape(runs.all) == shape(wanted.all) && runs.length == wanted.length)
        for index in runs.all.indices { #expect(runs.range(of: index) == wanted.range(of: index)) }
      }
    }
  }

  // MARK: Animations

  @Test func onlyAnimationsThatAreSeenAreLookedAt() {
    onStage { stage in
      let view = stage.box()
      let animations = stage.application.frame.animations
      for step in 1...200 {
        UIView.animate(withDuration: 1) { view.frame.origin.x = Double(step) }
      }
      #expect(animations.ofViews[view].count == 200 && animations.ofViews.seen(view).count == 1)
      UIView.animate(withDuration: 1) { view.alpha = 0 }
      #expect(animations.ofViews.seen(view).count == 2)
      stage.wait(500)
      let shown = view.layer.presentation()
      #expect(abs((shown?.opacity ?? 0) - 0.5) < 0.1 && (shown?.frame.minX ?? 0) > 50)
      stage.wait(700)
      #expect(animations.ofViews[view].isEmpty && view.layer.presentation()?.frame.minX == 200)
    }
  }

  @Test func animationsOfOneViewBeginAndEndWithoutALookAtAll() {
    onStage { stage in
      let view = stage.box()
      let animations = stage.application.frame.animations
      UIView.animate(withDuration: 0.01) { view.alpha = 0.5 }
      var ended = 0
      for step in 1...1000 {
        UIView.animate(withDuration: 1, delay: 0, options: .allowUserInteraction) {
          view.frame.origin.x = Double(step)
        } completion: { _ in
          ended += 1
        }
      }
      #expect(view.geometry.flags.contains(.animated))
      stage.wait(100)
      #expect(!view.geometry.flags.contains(.animated) && view.isAnimating)
      stage.wait(1200)
      #expect(ended == 1000 && animations.ofViews[view].isEmpty && !view.isAnimating)
      #expect(animations.ofViews.looks < 20_000)
    }
  }

  @Test func anAnimationThatMovesMoreIsSeenThere() {
    onStage { stage in
      let view = stage.box()
      let animations = stage.application.frame.animations
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.center.x += 50 }
      animator.startAnimation()
      for step in 1...3 { UIView.animate(withDuration: 1) { view.center.x += Double(step) } }
      // The animator, and what is added to it.
      #expect(animations.ofViews.seen(view).count == 2)
      animator.addAnimations { view.alpha = 0 }
      #expect(animations.ofViews[view].count == 4 && animations.ofViews.seen(view).count == 2)
      stage.wait(500)
      let shown = view.layer.presentation()?.opacity ?? 0
      #expect(shown > 0.2 && shown < 0.8)
      stage.wait(700)
      #expect(animations.ofViews[view].isEmpty)
    }
  }

  @Test func aViewIsAnimatedAlthoughNothingOfItMoves() {
    onStage { stage in
      let view = stage.box()
      for alpha in [0.5, 0.25] { UIView.animate(withDuration: 1) { view.alpha = alpha } }
      // Nothing is left of both of them.
      UIView.animate(withDuration: 0.1) { view.alpha = 1 }
      stage.wait(400)
      #expect(view.isAnimating && view.geometry.flags.contains(.animated))
      stage.wait(900)
      #expect(!view.isAnimating && !view.geometry.flags.contains(.animated))
    }
  }

  // MARK: Behaviors

  private final class Returning: UIDynamicBehavior {
    weak var animator: UIDynamicAnimator?
    override func willMove(to dynamicAnimator: UIDynamicAnimator?) {
      if dynamicAnimator == nil { animator?.addBehavior(self) }
    }
  }

  @Test func allBehaviorsAreRemovedTogether() {
    onStage { stage in
      let animator = UIDynamicAnimator(referenceView: stage.window)
      let (shared, plain) = (UIDynamicBehavior(), UIDynamicBehavior())
      let groups = (0..<3).map { _ in UIDynamicBehavior() }
      for group in groups { group.addChildBehavior(shared) }
      for behavior in groups + [plain] { animator.addBehavior(behavior) }
      animator.addBehavior(shared)
      #expect(shared.owners == 3)
      // By itself or as a part: it stays as long as one has it.
      animator.removeBehavior(shared)
      animator.removeBehavior(plain)
      #expect(shared.dynamicAnimator === animator && plain.dynamicAnimator == nil)
      animator.removeAllBehaviors()
      #expect((groups + [shared]).allSatisfy { $0.dynamicAnimator == nil } && animator.behaviors.isEmpty)
      do {
        let other = UIDynamicBehavior()
        other.addChildBehavior(plain)
        #expect(plain.owners == 1)
      }
      #expect(plain.owners == 0)
    }
  }

  @Test func aBehaviorThatIsAddedAgainMeanwhileStays() {
    onStage { stage in
      let animator = UIDynamicAnimator(referenceView: stage.window)
      let (returning, last) = (Returning(), UIDynamicBehavior())
      let first = UIDynamicBehavior()
      for behavior in [first, returning, last] { animator.addBehavior(behavior) }
      returning.animator = animator
      animator.removeAllBehaviors()
      #expect(animator.behaviors.count == 1 && returning.dynamicAnimator === animator)
      #expect(last.dynamicAnimator == nil && first.dynamicAnimator == nil)
    }
  }

  // MARK: Behaviors with parts

  @Test func partsThatManyBehaviorsShareAreListedOnce() {
    onStage { stage in
      let (top, last) = (UIDynamicBehavior(), UIDynamicBehavior())
      var level = [top]
      for _ in 0..<40 {
        let next = [UIDynamicBehavior(), UIDynamicBehavior()]
        for behavior in level { for part in next { behavior.addChildBehavior(part) } }
        level = next
      }
      for behavior in level { behavior.addChildBehavior(last) }
      #expect(top.whole.count == 82)
      var calls = 0
      last.action = { calls += 1 }
      let animator = UIDynamicAnimator(referenceView: stage.window)
      animator.addBehavior(top)
      stage.wait(20)
      #expect(calls == 1 && last.dynamicAnimator === animator)
      // The other one has it still.
      level[0].removeChildBehavior(last)
      #expect(last.dynamicAnimator === animator)
      level[1].removeChildBehavior(last)
      #expect(last.dynamicAnimator == nil)
    }
  }
}
