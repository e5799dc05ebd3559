import TestHarness
import Testing

@testable import ResponderKit

/// Lessons in the manner of programs: a model of the view, a list with details, a form and its keyboard.
@Suite(.hangLimit) struct ProgramLessonTests {
  @Test func aModelSaysWhatTheViewsShow() {
    onStage { stage in
      let controller = ScoreViewController(viewModel: ScoreViewModel())
      stage.show(controller)
      stage.wait(40)
      #expect(controller.scoreLabel.text == "0 points" && !controller.removeButton.isEnabled)
      let place = controller.addButton.convert(controller.addButton.bounds.center, to: nil)
      stage.tap(place.x, place.y, after: 500)
      #expect(controller.scoreLabel.text == "1 point" && controller.removeButton.isEnabled)
      let other = controller.removeButton.convert(controller.removeButton.bounds.center, to: nil)
      stage.tap(other.x, other.y, after: 500)
      #expect(controller.scoreLabel.text == "0 points" && !controller.removeButton.isEnabled)
    }
  }

  @Test func aDetailChangesItsRow() throws {
    try onStage { stage in
      let list = RecipesViewController()
      let navigation = UINavigationController(rootViewController: list)
      stage.show(navigation)
      stage.wait(40)
      let row = try #require(list.tableView.visibleCells.dropFirst().first)
      let place = row.convert(row.bounds.center, to: nil)
      stage.tap(place.x, place.y)
      stage.wait(500)
      let detail = try #require(navigation.topViewController as? RecipeDetailViewController)
      #expect(detail.title == "Pancakes" && detail.timeLabel.text == "20 minutes")
      #expect(detail.timeLabel.center.x == 195 && detail.timeLabel.frame.minY == 64)
      stage.tap(365, 22, after: 500)
      #expect(list.recipes[1].isFavorite)
      stage.tap(20, 22, after: 500)
      stage.wait(500)
      #expect(navigation.topViewController === list)
      #expect(list.tableView.visibleCells.map { $0.accessoryType == .checkmark } == [false, true, false])
    }
  }

  @Test func aFormMakesRoomForTheKeyboard() {
    onStage { stage in
      stage.application.showsScreenKeyboard = true
      let form = AddressViewController()
      stage.show(form)
      stage.wait(40)
      let first = form.fields[0]
      let place = first.convert(first.bounds.center, to: nil)
      stage.tap(place.x, place.y)
      stage.wait(600)
      let keyboard = stage.window.inputViewFrame
      #expect(keyboard.height > 0 && form.scrollView.contentInset.bottom == keyboard.height)
      for (index, text) in ["Ada", "Main Street", "London"].enumerated() {
        let field = form.fields[index]
        #expect(field.isFirstResponder)
        stage.wait(600)
        #expect(field.convert(field.bounds, to: nil).maxY <= keyboard.minY)
        field.insertText(text)
        field.returnPressed()
      }
      stage.wait(40)
      #expect(form.resultLabel.text == "Ada, Main Street, London")
      #expect(form.scrollView.contentInset.bottom == 0 && !form.fields[2].isFirstResponder)
    }
  }
}
