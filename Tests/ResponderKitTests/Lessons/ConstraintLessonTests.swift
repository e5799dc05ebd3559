import ResponderKit
import TestHarness
import Testing

/// The lessons with constraints.
@Suite(.hangLimit) struct ConstraintLessonTests {
  @Test func aFormIsFilledIn() {
    onStage(screen: Size(390, 844)) { stage in
      let controller = LoginViewController()
      stage.application.screenSafeAreaChanged(to: UIEdgeInsets(top: 40, left: 0, bottom: 20, right: 0))
      stage.show(controller)
      stage.wait(20)
      let (title, name) = (controller.titleLabel, controller.nameField)
      #expect(title.frame.minY == 100 && abs(title.frame.midX - 195) < 1e-6)
      #expect(name.frame.minX == 24 && name.frame.width == 342)
      #expect(abs(name.frame.minY - title.frame.maxY - 40) < 1e-6)
      #expect(controller.passwordField.frame.size == name.frame.size)
      #expect(controller.loginButton.frame.height == 50)
      stage.tap(195, name.frame.midY)
      stage.wait(400)
      name.insertText("Ada")
      let button = controller.loginButton.frame
      stage.tap(button.midX, button.midY)
      stage.wait(400)
      #expect(controller.user == "Ada" && !name.isFirstResponder)
      stage.application.screenChanged(to: Size(844, 390))
      stage.wait(20)
      #expect(name.frame.width == 796)
    }
  }

  @Test func aCardIsAsHighAsItsText() {
    onStage(screen: Size(390, 844)) { stage in
      let controller = ProfileViewController()
      stage.show(controller)
      stage.wait(20)
      let (card, bio) = (controller.card, controller.bioLabel)
      #expect(card.frame.minX == 20 && card.frame.width == 350 && card.frame.minY == 20)
      #expect(controller.avatar.frame == CGRect(x: 0, y: 0, width: 64, height: 64))
      #expect(bio.frame.width == 350 - 32 - 64 - 16)
      #expect(bio.frame.height == bio.sizeThatFits(CGSize(width: bio.frame.width, height: 0)).height)
      #expect(bio.frame.height > bio.font.lineHeight * 1.5 && controller.followButton.frame.height == 44)
      let high = card.frame.height
      let texts = controller.nameLabel.frame.height + 6 + bio.frame.height + 6 + 44
      #expect(abs(high - texts - 32) < 1e-6)
      stage.application.screenChanged(to: Size(844, 390))
      stage.wait(20)
      #expect(card.frame.width == 804 && card.frame.height < high)
    }
  }

  @Test func aDrawerOpensStepByStep() {
    onStage(screen: Size(390, 844)) { stage in
      let controller = DrawerViewController()
      stage.show(controller)
      stage.wait(20)
      let drawer = controller.drawer
      #expect(drawer.frame == CGRect(x: 0, y: 764, width: 390, height: 80))
      let button = controller.toggleButton.frame
      #expect(abs(button.maxY - 756) < 1e-6 && abs(button.midX - 195) < 1e-6)
      stage.tap(button.midX, button.midY)
      stage.wait(150)
      #expect(drawer.frame == CGRect(x: 0, y: 544, width: 390, height: 300))
      #expect(drawer.presentationFrame.minY > 560 && drawer.presentationFrame.minY < 750)
      stage.wait(500)
      #expect(drawer.presentationFrame == drawer.frame && controller.toggleButton.currentTitle == "Close")
      #expect(abs(controller.toggleButton.frame.maxY - 536) < 1e-6)
    }
  }
}
