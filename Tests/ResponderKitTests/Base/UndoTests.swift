import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Changes that are taken back and made again.
@Suite(.hangLimit) struct UndoTests {
  private final class Document {
    let undo: UndoHistory
    var title = "a" {
      didSet {
        undo.registerUndo(withTarget: self) { $0.title = oldValue }
        undo.setActionName("Rename")
      }
    }
    var count = 0
    init(_ undo: UndoHistory) { self.undo = undo }
  }

  @Test func changesOfOneTurnAreOneStep() {
    onStage { stage in
      let document = Document(UndoHistory())
      document.title = "b"
      document.title = "c"
      #expect(document.undo.groupingLevel == 1 && document.undo.canUndo)
      stage.wait(10)
      #expect(document.undo.groupingLevel == 0)
      document.title = "d"
      stage.wait(10)
      document.undo.undo()
      #expect(document.title == "c" && document.undo.canRedo)
      document.undo.undo()
      #expect(document.title == "a" && !document.undo.canUndo)
      document.undo.undo()
      document.undo.redo()
      #expect(document.title == "c")
      document.undo.redo()
      #expect(document.title == "d" && !document.undo.canRedo)
      document.undo.undo()
      // Undo ends the turn's group first.
      document.title = "e"
      #expect(!document.undo.canRedo)
      document.undo.undo()
      #expect(document.title == "c" && document.undo.groupingLevel == 0)
    }
  }

  @Test func groupsOfTheProgramsOwnAreStepsToo() {
    onStage { _ in
      let document = Document(UndoHistory())
      document.undo.groupsByEvent = false
      for title in ["b", "c"] {
        document.undo.beginUndoGrouping()
        document.undo.beginUndoGrouping()
        document.title = title
        document.undo.endUndoGrouping()
        document.title = title + "!"
        document.undo.endUndoGrouping()
      }
      document.undo.beginUndoGrouping()
      document.undo.endUndoGrouping()
      document.undo.undo()
      #expect(document.title == "b!")
      document.undo.undo()
      #expect(document.title == "a")
      document.undo.redo()
      #expect(document.title == "b!")
    }
  }

  @Test func stepsHaveNamesForMenus() {
    onStage { stage in
      let document = Document(UndoHistory())
      #expect(document.undo.undoMenuItemTitle == "Undo" && document.undo.undoActionName == "")
      document.title = "b"
      stage.wait(10)
      #expect(document.undo.undoMenuItemTitle == "Undo Rename")
      document.undo.undo()
      #expect(document.undo.redoMenuItemTitle == "Redo Rename" && document.undo.undoMenuItemTitle == "Undo")
      // Also one that is not named when it is taken back.
      document.undo.registerUndo(withTarget: document) { document in
        document.undo.registerUndo(withTarget: document) { $0.count += 1 }
      }
      document.undo.setActionName("Count")
      stage.wait(10)
      document.undo.undo()
      #expect(document.undo.redoActionName == "Count")
    }
  }

  @Test func nothingIsKeptThatIsNotRegisteredOrIsBeyondTheLevels() {
    onStage { stage in
      let document = Document(UndoHistory())
      document.undo.levelsOfUndo = 2
      for title in ["b", "c", "d"] {
        document.title = title
        stage.wait(10)
      }
      document.undo.disableUndoRegistration()
      document.title = "x"
      document.undo.enableUndoRegistration()
      document.undo.undo()
      document.undo.undo()
      document.undo.undo()
      #expect(document.title == "b")
      document.undo.redo()
      document.undo.removeAllActions()
      #expect(!document.undo.canUndo && !document.undo.canRedo)
    }
  }

  @Test func aTargetIsNotKeptAndCanBeForgotten() {
    onStage { stage in
      let undo = UndoHistory()
      var document: Document? = Document(undo)
      let other = Document(undo)
      weak let kept = document
      document?.title = "b"
      stage.wait(10)
      other.title = "b"
      stage.wait(10)
      document = nil
      #expect(kept == nil)
      undo.undo()
      undo.undo()
      #expect(other.title == "a")
      undo.redo()
      undo.removeAllActions(withTarget: other)
      #expect(!undo.canUndo)
      let add = Selector("add") { (target: Document, sender, _) in target.count += sender as? Int ?? 0 }
      undo.registerUndo(withTarget: other, selector: add, object: 3)
      undo.undo()
      #expect(other.count == 3)
    }
  }

  @Test func whatWasTakenBackIsForgottenWithItsTarget() {
    onStage { stage in
      let undo = UndoHistory()
      let (document, other) = (Document(undo), Document(undo))
      document.title = "b"
      stage.wait(10)
      other.title = "b"
      stage.wait(10)
      undo.undo()
      #expect(other.title == "a" && undo.canRedo)
      undo.removeAllActions(withTarget: other)
      #expect(!undo.canRedo && undo.canUndo)
    }
  }

  @Test func observersAreNotifiedOfSteps() {
    onStage { stage in
      let document = Document(UndoHistory())
      let log = stage.log
      let names: [Notice.Name] = [
        .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerWillUndoChange,
        .NSUndoManagerDidUndoChange, .NSUndoManagerDidRedoChange,
      ]
      for name in names {
        NoticeCenter.default.addObserver(forName: name, object: document.undo) { _ in
          log("\(name.rawValue.dropFirst(13).dropLast(12)) \(document.undo.isUndoing)")
        }
      }
      document.title = "b"
      stage.wait(10)
      #expect(log.take() == ["DidOpenUndoGroup false", "DidCloseUndoGroup false"])
      document.undo.undo()
      #expect(
        log.take() == [
          "WillUndoChange false", "DidOpenUndoGroup true", "DidCloseUndoGroup true", "DidUndoChange false",
        ])
      document.undo.redo()
      #expect(log.take().last == "DidRedoChange false")
    }
  }

  @Test func aGroupThatAnObserverBeginsDuringUndoEndsWithIt() {
    onStage { stage in
      let document = Document(UndoHistory())
      document.title = "b"
      stage.wait(10)
      var count = 0
      NoticeCenter.default.addObserver(forName: .NSUndoManagerDidCloseUndoGroup, object: document.undo) { _ in
        guard document.undo.isUndoing, count < 500 else { return }
        count += 1
        document.undo.registerUndo(withTarget: document) { $0.count += 1 }
      }
      document.undo.undo()
      #expect(document.undo.groupingLevel == 0 && document.title == "a" && count == 1)
      // The observer's change is a step of its own.
      document.undo.redo()
      #expect(document.count == 1 && document.title == "a")
      document.undo.redo()
      #expect(document.title == "b")
    }
  }

  /// What an observer does, in each notice.
  enum ObserverMistake: CaseIterable {
    case end, begin, register, undo
  }

  @Test(arguments: ObserverMistake.allCases) func observersMayDoWhatTheyAreNotifiedOf(
    _ mistake: ObserverMistake
  ) {
    onStage { stage in
      let document = Document(UndoHistory())
      let names: [Notice.Name] = [
        .NSUndoManagerCheckpoint, .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
        .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange,
        .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange,
      ]
      var count = 0
      for chosen in names.map({ [$0] }) + [names] {
        let observers = chosen.map { name in
          NoticeCenter.default.addObserver(forName: name, object: document.undo) { _ in
            count += 1
            // Calls in each other without end would be stopped here.
            guard count < 500 else { return }
            switch mistake {
            case .end: if document.undo.groupingLevel > 0 { document.undo.endUndoGrouping() }
            case .begin: document.undo.beginUndoGrouping()
            case .register: document.undo.registerUndo(withTarget: document) { $0.count += 1 }
            case .undo: document.undo.undo()
            }
          }
        }
        count = 0
        document.title = "b"
        stage.wait(10)
        document.undo.undo()
        document.undo.redo()
        #expect(count < 500)
        for observer in observers { NoticeCenter.default.removeObserver(observer) }
        // Only groups that the program has begun are open.
        if mistake != .begin {
          stage.wait(10)
          #expect(document.undo.groupingLevel == 0)
        }
        while document.undo.groupingLevel > 0 { document.undo.endUndoGrouping() }
        document.undo.removeAllActions()
        // Nothing is wrong with what is registered next.
        document.title = "a"
        document.title = "c"
        stage.wait(10)
        document.undo.undo()
        #expect(document.title != "c" && document.undo.canRedo && !document.undo.isUndoing)
        document.undo.removeAllActions()
      }
    }
  }

  @Test func aResponderHasTheUndoManagerOfItsWindow() {
    onStage { stage in
      let (view, page) = (UIView(), UIViewController())
      #expect(view.undoManager == nil)
      page.view.addSubview(view)
      stage.show(page)
      #expect(view.undoManager === stage.window.undoManager && page.undoManager === view.undoManager)
      let field = UITextField()
      page.view.addSubview(field)
      #expect(field.undoManager != nil && field.undoManager !== page.undoManager)
    }
  }

  @Test func controlZReachesTheWindowsUndoManager() {
    onStage { stage in
      let page = UIViewController()
      stage.show(page)
      let document = Document(stage.window.undoManager ?? UndoHistory())
      document.title = "b"
      stage.wait(10)
      stage.strike("z", .control)
      #expect(document.title == "a")
      stage.strike("z", [.control, .shift])
      #expect(document.title == "b")
      stage.strike("z", .command)
      stage.strike("y", .control)
      #expect(document.title == "b")
      stage.strike("z", [.control, .alternate])
      #expect(document.title == "b")
    }
  }

  @Test func afterAllIsForgottenStepsAreRegisteredAgain() {
    onStage { _ in
      let manager = UndoHistory()
      manager.disableUndoRegistration()
      manager.disableUndoRegistration()
      manager.removeAllActions()
      #expect(manager.isUndoRegistrationEnabled)
    }
  }
}
