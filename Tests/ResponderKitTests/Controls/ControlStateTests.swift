import ResponderKit
import TestHarness
import Testing

/// Small controls and the contents of cells: what they show in each state.
@Suite(.hangLimit) struct ControlStateTests {
  private func colors(_ stage: Stage, _ side: Int) -> [UIColor] {
    let picture = stage.window.snapshot()
    return (0..<side * side).map { picture.color(x: $0 % side, y: $0 / side) }
  }

  @Test func aSliderThatCanNotBeUsedHasAnotherColor() {
    onStage { stage in
      let slider = stage.show(UISlider(frame: Rect(0, 0, 200, 30)))
      slider.value = Float(0.5)
      slider.minimumTrackTintColor = .red
      #expect(stage.window.snapshot().color(x: 20, y: 15) == .red)
      slider.isEnabled = false
      #expect(stage.window.snapshot().color(x: 20, y: 15) != .red)
    }
  }

  @Test func aWheelThatWasStartedBeforeTurnsInItsWindowAndStaysIfItIsTo() {
    onStage { stage in
      let wheel = UIActivityIndicatorView(style: .large)
      wheel.hidesWhenStopped = false
      wheel.startAnimating()
      stage.show(wheel)
      let before = colors(stage, 37)
      stage.wait(200)
      #expect(colors(stage, 37) != before)
      wheel.stopAnimating()
      #expect(!wheel.isHidden && !wheel.isAnimating)
    }
  }

  @Test func theOnlyPageHasADotUnlessThatIsHidden() {
    onStage { stage in
      let dots = stage.show(UIPageControl(frame: Rect(0, 0, 100, 26)))
      dots.numberOfPages = 1
      dots.currentPageIndicatorTintColor = .red
      #expect(stage.window.snapshot().color(x: 50, y: 13) == .red)
      dots.hidesForSinglePage = true
      #expect(stage.window.snapshot().color(x: 50, y: 13) != .red)
    }
  }

  @Test func contentIsPalerWhereItCanNotBeUsed() {
    let traits = UITraitCollection(userInterfaceStyle: .light)
    var header = UIViewConfigurationState(traitCollection: traits)
    var cell = UICellConfigurationState(traitCollection: traits)
    let content = UIListContentConfiguration.plainHeader()
    #expect(content.updated(for: header).textProperties.color == .label)
    (header.isDisabled, cell.isDisabled) = (true, true)
    #expect(content.updated(for: header).textProperties.color == .tertiaryLabel)
    #expect(content.updated(for: cell).textProperties.color == .tertiaryLabel)
  }

  @Test func theRoomAroundACellsBackgroundIsAtTheSidesThatAreMeant() {
    onStage { _ in
      let cell = UICollectionViewCell(frame: Rect(0, 0, 100, 50))
      var background = UIBackgroundConfiguration.listPlainCell()
      background.backgroundInsets = NSDirectionalEdgeInsets(top: 1, leading: 20, bottom: 2, trailing: 5)
      cell.backgroundConfiguration = background
      #expect(cell.subviews.first?.frame == Rect(20, 1, 75, 47))
      let mirrored = UICollectionViewCell(frame: Rect(0, 0, 100, 50))
      mirrored.semanticContentAttribute = .forceRightToLeft
      mirrored.backgroundConfiguration = background
      #expect(mirrored.subviews.first?.frame == Rect(5, 1, 75, 47))
    }
  }

  @Test func readersChangeSteppersPagesAndSegmentsWithTheirEvents() {
    onStage { stage in
      let (stepper, dots) = (UIStepper(frame: .zero), UIPageControl(frame: Rect(0, 40, 100, 26)))
      let segments = UISegmentedControl(items: ["a", "b", "c"])
      segments.setEnabled(false, forSegmentAt: 1)
      (stepper.stepValue, stepper.wraps, dots.numberOfPages) = (60, true, 2)
      for (name, control) in [("value", stepper), ("page", dots), ("segment", segments)]
        as [(String, UIControl)]
      {
        stage.show(control)
        control.onEvent(.valueChanged) { [log = stage.log] _ in log(name) }
        for _ in 0..<2 { control.accessibilityIncrement() }
      }
      #expect(stepper.value == 0 && dots.currentPage == 1 && segments.selectedSegmentIndex == 2)
      #expect(stage.log.take() == ["value", "value", "page", "segment", "segment"])
      for control in [stepper, dots, segments] as [UIControl] {
        for _ in 0..<2 { control.accessibilityDecrement() }
      }
      #expect(stepper.value == 40 && dots.currentPage == 0 && segments.selectedSegmentIndex == 0)
      #expect(stage.log.take() == ["value", "value", "page", "segment"])
    }
  }
}
