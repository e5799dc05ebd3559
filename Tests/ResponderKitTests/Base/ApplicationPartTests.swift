import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Pasteboards, scenes, interactions, sizes and layouts: what is said of each, and to whom.
@Suite(.hangLimit) struct ApplicationPartTests {
  private final class Desktop: UIPasteboard.Desktop {
    var requests = 0
    func publish(_ text: String) {}
    func request(_ take: @escaping (String?) -> Void) { requests += 1 }
  }

  @Test func aPasteboardGivesItsOwnTextAtOnce() {
    onStage { _ in
      let (board, desktop) = (UIPasteboard.general, Desktop())
      #expect(!board.hasStrings)
      board.string = ""
      #expect(!board.hasStrings)
      board.desktop = desktop
      board.string = "own"
      var got: [String?] = []
      board.readString { got.append($0) }
      #expect(got == ["own"] && desktop.requests == 0)
      board.wasTakenOver()
      board.readString { got.append($0) }
      #expect(got.count == 1 && desktop.requests == 1 && board.hasStrings)
    }
  }

  @Test func aScenesTraitsAreThoseOfItsWindow() throws {
    try onStage { stage in
      stage.show(UIView(frame: stage.window.bounds))
      let scene = try #require(stage.window.windowScene)
      #expect(scene.traitCollection.userInterfaceStyle == .light)
      stage.window.overrideUserInterfaceStyle = .dark
      #expect(scene.traitCollection.userInterfaceStyle == .dark)
    }
  }

  private final class Interaction: UIInteraction {
    weak var view: UIView?
    let log: Log
    init(_ log: Log) { self.log = log }
    func willMove(to view: UIView?) { log("will \(view?.label ?? "leave")") }
    func didMove(to view: UIView?) {
      self.view = view
      log("did \(view?.label ?? "leave")")
    }
  }

  @Test func anInteractionIsOnOneView() {
    onStage { stage in
      let (one, other, log) = (UIView(), UIView(), stage.log)
      (one.label, other.label) = ("one", "other")
      let interaction = Interaction(log)
      one.addInteraction(interaction)
      one.addInteraction(interaction)
      #expect(log.take() == ["will one", "did one"] && one.interactions.count == 1)
      other.addInteraction(interaction)
      #expect(log.take() == ["will leave", "did leave", "will other", "did other"])
      #expect(one.interactions.isEmpty && other.interactions.count == 1)
    }
  }

  private final class Asking: UIView {
    var layouts = 0
    override func layoutSubviews() {
      layouts += 1
      if layouts == 1 { setNeedsLayout() }
    }
  }

  @Test func aViewThatAsksAgainIsLaidOutAgainAtOnceBeforeOthersBehindIt() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let (asking, last) = (Asking(), UIView())
      root.addSubview(asking)
      root.addSubview(last)
      for view in [asking, last] { view.setNeedsLayout() }
      root.layoutIfNeeded()
      #expect(asking.layouts == 2)
    }
  }

  private final class Turning: UIViewController {
    var ends = 0
    override func viewWillTransition(
      to size: Size, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
      super.viewWillTransition(to: size, with: coordinator)
      coordinator.animate(alongsideTransition: nil) { _ in self.ends += 1 }
    }
  }

  @Test func theEndOfAChangeOfSizeIsReportedAlsoIfNothingMovesAlong() {
    onStage { stage in
      let controller = Turning()
      stage.show(controller)
      stage.wait(20)
      stage.application.screenChanged(to: Size(844, 390))
      stage.wait(500)
      #expect(controller.ends == 1)
    }
  }

  @Test func onlyWindowsThatFillTheScreenFollowIt() {
    onStage { stage in
      stage.show(UIView())
      let small = UIWindow(frame: Rect(10, 20, 100, 100))
      small.makeKeyAndVisible()
      stage.application.screenChanged(to: Size(844, 390))
      #expect(stage.window.frame == Rect(0, 0, 844, 390) && small.frame == Rect(10, 20, 100, 100))
    }
  }

  @Test func aKeyboardThatGoesKeepsItsHeightBelowTheScreen() {
    onStage { stage in
      stage.application.showsScreenKeyboard = true
      let field = stage.show(UITextField(frame: Rect(10, 100, 200, 40)))
      stage.wait(20)
      var places: [Rect] = []
      nonisolated(unsafe) let note = { (rect: Rect?) in places.append(rect ?? .zero) }
      let name = UIResponder.keyboardWillHideNotification
      NoticeCenter.default.addObserver(forName: name, object: nil, queue: .main) { notice in
        for key in [UIResponder.keyboardFrameBeginUserInfoKey, UIResponder.keyboardFrameEndUserInfoKey] {
          note((notice.userInfo?[key] as? NSValue)?.cgRectValue)
        }
      }
      field.becomeFirstResponder()
      stage.wait(20)
      field.resignFirstResponder()
      stage.wait(20)
      #expect(places.count == 2 && places[0].height > 50 && places[1].height == places[0].height)
      #expect(places[1].minY == UIScreen.main.bounds.maxY)
    }
  }

  @Test func aColorOfTwoEqualPartsIsNoGray() {
    var white = 0.5
    #expect(!UIColor.yellow.getWhite(&white, alpha: nil) && white == 0.5)
    #expect(!UIColor.cyan.getWhite(&white, alpha: nil) && white == 0.5)
  }
}
