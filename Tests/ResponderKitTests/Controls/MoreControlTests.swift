import ResponderKit
import TestHarness
import Testing

/// Segments, steppers, page dots, bars of progress and wheels.
@Suite(.hangLimit) struct MoreControlTests {
  @Test func aSegmentIsChosen() {
    onStage { stage in
      let control = UISegmentedControl(items: ["One", "Two", "Three"])
      #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment && control.bounds.height == 32)
      control.frame = CGRect(x: 0, y: 0, width: 300, height: 32)
      control.selectedSegmentIndex = 0
      var changes: [Int] = []
      control.onEvent(.valueChanged) { changes.append($0.selectedSegmentIndex) }
      stage.show(control)
      stage.wait(20)
      stage.tap(150, 16)
      stage.tap(150, 16, after: 500)
      control.setEnabled(false, forSegmentAt: 2)
      stage.tap(250, 16, after: 500)
      #expect(changes == [1])
      // The finger that goes up over another segment chooses that one.
      stage.down(150, 16, after: 500)
      stage.move(50, 16)
      stage.up(50, 16)
      #expect(changes == [1, 0])
      control.insertSegment(withTitle: "Zero", at: 0, animated: true)
      #expect(control.selectedSegmentIndex == 1 && control.titleForSegment(at: 0) == "Zero")
      control.removeSegment(at: 1, animated: false)
      #expect(control.selectedSegmentIndex == -1 && control.numberOfSegments == 3)
      control.setTitle("2", forSegmentAt: 1)
      #expect(control.titleForSegment(at: 1) == "2" && control.titleForSegment(at: 9) == nil)
    }
  }

  @Test func theSelectionIsOfItsSegment() {
    onStage { stage in
      let control = UISegmentedControl(items: ["One", "Two", "Three"])
      control.frame = CGRect(x: 0, y: 0, width: 300, height: 32)
      control.selectedSegmentIndex = 2
      control.removeSegment(at: 0, animated: false)
      #expect(control.selectedSegmentIndex == 1 && control.titleForSegment(at: 1) == "Three")
      control.insertSegment(withTitle: "Four", at: 2, animated: false)
      #expect(control.selectedSegmentIndex == 1)
      control.isMomentary = true
      var changes: [Int] = []
      control.onEvent(.valueChanged) { changes.append($0.selectedSegmentIndex) }
      stage.show(control)
      stage.wait(20)
      for _ in 0..<2 {
        stage.tap(250, 16, after: 500)
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
      }
      #expect(changes == [2, 2])
    }
  }

  @Test func withoutItsSegmentsAControlShowsNothing() {
    onStage { stage in
      let bitmap = Bitmap(width: 20, height: 20)
      bitmap.clear(bitmap.bounds, to: .red)
      let picture = UIImage(bitmap).withRenderingMode(.alwaysOriginal)
      let control = UISegmentedControl(items: [picture, "Two"])
      control.frame = Rect(0, 0, 200, 32)
      control.selectedSegmentIndex = 1
      stage.show(control)
      stage.wait(20)
      #expect(stage.color(50, 16) == .red)
      control.removeAllSegments()
      stage.wait(20)
      #expect(control.numberOfSegments == 0 && control.selectedSegmentIndex == UISegmentedControl.noSegment)
      #expect(stage.color(50, 16) == stage.color(150, 16))
      stage.tap(50, 16)
      control.insertSegment(withTitle: "New", at: 7, animated: false)
      #expect(control.titleForSegment(at: 0) == "New")
    }
  }

  @Test func noLineIsBesideTheSelectedSegment() {
    onStage { stage in
      let control = UISegmentedControl(items: ["1", "2", "3"])
      control.frame = CGRect(x: 0, y: 0, width: 300, height: 32)
      control.selectedSegmentIndex = 0
      stage.show(control)
      stage.wait(20)
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 100, y: 16) == picture.color(x: 106, y: 16))
      #expect(picture.color(x: 200, y: 16) != picture.color(x: 206, y: 16))
    }
  }

  @Test func aStepperCounts() {
    onStage { stage in
      let stepper = UIStepper(frame: CGRect(x: 0, y: 0, width: 1, height: 1))
      stepper.maximumValue = 10
      stepper.stepValue = 2
      var changes: [Double] = []
      stepper.onEvent(.valueChanged) { changes.append($0.value) }
      stage.show(stepper)
      stage.wait(20)
      #expect(stepper.bounds.size == UIStepper.size)
      stage.tap(70, 16)
      stage.tap(70, 16, after: 600)
      stage.tap(20, 16, after: 600)
      #expect(changes == [2, 4, 2])
      // Held, it goes on after half a second, and ends at the end.
      stage.down(70, 16, after: 600)
      stage.wait(650)
      #expect(stepper.value == 6)
      stage.wait(2000)
      stage.up(70, 16)
      #expect(stepper.value == 10 && changes == [2, 4, 2, 4, 6, 8, 10])
      stepper.wraps = true
      stage.tap(70, 16, after: 600)
      #expect(stepper.value == 0)
      stage.tap(20, 16, after: 600)
      #expect(stepper.value == 10)
      stepper.value = .nan
      stepper.value = 99
      #expect(stepper.value == 10)
    }
  }

  @Test func aCancelledTouchOfWhatIsNotContinuousSendsTheValueThatItLeaves() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let (stepper, slider) = (UIStepper(frame: .zero), UISlider(frame: Rect(100, 100, 128, 28)))
      (stepper.isContinuous, slider.isContinuous) = (false, false)
      var changes: [Double] = []
      stepper.onEvent(.valueChanged) { changes.append($0.value) }
      slider.onEvent(.valueChanged) { changes.append($0.value) }
      for view in [stepper, slider] { root.addSubview(view) }
      stage.wait(20)
      stage.down(70, 16)
      stage.wait(750)
      stage.cancel()
      #expect(stepper.value == 3 && changes == [3])
      stage.down(114, 114, after: 600)
      stage.move(164, 114)
      stage.cancel()
      #expect(slider.value == 0.5 && changes == [3, 0.5])
      // Nothing has changed.
      stage.down(164, 114, after: 600)
      stage.cancel()
      stage.down(70, 16, after: 600)
      stage.cancel()
      #expect(changes == [3, 0.5])
    }
  }

  @Test func aStepperThatIsNotContinuousSendsOneEventWhenItIsReleased() {
    onStage { stage in
      let stepper = stage.show(UIStepper(frame: .zero))
      stepper.isContinuous = false
      var changes: [Double] = []
      stepper.onEvent(.valueChanged) { changes.append($0.value) }
      stage.wait(20)
      stage.down(70, 16)
      stage.wait(750)
      #expect(stepper.value == 3 && changes == [])
      stage.up(70, 16)
      #expect(changes == [3])
      // Held, a stepper that does not repeat counts once.
      stepper.autorepeat = false
      stage.down(20, 16, after: 600)
      stage.wait(2000)
      stage.up(20, 16)
      #expect(changes == [3, 2])
    }
  }

  @Test func progressIsKeptBetweenItsEnds() {
    onStage { stage in
      let bar = UIProgressView(progressViewStyle: .default)
      bar.frame = CGRect(x: 0, y: 0, width: 100, height: 4)
      bar.progressTintColor = .systemRed
      bar.trackTintColor = .systemGreen
      bar.setProgress(0.5, animated: true)
      stage.show(bar)
      let shown = stage.window.snapshot()
      #expect(
        shown.color(x: 25, y: 2) == UIColor.systemRed.bright
          && shown.color(x: 75, y: 2) == UIColor.systemGreen.bright)
      bar.progress = 7
      #expect(bar.progress == 1)
      bar.progress = .nan
      #expect(bar.progress == 1)
    }
  }

  @Test func aWheelTurnsOnlyWhileItIsToBeSeen() {
    onStage { stage in
      let wheel = UIActivityIndicatorView(style: .large)
      stage.show(wheel)
      #expect(wheel.isHidden && !wheel.isAnimating && wheel.bounds.width == 37)
      wheel.startAnimating()
      let first = stage.window.snapshot()
      stage.wait(200)
      let second = stage.window.snapshot()
      #expect(!wheel.isHidden && wheel.isAnimating)
      #expect(
        (0..<37).contains { x in (0..<37).contains { first.color(x: x, y: $0) != second.color(x: x, y: $0) } }
      )
      wheel.stopAnimating()
      #expect(wheel.isHidden && !wheel.isAnimating)
      wheel.hidesWhenStopped = false
      #expect(!wheel.isHidden)
    }
  }

  @Test func dotsLeadToThePages() {
    onStage { stage in
      let dots = UIPageControl(frame: CGRect(x: 0, y: 0, width: 100, height: 26))
      dots.numberOfPages = 3
      var pages: [Int] = []
      dots.onEvent(.valueChanged) { pages.append($0.currentPage) }
      stage.show(dots)
      stage.wait(20)
      for x in [80.0, 80, 80, 20] { stage.tap(x, 13, after: 500) }
      #expect(pages == [1, 2, 1])
      dots.currentPage = 8
      #expect(dots.currentPage == 2)
      dots.numberOfPages = 1
      #expect(dots.currentPage == 0 && dots.size(forNumberOfPages: 1).width == 26)
    }
  }

  @Test func aSegmentMayHaveAWidthOfItsOwn() {
    onStage { stage in
      let control = UISegmentedControl(items: ["One", "Two", "Three"])
      control.frame = CGRect(x: 0, y: 0, width: 300, height: 32)
      control.setWidth(40, forSegmentAt: 0)
      #expect(control.widthForSegment(at: 0) == 40 && control.widthForSegment(at: 1) == 0)
      #expect(control.widthForSegment(at: 9) == 0)
      stage.show(control)
      stage.wait(20)
      var chosen: [Int] = []
      for x in [20.0, 60, 160, 180] {
        stage.tap(x, 16, after: 500)
        chosen.append(control.selectedSegmentIndex)
      }
      #expect(chosen == [0, 1, 1, 2])
      let width = control.sizeThatFits(.zero).width
      control.setWidth(0, forSegmentAt: 0)
      #expect(control.sizeThatFits(.zero).width == (width - 40) / 2 * 3)
    }
  }

  @Test func aSliderIsBetweenItsPictures() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let slider = stage.show(UISlider(frame: CGRect(x: 0, y: 0, width: 200, height: 30)))
      let dot = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { context in
        UIColor.red.setFill()
        context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
      }
      slider.minimumValueImage = dot
      slider.maximumValueImage = dot
      #expect(slider.knobRect.minX == 28)
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 10, y: 15) == .red && picture.color(x: 190, y: 15) == .red)
      #expect(picture.color(x: 24, y: 15) == .white)
      stage.wait(20)
      stage.down(42, 15)
      stage.move(500, 15)
      #expect(slider.value == 1 && slider.knobRect.maxX == 172)
    }
  }

  @Test func aSliderMayConsistOfPictures() {
    onStage { stage in
      func picture(_ color: UIColor, _ width: Double, _ height: Double) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).image { context in
          color.setFill()
          context.fill(CGRect(x: 0, y: 0, width: width, height: height))
        }
      }
      stage.window.backgroundColor = .white
      let slider = stage.show(UISlider(frame: CGRect(x: 0, y: 0, width: 200, height: 40)))
      slider.setThumbImage(picture(.red, 40, 40), for: .normal)
      slider.setThumbImage(picture(.black, 40, 40), for: .highlighted)
      slider.setMinimumTrackImage(picture(.green, 4, 20), for: .normal)
      slider.setMaximumTrackImage(picture(.blue, 4, 20), for: .normal)
      slider.value = 0.5
      #expect(slider.knobRect == CGRect(x: 80, y: 0, width: 40, height: 40))
      let shown = stage.window.snapshot()
      #expect(shown.color(x: 100, y: 2) == .red && shown.color(x: 40, y: 28) == .green)
      #expect(shown.color(x: 160, y: 12) == .blue && shown.color(x: 160, y: 35) == .white)
      stage.wait(20)
      // Its knob is as large as its picture, and another one while it is held.
      stage.down(84, 20)
      #expect(stage.window.snapshot().color(x: 100, y: 2) == .black)
      #expect(slider.thumbImage(for: .highlighted) === slider.currentThumbImage)
      stage.move(500, 20)
      #expect(slider.value == 1 && slider.knobRect.maxX == 200)
    }
  }

  @Test("A control is made with what its primary action does")
  func primaryActions() {
    onStage { stage in
      var calls = 0
      let control = UISwitch(frame: Rect(50, 50, 0, 0), primaryAction: UIAction { _ in calls += 1 })
      let root = stage.show(UIView(frame: stage.window.bounds))
      root.addSubview(control)
      stage.wait(20)
      stage.tap(control.frame.midX, control.frame.midY)
      #expect(calls == 1 && control.isOn)
      #expect(UIRefreshControl(frame: .zero, primaryAction: nil).frame.height > 0)
    }
  }
}
