import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Observers, and what is posted to them.
@Suite(.hangLimit) struct NoticeTests {
  private static let name = Notice.Name("test")
  private static let other = Notice.Name("other")
  private final class Thing: NSObject {}

  @Test func observersAreNotifiedInOrderUntilTheyAreRemoved() {
    let (center, log) = (NoticeCenter(), Log())
    let first = center.addObserver(forName: Self.name, object: nil, queue: nil) { notice in
      log("first \(notice.userInfo?["key"] as? Int ?? 0)")
    }
    center.addObserver(forName: Self.name, object: nil, queue: .main) { _ in log("second") }
    center.addObserver(forName: nil, object: nil) { log("all \($0.name.rawValue)") }
    center.post(name: Self.name, object: nil, userInfo: ["key": 3])
    center.post(Notice(name: Self.other))
    #expect(log.take() == ["first 3", "second", "all test", "all other"])
    center.removeObserver(first)
    center.post(name: Self.name, object: nil)
    #expect(log.take() == ["second", "all test"])
  }

  @Test func anObjectsObserverGetsNoticesOfThatObjectOnly() {
    let (center, log) = (NoticeCenter(), Log())
    var thing: Thing? = Thing()
    center.addObserver(forName: Self.name, object: thing, queue: nil) { _ in log("called") }
    center.post(name: Self.name, object: Thing())
    center.post(name: Self.name, object: nil)
    #expect(log.take() == [])
    center.post(name: Self.name, object: thing)
    #expect(log.take() == ["called"])
    // An object that has ended is not taken for none.
    thing = nil
    center.post(name: Self.name, object: nil)
    #expect(log.take() == [])
  }

  @Test func anObserverThatIsRemovedWhileItIsPostedIsNotCalled() {
    let (center, log) = (NoticeCenter(), Log())
    var second: (any NSObjectProtocol)?
    center.addObserver(forName: Self.name, object: nil, queue: nil) { [unowned center] _ in
      log("first")
      if let second { center.removeObserver(second) }
      center.addObserver(forName: Self.name, object: nil, queue: nil) { _ in log("new") }
    }
    second = center.addObserver(forName: Self.name, object: nil, queue: nil) { _ in log("second") }
    center.post(name: Self.name, object: nil)
    #expect(log.take() == ["first"])
    center.post(name: Self.name, object: nil)
    #expect(log.take() == ["first", "new"])
  }

  private final class Target {
    let log: Log
    init(_ log: Log) { self.log = log }
  }

  @Test func aTargetIsNotRetainedAndMayRemoveOneOfItsNames() {
    let (center, log) = (NoticeCenter(), Log())
    let heard = Selector("heard") { (target: Target, notice: Any?, _) in
      target.log("heard \((notice as? Notice)?.name.rawValue ?? "nothing")")
    }
    var target: Target? = Target(log)
    center.addObserver(target!, selector: heard, name: Self.name, object: nil)
    center.addObserver(target!, selector: heard, name: Self.other, object: nil)
    center.removeObserver(target!, name: Self.other, object: nil)
    center.post(name: Self.name, object: nil)
    center.post(name: Self.other, object: nil)
    #expect(log.take() == ["heard test"])
    weak let gone = target
    target = nil
    center.post(name: Self.name, object: nil)
    #expect(gone == nil && log.take() == [])
  }

  @Test func theLifeOfAnApplicationIsPosted() {
    onStage { stage in
      let (log, center) = (stage.log, NoticeCenter.default)
      center.addObserver(forName: nil, object: stage.application, queue: nil) { notice in
        log(notice.name.rawValue.replacing("UIApplication", with: "").replacing("Notification", with: ""))
      }
      stage.application.launch()
      stage.post(.system(.didEnterBackground))
      stage.post(.system(.willEnterForeground))
      stage.post(.system(.didBecomeActive))
      stage.application.memoryWarningReceived()
      stage.application.terminate()
      #expect(
        log.take() == [
          "DidFinishLaunching", "DidBecomeActive", "WillResignActive", "DidEnterBackground",
          "WillEnterForeground",
          "DidBecomeActive", "DidReceiveMemoryWarning", "WillTerminate",
        ])
    }
  }

  @Test func theKeyboardIsPostedWithItsPlaceOnTheScreen() {
    onStage { stage in
      stage.application.showsScreenKeyboard = true
      let field = UITextField(frame: Rect(10, 100, 200, 40))
      stage.show(field)
      stage.wait(20)
      let (log, height) = (stage.log, UIScreen.main.bounds.height)
      let names = [
        UIResponder.keyboardWillShowNotification, UIResponder.keyboardDidShowNotification,
        UIResponder.keyboardWillHideNotification, UIResponder.keyboardDidHideNotification,
      ]
      for name in names {
        NoticeCenter.default.addObserver(forName: name, object: nil, queue: .main) { notice in
          let begin = notice.userInfo?[UIResponder.keyboardFrameBeginUserInfoKey] as? NSValue
          let end = notice.userInfo?[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue
          let places = [begin, end].map { ($0?.cgRectValue.minY ?? 0) == height ? "below" : "seen" }
          let isIn = stage.window.shownInputView?.superview != nil
          #expect(notice.userInfo?[UIResponder.keyboardAnimationCurveUserInfoKey] as? UInt == 0)
          log("\(name.rawValue.dropFirst(10).dropLast(12)) \(places) \(isIn)")
        }
      }
      field.becomeFirstResponder()
      stage.wait(20)
      #expect(log.take() == [#"WillShow ["below", "seen"] true"#, #"DidShow ["below", "seen"] true"#])
      field.resignFirstResponder()
      stage.wait(20)
      #expect(log.take() == [#"WillHide ["seen", "below"] false"#, #"DidHide ["seen", "below"] false"#])
    }
  }

  @Test func whatTheUserWritesIsPosted() {
    onStage { stage in
      let (log, field) = (stage.log, UITextField(frame: Rect(10, 100, 200, 40)))
      stage.show(field)
      NoticeCenter.default.addObserver(forName: nil, object: field, queue: nil) { notice in
        log("\(notice.name.rawValue.dropFirst(15).dropLast(12)) \(field.text ?? "")")
      }
      field.becomeFirstResponder()
      field.insertText("a")
      field.resignFirstResponder()
      #expect(log.take() == ["DidBeginEditing ", "DidChange a", "DidEndEditing a"])
    }
  }

  @Test func aTurnedDeviceIsPosted() {
    onStage { stage in
      let log = stage.log
      NoticeCenter.default.addObserver(
        forName: UIDevice.orientationDidChangeNotification, object: nil, queue: nil
      ) { log("\(($0.object as? UIDevice)?.orientation == .landscapeLeft)") }
      stage.post(.orientation(.landscapeLeft))
      stage.post(.orientation(.landscapeLeft))
      #expect(log.take() == ["true"])
    }
  }
}
