import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

/// A server that answers when the test says so.
private actor SlowServer: HeadlineServer {
  private struct Refused: Error {}
  private var questions: [(words: String, answer: CheckedContinuation<[String], any Error>)] = []
  private var pictures: [(headline: String, answer: CheckedContinuation<UIImage?, Never>)] = []

  func headlines(about words: String) async throws -> [String] {
    try await withCheckedThrowingContinuation { questions.append((words, $0)) }
  }

  func picture(of headline: String) async -> UIImage? {
    await withCheckedContinuation { pictures.append((headline, $0)) }
  }

  /// Answers the oldest question about these words; nil refuses it.
  func answer(_ words: String, _ headlines: [String]?) {
    guard let index = questions.firstIndex(where: { $0.words == words }) else { return }
    let question = questions.remove(at: index)
    if let headlines {
      question.answer.resume(returning: headlines)
    } else {
      question.answer.resume(throwing: Refused())
    }
  }

  func sendPicture(of headline: String, _ picture: UIImage?) {
    guard let index = pictures.firstIndex(where: { $0.headline == headline }) else { return }
    pictures.remove(at: index).answer.resume(returning: picture)
  }
}

/// Programs that wait for answers in tasks.
@Suite("Lessons with tasks", .hangLimit) struct TaskLessonTests {
  @Test("Rows, their pictures and the title are changed on the application's thread when an answer has come")
  func answers() {
    onStage { stage in
      let server = SlowServer()
      let controller = HeadlinesViewController(server: server)
      let navigation = UINavigationController(rootViewController: controller)
      stage.show(navigation)
      stage.wait(20)
      #expect(controller.title == "Loading…" && controller.headlines.isEmpty)
      onPool { await server.answer("", ["Rain", "Sun"]) }
      #expect(controller.headlines.isEmpty, "the answer waits for the loop")
      stage.wait(20)
      #expect(controller.headlines == ["Rain", "Sun"] && controller.title == "2 headlines")
      let cells = controller.tableView.visibleCells
      #expect(cells.map { $0.textLabel?.text } == ["Rain", "Sun"])
      onPool { await server.sendPicture(of: "Sun", UIImage(systemName: "star")) }
      stage.wait(20)
      #expect(cells.map { $0.imageView?.image != nil } == [false, true])
    }
  }

  @Test("What was searched for before does not replace what is searched for now, and a refusal is shown")
  func search() {
    onStage { stage in
      let server = SlowServer()
      let controller = HeadlinesViewController(server: server)
      stage.show(UINavigationController(rootViewController: controller))
      stage.wait(20)
      onPool { await server.answer("", ["Rain"]) }
      stage.wait(20)
      let field = controller.navigationItem.searchController?.searchBar
      for words in ["s", "su"] {
        field?.text = words
        controller.updateSearchResults(for: controller.navigationItem.searchController!)
        stage.wait(20)
      }
      onPool { await server.answer("su", ["Sun"]) }
      stage.wait(20)
      onPool { await server.answer("s", ["Sun", "Snow"]) }
      stage.wait(20)
      #expect(controller.headlines == ["Sun"])
      field?.text = "sun"
      controller.updateSearchResults(for: controller.navigationItem.searchController!)
      stage.wait(20)
      onPool { await server.answer("sun", nil) }
      stage.wait(20)
      #expect(controller.title == "No connection" && controller.headlines == ["Sun"])
    }
  }
}
