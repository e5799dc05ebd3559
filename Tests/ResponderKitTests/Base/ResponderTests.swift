import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// First responder, presses, key commands, motion, remote control and actions.
@Suite(.hangLimit) struct ResponderTests {
  class Field: UIView {
    var can = true
    var lets = true
    var lines: [String] = []
    var commands: [UIKeyCommand] = []
    override var canBecomeFirstResponder: Bool { can }
    override var canResignFirstResponder: Bool { lets }
    override var keyCommands: [UIKeyCommand]? { commands }
    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
      for press in presses { lines.append("began \(press.key?.characters ?? "")") }
    }
    override func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
      lines.append("changed")
    }
    override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) { lines.append("ended") }
    override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
      lines.append("cancelled")
    }
    override func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
      lines.append("began \(motion)")
    }
    override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
      lines.append("ended \(motion)")
    }
    override func motionCancelled(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
      lines.append("cancelled \(motion)")
    }
    override func remoteControlReceived(with event: UIEvent?) {
      lines.append("\(event?.subtype ?? .none)")
    }
    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  private func twoFields(_ stage: Stage) -> (Field, Field) {
    let root = stage.show(UIView(frame: UIScreen.main.bounds))
    let fields = (Field(frame: Rect(0, 0, 10, 10)), Field(frame: Rect(20, 0, 10, 10)))
    root.addSubview(fields.0)
    root.addSubview(fields.1)
    return fields
  }

  @Test("S004-12") func aWindowHasOneFirstResponder() {
    onStage { stage in
      let (first, second) = twoFields(stage)
      #expect(!first.isFirstResponder)
      #expect(first.becomeFirstResponder() && first.isFirstResponder)
      #expect(first.becomeFirstResponder())
      #expect(second.becomeFirstResponder() && !first.isFirstResponder)
      #expect(second.resignFirstResponder() && !second.isFirstResponder)
      #expect(stage.window.firstResponder == nil)
    }
  }

  @Test("S004-12: classes") func aButtonIsAControlIsAViewIsAResponder() {
    var classes: [AnyClass] = []
    var next: AnyClass? = UIButton.self
    while let current = next {
      classes.append(current)
      next = _getSuperclass(current)
    }
    let wanted: [AnyClass] = [
      UIButton.self, UIControl.self, UIView.self, UIResponder.self, ResponderKit.NSObject.self,
    ]
    #expect(classes.prefix(5).map { ObjectIdentifier($0) } == wanted.map { ObjectIdentifier($0) })
  }

  /// Each method of the group goes to the next responder unless it is overridden.
  @Test("S004-12: groups") func pressesAndMotionGoUpTheChain() {
    final class Silent: UIView {
      override var canBecomeFirstResponder: Bool { true }
    }
    onStage { stage in
      let (field, _) = twoFields(stage)
      let silent = Silent(frame: Rect(0, 0, 10, 10))
      field.addSubview(silent)
      #expect(silent.becomeFirstResponder())
      for phase in [HIDEvent.Key.Phase.down, .repeated, .up, .down, .cancelled] {
        stage.post(.key(.init(usage: 4, phase, characters: "a")))
      }
      #expect(field.take() == ["began a", "changed", "ended", "began a", "cancelled"])
      silent.motionBegan(.motionShake, with: nil)
      silent.motionEnded(.motionShake, with: nil)
      silent.motionCancelled(.motionShake, with: nil)
      silent.remoteControlReceived(with: nil)
      #expect(
        field.take() == ["began motionShake", "ended motionShake", "cancelled motionShake", "none"])
    }
  }

  @Test func onlyWillingRespondersInAWindowBecomeFirstResponder() {
    onStage { stage in
      let (first, second) = twoFields(stage)
      #expect(!UIView().becomeFirstResponder())
      #expect(!Field().becomeFirstResponder())
      first.can = false
      #expect(!first.becomeFirstResponder())
      // One that does not let go stays.
      first.can = true
      first.becomeFirstResponder()
      first.lets = false
      #expect(!second.becomeFirstResponder())
      #expect(first.isFirstResponder)
      #expect(!first.resignFirstResponder())
      // Until it leaves the window.
      first.removeFromSuperview()
      #expect(!first.isFirstResponder)
      #expect(second.becomeFirstResponder())
      stage.window.subviews[0].removeFromSuperview()
      #expect(stage.window.firstResponder == nil)
    }
  }

  @Test func eachWindowHasItsOwn() {
    onStage { stage in
      let (first, _) = twoFields(stage)
      let other = UIWindow()
      let field = Field(frame: Rect(0, 0, 10, 10))
      other.addSubview(field)
      other.isHidden = false
      #expect(first.becomeFirstResponder() && field.becomeFirstResponder())
      #expect(first.isFirstResponder && field.isFirstResponder)
      stage.post(.key(.init(usage: 4, .down, characters: "a")))
      #expect(first.take() == ["began a"])
      other.makeKey()
      stage.post(.key(.init(usage: 5, .down, characters: "b")))
      #expect(field.take() == ["began b"])
      // Who had the beginning has the end.
      stage.post(.key(.init(usage: 4, .up)))
      #expect(first.take() == ["ended"])
    }
  }

  @Test("S002-1: presses") func pressesGoToTheFirstResponderAndRepeatWithoutASecondBeginning() {
    onStage { stage in
      let (first, _) = twoFields(stage)
      first.becomeFirstResponder()
      stage.post(.key(.init(usage: 4, .down, characters: "a")))
      stage.post(.key(.init(usage: 4, .repeated, characters: "a")))
      stage.post(.key(.init(usage: 4, .down, characters: "a")))
      stage.post(.key(.init(usage: 4, .up)))
      #expect(first.take() == ["began a", "changed", "changed", "ended"])
      stage.post(.key(.init(usage: 4, .up)))
      #expect(first.take() == [])
      #expect(stage.application.losses.count(of: .unknownPress) == 1)
      stage.post(.key(.init(usage: 4, .down, characters: "a")))
      stage.post(.system(.willResignActive))
      #expect(first.take() == ["began a", "cancelled"])
    }
  }

  @Test func pressesOfKeysHaveTheirTypes() {
    final class Watcher: UIView {
      var types: [UIPress.PressType] = []
      override var canBecomeFirstResponder: Bool { true }
      override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        types += presses.map(\.type)
        #expect(event?.allPresses == presses)
      }
    }
    onStage { stage in
      let watcher = stage.show(Watcher())
      let type = { (usage: UInt16) in
        stage.post(.key(.init(usage: usage, .down)))
        stage.post(.key(.init(usage: usage, .up)))
      }
      // Without a first responder the window gets them, and no view in it.
      type(4)
      #expect(watcher.types == [])
      watcher.becomeFirstResponder()
      for usage in [0x52, 0x51, 0x50, 0x4F, 0x28, 0x58, 0x29, 0x4B, 0x4E, 4] as [UInt16] { type(usage) }
      let arrows: [UIPress.PressType] = [.upArrow, .downArrow, .leftArrow, .rightArrow]
      #expect(watcher.types == arrows + [.select, .select, .menu, .pageUp, .pageDown, .other])
    }
  }

  @Test func keyCommandsOfTheChainComeBeforePresses() {
    onStage { stage in
      let root = stage.show(Field(frame: UIScreen.main.bounds))
      let field = Field(frame: Rect(0, 0, 10, 10))
      root.addSubview(field)
      field.becomeFirstResponder()
      let save = Selector("save") { (target: Field, sender, _) in
        target.lines.append("save \((sender as? UIKeyCommand)?.input ?? "")")
      }
      let nobodys = Selector("nothing") { (_: UIWindow.Type) in }
      field.commands = [UIKeyCommand(input: "s", modifierFlags: .command, action: nobodys)]
      root.commands = [UIKeyCommand(input: "s", modifierFlags: .command, action: save)]
      stage.post(.key(.init(usage: 22, .down, modifiers: .command, characters: "s")))
      stage.post(.key(.init(usage: 22, .up, modifiers: .command)))
      // The key command is the root's; the action goes to the first that takes it from there on.
      #expect(root.take() == ["save s"])
      #expect(field.take() == [])
      stage.post(.key(.init(usage: 22, .down, characters: "s")))
      #expect(field.take() == ["began s"])
      #expect(stage.application.losses.total == 0)
    }
  }

  @Test("S003-1: motion") func aShakeIsRecognisedInSamples() {
    onStage { stage in
      let (first, _) = twoFields(stage)
      first.becomeFirstResponder()
      func sample(_ x: Double, after milliseconds: Int = 50) {
        stage.wait(milliseconds)
        stage.post(.acceleration(.init(x: x, y: 0, z: -1)))
      }
      // Lying still, and one push, are no shake.
      for _ in 0..<10 { sample(0) }
      sample(2.5)
      for _ in 0..<30 { sample(0) }
      #expect(first.take() == [])
      for _ in 0..<4 {
        sample(2.5)
        sample(-2.5)
      }
      #expect(first.take() == ["began motionShake"])
      for _ in 0..<10 { sample(0) }
      #expect(first.take() == ["ended motionShake"])
      // One that never ends is something else.
      for _ in 0..<100 {
        sample(2.5)
        sample(-2.5)
      }
      #expect(first.take().prefix(2) == ["began motionShake", "cancelled motionShake"])
    }
  }

  @Test func aShakeIsCancelledWhenTheApplicationResigns() {
    onStage { stage in
      let (first, _) = twoFields(stage)
      first.becomeFirstResponder()
      for step in 0..<6 {
        stage.wait(50)
        stage.post(.acceleration(.init(x: step % 2 == 0 ? 3 : -3, y: 0, z: 0)))
      }
      stage.post(.system(.willResignActive))
      #expect(first.take() == ["began motionShake", "cancelled motionShake"])
    }
  }

  @Test("S003-1: remote control") func remoteControlComesWhenItIsAskedForAndGoesUpTheChain() {
    onStage { stage in
      let root = stage.show(Field(frame: UIScreen.main.bounds))
      final class Plain: UIView { override var canBecomeFirstResponder: Bool { true } }
      let plain = Plain()
      root.addSubview(plain)
      plain.becomeFirstResponder()
      stage.post(.remoteControl(.play))
      #expect(root.take() == [])
      stage.application.beginReceivingRemoteControlEvents()
      for command in HIDEvent.RemoteControl.allCases { stage.post(.remoteControl(command)) }
      #expect(
        root.take() == [
          "remoteControlPlay", "remoteControlPause", "remoteControlStop", "remoteControlTogglePlayPause",
          "remoteControlNextTrack", "remoteControlPreviousTrack", "remoteControlBeginSeekingBackward",
          "remoteControlEndSeekingBackward", "remoteControlBeginSeekingForward",
          "remoteControlEndSeekingForward",
        ])
      stage.application.endReceivingRemoteControlEvents()
      stage.post(.remoteControl(.play))
      #expect(root.take() == [])
    }
  }

  @Test func anActionWithoutATargetGoesToTheFirstInTheChainThatTakesIt() {
    final class Controller: UIViewController {
      var lines: [String] = []
    }
    onStage { stage in
      let controller = Controller()
      let field = Field(frame: Rect(0, 0, 10, 10))
      controller.view.addSubview(field)
      stage.show(controller)
      let act = Selector("act") { (target: Controller, sender, _) in
        target.lines.append("act \(sender ?? "")")
      }
      // From a sender in the chain.
      #expect(stage.application.sendAction(act, to: nil, from: field, for: nil))
      // From nobody: the first responder's chain, or else the window's, in which the controller is not.
      #expect(!stage.application.sendAction(act, to: nil, from: "x", for: nil))
      field.becomeFirstResponder()
      #expect(stage.application.sendAction(act, to: nil, from: "x", for: nil))
      #expect(controller.lines.count == 2)
      #expect(controller.lines.last == "act x")
      // To a target that does not understand it.
      #expect(!stage.application.sendAction(act, to: field, from: nil, for: nil))
      #expect(stage.application.sendAction(act, to: controller, from: nil, for: nil))
    }
  }

  /// One that claims to know any action, and has no way to do it, is passed over.
  @Test func anActionIsForWhoUnderstandsIt() {
    final class Claiming: UIView {
      override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { true }
    }
    onStage { stage in
      let root = stage.show(Field(frame: UIScreen.main.bounds))
      let claiming = Claiming()
      root.addSubview(claiming)
      let act = Selector("act") { (target: Field) in target.lines.append("act") }
      #expect(claiming.target(forAction: act, withSender: nil) === root)
      let other = Selector("other") { (_: UISwitch) in }
      #expect(claiming.target(forAction: other, withSender: nil) == nil)
    }
  }

  @Test func aResponderMayRefuseAnAction() {
    final class Refusing: Field {
      override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { false }
    }
    onStage { stage in
      let root = stage.show(Field(frame: UIScreen.main.bounds))
      let refusing = Refusing()
      root.addSubview(refusing)
      let act = Selector("act") { (target: Field) in target.lines.append("act") }
      #expect(stage.application.sendAction(act, to: nil, from: refusing, for: nil))
      #expect(refusing.lines == [])
      #expect(root.lines == ["act"])
    }
  }
}
