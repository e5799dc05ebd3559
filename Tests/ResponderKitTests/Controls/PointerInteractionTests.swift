import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// What a pointer does to views that it is over.
@Suite(.hangLimit) struct PointerInteractionTests {
  private final class Source: UIPointerInteractionDelegate {
    let log: Log
    /// Nil: the default one.
    var regions: ((Point) -> UIPointerRegion?)?
    var style: (UIPointerRegion) -> UIPointerStyle? = { _ in nil }
    weak var along: UIView?
    var onEnter: () -> Void = {}
    var onLeave: () -> Void = {}
    init(_ log: Log) { self.log = log }

    func pointerInteraction(
      _ interaction: UIPointerInteraction, regionFor request: UIPointerRegionRequest,
      defaultRegion: UIPointerRegion
    ) -> UIPointerRegion? {
      interaction.invalidate()
      return regions.map { $0(request.location) } ?? defaultRegion
    }
    func pointerInteraction(_ interaction: UIPointerInteraction, styleFor region: UIPointerRegion)
      -> UIPointerStyle?
    { style(region) }
    func pointerInteraction(
      _ interaction: UIPointerInteraction, willEnter region: UIPointerRegion,
      animator: any UIPointerInteractionAnimating
    ) {
      log("enters \(region.identifier?.base as? String ?? "all")")
      animator.addAnimations { [weak self] in self?.along?.alpha = 0 }
      animator.addCompletion { [log] in log("along \($0)") }
      onEnter()
    }
    func pointerInteraction(
      _ interaction: UIPointerInteraction, willExit region: UIPointerRegion,
      animator: any UIPointerInteractionAnimating
    ) {
      log("leaves \(region.identifier?.base as? String ?? "all")")
      onLeave()
    }
  }

  private func onView(
    _ body: @escaping @Sendable (Stage, UIView, Source, UIPointerInteraction) throws -> Void
  ) rethrows {
    try onStage { stage in
      stage.window.backgroundColor = .white
      let root = stage.show(UIView(frame: stage.window.bounds))
      let view = UIView(frame: Rect(100, 100, 100, 40))
      view.backgroundColor = .white
      root.addSubview(view)
      let source = Source(stage.log)
      let interaction = UIPointerInteraction(delegate: source)
      view.addInteraction(interaction)
      stage.wait(20)
      try body(stage, view, source, interaction)
    }
  }

  @Test func thePointerEntersAndLeaves() {
    onView { stage, view, source, interaction in
      let other = UIView()
      view.superview?.addSubview(other)
      source.along = other
      stage.hover(110, 110)
      stage.hover(120, 110)
      #expect(stage.log.take() == ["enters all"])
      stage.wait(40)
      #expect(other.presentationAlpha < 0.9 && other.presentationAlpha > 0)
      stage.wait(200)
      #expect(stage.log.take() == ["along true"])
      stage.hover(10, 10)
      #expect(stage.log.take() == ["leaves all"])
      stage.hover(110, 110)
      interaction.isEnabled = false
      stage.hover(111, 110)
      #expect(moves(stage) == ["enters all", "leaves all"])
      interaction.isEnabled = true
      #expect(moves(stage).last == "enters all")
      view.removeInteraction(interaction)
      #expect(stage.log.lines.last == "leaves all" && view.gestureRecognizers?.isEmpty != false)
    }
  }

  @Test func partsOfAViewAreEnteredOneAfterTheOther() {
    onView { stage, _, source, interaction in
      source.regions = { place in
        if place.x > 90 { return UIPointerRegion(rect: Rect(.nan, 0, 10, 10), identifier: "odd") }
        let isLeft = place.x < 40
        return UIPointerRegion(rect: Rect(isLeft ? 0 : 40, 0, 40, 40), identifier: isLeft ? "left" : "right")
      }
      stage.hover(110, 110)
      stage.hover(130, 110)
      stage.hover(150, 110)
      stage.hover(185, 110)
      #expect(moves(stage) == ["enters left", "leaves left", "enters right", "leaves right"])
      _ = stage.log.take()
      stage.hover(195, 110)
      #expect(moves(stage) == [])
      stage.hover(150, 110)
      interaction.invalidate()
      #expect(moves(stage) == ["enters right", "leaves right", "enters right"])
    }
  }

  private func moves(_ stage: Stage) -> [String] {
    stage.log.lines.filter { !$0.hasPrefix("along") }
  }

  private func gray(_ stage: Stage, _ x: Int, _ y: Int) -> Double {
    stage.window.snapshot().color(x: x, y: y).cgColor.red
  }

  @Test func aHighlightIsAShadeThatEndsWithThePointer() {
    onView { stage, view, source, _ in
      source.style = { [weak view] _ in view.map { UIPointerStyle(effect: .highlight(.init(view: $0))) } }
      #expect(gray(stage, 150, 120) == 1)
      stage.hover(150, 120)
      stage.wait(300)
      #expect(gray(stage, 150, 120) < 0.95 && gray(stage, 95, 120) == 1)
      #expect(view.transform.isIdentity && view.subviews.isEmpty)
      stage.hover(10, 10)
      stage.wait(300)
      #expect(gray(stage, 150, 120) == 1 && view.layer.sublayers?.isEmpty != false)
    }
  }

  @Test(arguments: [false, true]) func aLiftedViewIsLargerForAWhile(isHover: Bool) {
    onView { stage, view, source, _ in
      view.backgroundColor = .black
      source.style = { [weak view] _ in
        guard let view else { return nil }
        let preview = UITargetedPreview(view: view)
        let hover = UIPointerEffect.hover(preview, preferredTintMode: .none, prefersShadow: true)
        return UIPointerStyle(effect: isHover ? hover : .lift(preview), shape: .verticalBeam(length: 20))
      }
      stage.wait(20)
      #expect(gray(stage, 98, 120) == 1)
      stage.hover(150, 120)
      stage.wait(300)
      #expect(gray(stage, 98, 120) < 0.5, "it is wider by its twentieth part")
      #expect(view.transform.isIdentity && view.layer.shadowOpacity == 0)
      stage.hover(10, 10)
      stage.wait(300)
      #expect(gray(stage, 98, 120) == 1 && view.layer.animationKeys() == nil)
    }
  }

  @Test func aButtonHasItWhereItIsWanted() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let button = UIButton(frame: Rect(100, 100, 100, 40))
      stage.show(UIView(frame: stage.window.bounds)).addSubview(button)
      stage.wait(20)
      #expect(!button.isPointerInteractionEnabled && button.interactions.isEmpty)
      button.isPointerInteractionEnabled = true
      stage.hover(150, 120)
      stage.wait(200)
      #expect(gray(stage, 150, 120) < 0.95)
      button.isPointerInteractionEnabled = false
      stage.wait(200)
      #expect(gray(stage, 150, 120) == 1 && !button.isPointerInteractionEnabled)
      stage.hover(10, 10)
      button.pointerStyleProvider = { [log = stage.log] button, effect, shape in
        log("asked \(effect.preview.view === button)")
        return .system()
      }
      #expect(button.isPointerInteractionEnabled)
      stage.hover(150, 120)
      stage.wait(200)
      #expect(stage.log.lines == ["asked true"] && gray(stage, 150, 120) == 1)
      stage.hover(10, 10)
      button.isEnabled = false
      stage.hover(150, 120)
      #expect(stage.log.lines.count == 1)
    }
  }

  @Test func aButtonThatIsDisabledBelowThePointerHasNoShade() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let button = UIButton(frame: Rect(100, 100, 100, 40))
      stage.show(UIView(frame: stage.window.bounds)).addSubview(button)
      button.isPointerInteractionEnabled = true
      stage.wait(20)
      stage.hover(150, 120)
      stage.wait(200)
      #expect(gray(stage, 150, 120) < 0.95)
      button.isEnabled = false
      stage.wait(200)
      #expect(gray(stage, 150, 120) == 1)
      button.isEnabled = true
      stage.wait(200)
      #expect(gray(stage, 150, 120) < 0.95)
    }
  }

  // MARK: Calls of delegates

  enum Call: CaseIterable { case region, enter, style, leave }

  @Test(arguments: Call.allCases, [false, true])
  func nothingStaysWhenTheDelegateEndsIt(_ call: Call, removes: Bool) {
    onView { stage, view, source, interaction in
      let end = { [weak view, weak interaction] in
        guard let view, let interaction else { return }
        if removes { view.removeInteraction(interaction) } else { interaction.isEnabled = false }
      }
      let shade = { [weak view] in view.map { UIPointerStyle(effect: .highlight(.init(view: $0))) } }
      source.style = { _ in shade() }
      source.onLeave = { [weak view, weak interaction] in #expect(interaction?.view === view) }
      switch call {
      case .region:
        source.regions = { _ in
          end()
          return UIPointerRegion(rect: Rect(0, 0, 100, 40))
        }
      case .enter: source.onEnter = end
      case .style:
        source.style = { _ in
          end()
          return shade()
        }
      case .leave:
        source.regions = { place in
          UIPointerRegion(
            rect: Rect(place.x < 50 ? 0 : 50, 0, 50, 40), identifier: place.x < 50 ? "left" : "right")
        }
        source.onLeave = end
      }
      stage.hover(110, 120)
      stage.hover(190, 120)
      stage.hover(191, 120)
      stage.wait(300)
      let log = moves(stage)
      #expect(view.layer.sublayers?.isEmpty != false)
      #expect(log.filter { $0.hasPrefix("enters") }.count == log.filter { $0.hasPrefix("leaves") }.count)
      #expect(log.count == (call == .region ? 0 : 2))
    }
  }

  @Test func aDelegateThatChangesItEachTimeIsNotAskedWithoutEnd() {
    onView { stage, _, source, interaction in
      var count = 0
      source.regions = { [weak interaction] _ in
        count += 1
        interaction?.isEnabled = false
        interaction?.isEnabled = true
        return nil
      }
      stage.hover(110, 120)
      #expect(count > 0 && count < 10)
    }
  }

  @Test func aLiftedViewGoesBackFromWhereItIs() {
    onView { stage, view, source, _ in
      source.style = { [weak view] _ in view.map { UIPointerStyle(effect: .lift(.init(view: $0))) } }
      stage.hover(150, 120)
      stage.wait(40)
      let before = view.presentationFrame.width
      #expect(before > 100 && before < 104)
      stage.hover(10, 10)
      #expect(view.presentationFrame.width <= before)
    }
  }
}

extension Stage {
  /// Moves a pointer that touches nothing.
  fileprivate func hover(_ x: Double, _ y: Double) { post(.pointer(.init(.moved, x: x, y: y))) }
}
