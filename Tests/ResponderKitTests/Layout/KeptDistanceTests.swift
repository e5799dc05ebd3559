import ResponderKit
import TestHarness
import Testing

/// Views whose autoresizing keeps their distances from the edges of a superview that constraints place.
@Suite(.hangLimit) struct KeptDistanceTests {
  private func page(_ stage: Stage, _ view: UIView) -> UIView {
    let page = stage.show(UIView(frame: stage.window.bounds))
    view.translatesAutoresizingMaskIntoConstraints = false
    page.addSubview(view)
    NSLayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: page.leadingAnchor, constant: 20),
      view.topAnchor.constraint(equalTo: page.topAnchor, constant: 20),
    ])
    return page
  }

  /// A view of 100 by 50 points with margins of 10 around it.
  private func fill(_ view: UIView) -> UIView {
    let box = UIView()
    box.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(box)
    NSLayoutConstraint.activate([
      box.widthAnchor.constraint(equalToConstant: 100), box.heightAnchor.constraint(equalToConstant: 50),
      box.topAnchor.constraint(equalTo: view.topAnchor, constant: 10),
      box.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -10),
      box.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 10),
      box.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -10),
    ])
    return box
  }

  @Test func contentOfAnEffectSaysHowLargeThatIs() {
    onStage { stage in
      let effect = UIVisualEffectView(effect: UIBlurEffect(style: .systemMaterial))
      _ = self.page(stage, effect)
      let box = self.fill(effect.contentView)
      stage.wait(20)
      #expect(effect.frame == Rect(20, 20, 120, 70))
      #expect(effect.contentView.frame == Rect(0, 0, 120, 70) && box.frame == Rect(10, 10, 100, 50))
    }
  }

  /// A view on the page, and one in it that keeps five points from each edge.
  private func nested(_ stage: Stage) -> (outer: UIView, inner: UIView) {
    let (outer, inner) = (UIView(frame: Rect(0, 0, 40, 40)), UIView(frame: Rect(5, 5, 30, 30)))
    _ = page(stage, outer)
    inner.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    outer.addSubview(inner)
    return (outer, inner)
  }

  @Test func distancesAreKept() {
    onStage { stage in
      let (outer, inner) = self.nested(stage)
      _ = self.fill(inner)
      stage.wait(20)
      #expect(outer.bounds.size == Size(130, 80) && inner.frame == Rect(5, 5, 120, 70))
    }
  }

  @Test func otherMasksGiveTheFrame() {
    onStage { stage in
      let outer = UIView(frame: Rect(0, 0, 40, 40))
      let page = self.page(stage, outer)
      let inner = UIView(frame: Rect(5, 5, 30, 30))
      inner.autoresizingMask = [.flexibleRightMargin]
      outer.addSubview(inner)
      NSLayoutConstraint.activate([
        outer.widthAnchor.constraint(equalTo: inner.widthAnchor, multiplier: 2),
        outer.heightAnchor.constraint(equalTo: inner.heightAnchor, multiplier: 3),
      ])
      stage.wait(20)
      #expect(page.subviews.first?.frame == Rect(20, 20, 60, 90))
    }
  }

  @Test func aSuperviewThatDoesNotResizeKeepsItsOwnSize() {
    onStage { stage in
      let outer = UIView(frame: Rect(0, 0, 40, 40))
      outer.autoresizesSubviews = false
      _ = self.page(stage, outer)
      let inner = UIView(frame: Rect(5, 5, 30, 30))
      inner.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      outer.addSubview(inner)
      NSLayoutConstraint.activate([
        outer.widthAnchor.constraint(equalTo: inner.widthAnchor, multiplier: 2),
        outer.heightAnchor.constraint(equalTo: inner.heightAnchor, multiplier: 3),
      ])
      for _ in 0..<2 {
        outer.setNeedsUpdateConstraints()
        stage.wait(20)
        #expect(outer.frame == Rect(20, 20, 60, 90) && inner.frame == Rect(5, 5, 30, 30))
      }
    }
  }

  @Test func distancesAreTheSameAfterATimeWithoutRoom() {
    onStage { stage in
      let (outer, inner) = self.nested(stage)
      let box = UIView()
      box.translatesAutoresizingMaskIntoConstraints = false
      inner.addSubview(box)
      let width = outer.widthAnchor.constraint(equalToConstant: 40)
      NSLayoutConstraint.activate([
        width, outer.heightAnchor.constraint(equalToConstant: 40),
        box.topAnchor.constraint(equalTo: inner.topAnchor),
        box.leadingAnchor.constraint(equalTo: inner.leadingAnchor),
      ])
      stage.wait(20)
      #expect(inner.frame == Rect(5, 5, 30, 30))
      for (length, expected) in [(0.0, 0.0), (4, 0), (40, 30), (6, 0), (60, 50)] {
        width.constant = length
        stage.wait(20)
        #expect(outer.bounds.width == length && inner.frame == Rect(5, 5, expected, 30))
      }
      // What the program sets meanwhile counts.
      width.constant = 0
      stage.wait(20)
      inner.frame = Rect(0, 5, 0, 30)
      width.constant = 40
      stage.wait(20)
      #expect(inner.frame == Rect(0, 5, 40, 30))
    }
  }

  @Test func contentOfAnEffectThatIsMeasuredCounts() {
    onStage { stage in
      let effect = UIVisualEffectView(effect: UIBlurEffect(style: .systemMaterial))
      _ = self.fill(effect.contentView)
      #expect(effect.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == Size(120, 70))
      let page = stage.show(UIView(frame: stage.window.bounds))
      effect.frame = Rect(0, 0, 10, 10)
      page.addSubview(effect)
      #expect(effect.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == Size(120, 70))
      #expect(effect.frame == Rect(0, 0, 10, 10))
    }
  }
}
