import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import ResponderKit

/// The tree for readers and tests, and what is done with it by label.
@Suite(.hangLimit) struct AccessibilityTests {
  private func stage(_ body: @escaping @Sendable (Stage, UIView) -> Void) {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let button = UIButton(frame: Rect(10, 10, 100, 40))
      button.setTitle("Save", for: .normal)
      let toggle = UISwitch(frame: Rect(10, 60, 0, 0))
      toggle.accessibilityLabel = "Sound"
      let slider = UISlider(frame: Rect(10, 110, 200, 30))
      slider.accessibilityIdentifier = "volume"
      let field = UITextField(frame: Rect(10, 160, 200, 30))
      field.placeholder = "Name"
      for view in [UILabel("Hello", frame: Rect(150, 10, 100, 20)), button, toggle, slider, field] {
        root.addSubview(view)
      }
      stage.wait(20)
      body(stage, root)
    }
  }

  private final class Gauge: UIView {
    var level = 3
    override var isAccessibilityElement: Bool {
      get { true }
      set {}
    }
    override var accessibilityLabel: String? {
      get { "Level" }
      set {}
    }
    override var accessibilityValue: String? {
      get { "\(level) of 5" }
      set {}
    }
    override var accessibilityTraits: UIAccessibilityTraits {
      get { [.adjustable, .updatesFrequently] }
      set {}
    }
    override func accessibilityIncrement() { level += 1 }
  }

  @Test func aViewComputesWhatItSays() throws {
    stage { stage, root in
      let gauge = Gauge(frame: Rect(10, 210, 50, 50))
      root.addSubview(gauge)
      let line = "slider \"Level\" value \"3 of 5\" [10 210 50 50] can increment decrement"
      #expect(AccessibilityTree(stage.application).text.contains(line))
      gauge.accessibilityIncrement()
      #expect(AccessibilityTree(stage.application).text.contains("4 of 5"))
      // Responders without a view keep nothing.
      let controller = UIViewController()
      controller.accessibilityLabel = "x"
      #expect(controller.accessibilityLabel == nil && !controller.isAccessibilityElement)
      #expect(!UIAccessibility.isReduceMotionEnabled && !UIAccessibility.isVoiceOverRunning)
    }
  }

  @Test func aHintIsPartOfTheTree() {
    stage { stage, root in
      root.subviews[1].accessibilityHint = "Keeps the text."
      #expect(
        AccessibilityTree(stage.application).text.contains(
          "button \"Save\" hint \"Keeps the text.\" [10 10 100 40] can tap"))
    }
  }

  @Test func theTreeHasWhatIsSeen() {
    stage { stage, root in
      root.subviews[1].isHidden = false
      #expect(
        AccessibilityTree(stage.application).text.split(separator: "\n").dropFirst().map {
          $0.drop { $0 == " " }
        } == [
          "text \"Hello\" [150 10 100 20]", "button \"Save\" [10 10 100 40] can tap",
          "switch \"Sound\" value \"off\" [10 60 51 31] can tap set",
          "slider value \"0\" #\"volume\" [10 110 200 30] can increment decrement set",
          "text-field \"Name\" value \"\" [10 160 200 30] can tap set",
        ])
      root.subviews[0].isHidden = true
      root.subviews[1].accessibilityElementsHidden = true
      (root.subviews[2] as? UISwitch)?.isEnabled = false
      let text = AccessibilityTree(stage.application).text
      #expect(!text.contains("Hello") && !text.contains("Save") && text.contains("switch disabled"))
    }
  }

  @Test func elementsAreUsedByLabel() throws {
    stage { stage, root in
      var presses = 0
      (root.subviews[1] as? UIButton)?.addAction(UIAction { _ in presses += 1 }, for: .touchUpInside)
      do throws(AccessibilityError) {
        try stage.application.tapElement("Save")
        stage.wait(5)
        #expect(presses == 1)
        try stage.application.setElement("Sound", to: "on")
        try stage.application.setElement("volume", to: "0.5")
        try stage.application.setElement("Name", to: "Größe\nx")
        #expect((root.subviews[2] as? UISwitch)?.isOn == true)
        #expect((root.subviews[3] as? UISlider)?.value == 0.5)
        #expect((root.subviews[4] as? UITextField)?.text == "Größe x")
        (root.subviews[1] as? UIButton)?.accessibilityTraits = .button
        root.subviews[1].onAccessibilityActivate = {
          presses += 10
          return true
        }
        try stage.application.tapElement("Save")
        #expect(presses == 11)
      } catch { Issue.record("\(error.reason)") }
    }
  }

  @Test func whatCanNotBeUsedIsRefusedWithAReason() {
    stage { stage, root in
      func reason(_ name: String) -> String {
        do throws(AccessibilityError) {
          try stage.application.tapElement(name)
          return ""
        } catch { return error.reason }
      }
      #expect(reason("nothing").contains("no element"))
      let cover = UIView(frame: root.bounds)
      root.addSubview(cover)
      #expect(reason("Save").contains("covered"))
      cover.removeFromSuperview()
      (root.subviews[1] as? UIButton)?.isEnabled = false
      #expect(reason("Save").contains("disabled"))
    }
  }

  /// Of many elements the first are reported.
  @Test func theTreeIsBounded() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      for index in 0..<2500 {
        let label = UILabel("\(index)", frame: .zero)
        root.addSubview(label)
      }
      let lines = AccessibilityTree(stage.application).text.split(separator: "\n")
      #expect(lines.count == AccessibilityTree.mostElements + 1 && lines.last?.contains("more than") == true)
    }
  }

  /// Rows are made in any order, and read from top to bottom.
  @Test func rowsAreInTheOrderInWhichTheyAreSeen() {
    final class Rows: UITableViewDataSource {
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 40 }
      func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
        let cell = UITableViewCell()
        cell.accessibilityLabel = "\(row.row)"
        return cell
      }
    }
    onStage { stage in
      let (table, rows) = (UITableView(frame: Rect(0, 0, 200, 160)), Rows())
      table.rowHeight = 40
      table.dataSource = rows
      stage.show(table)
      for (offset, first) in [(0, 0), (400, 10), (360, 9)] {
        table.contentOffset.y = Double(offset)
        stage.wait(20)
        let elements = AccessibilityTree(stage.application).elements.compactMap { $0.node.accessibilityLabel }
        #expect(elements == (first..<first + 4).map { "\($0)" })
      }
    }
  }

  /// The middle of a row may be beyond the edge of its table, where a tap would be for what is there.
  @Test func thePartThatIsSeenIsTapped() {
    onStage { stage in
      let (box, outside) = (UIView(frame: Rect(0, 0, 100, 100)), UIButton(frame: Rect(0, 100, 100, 100)))
      box.clipsToBounds = true
      let button = UIButton(frame: Rect(0, 80, 100, 100))
      button.setTitle("Row", for: .normal)
      box.addSubview(button)
      let root = stage.show(UIView(frame: stage.window.bounds))
      for view in [box, outside] { root.addSubview(view) }
      button.onEvent(.touchUpInside) { [log = stage.log] _ in log("row") }
      outside.onEvent(.touchUpInside) { [log = stage.log] _ in log("outside") }
      func reason() -> String? {
        do throws(AccessibilityError) {
          try stage.application.tapElement("Row")
          stage.wait(5)
          return nil
        } catch { return error.reason }
      }
      #expect(reason() == nil && stage.log.take() == ["row"])
      button.frame.origin.y = 100
      #expect(reason()?.contains("out of sight") == true && stage.log.take() == [])
    }
  }

  @Test func aControlIsMeantAndNotTheTextBesideIt() {
    stage { stage, root in
      var presses = 0
      (root.subviews[1] as? UIButton)?.addAction(UIAction { _ in presses += 1 }, for: .touchUpInside)
      root.addSubview(UILabel("Save", frame: Rect(150, 40, 100, 20)))
      func reason() -> String? {
        do throws(AccessibilityError) {
          try stage.application.tapElement("Save")
          stage.wait(5)
          return nil
        } catch { return error.reason }
      }
      #expect(reason() == nil && presses == 1)
      root.subviews[2].accessibilityLabel = "Save"
      #expect(reason()?.contains("3 elements") == true && presses == 1)
    }
  }

  @Test func aTreeOfManyMessagesComesWhole() throws {
    try onFreshThread {
      let application = UIApplication(screen: Size(100, 100))
      defer { application.terminate() }
      let window = UIWindow()
      for index in 0..<500 {
        window.addSubview(UILabel("the label number \(index)", frame: window.bounds))
      }
      window.makeKeyAndVisible()
      guard Self.serves(application) else { return }
      let descriptor = try #require(try RouterSocket.connect(to: AccessibilitySocket.path(of: getpid())))
      let port = try RunLoop.MessagePort(adopting: descriptor)
      try port.send(Array("tree".utf8))
      var (pieces, text): (Int, [UInt8]) = (0, [])
      for _ in 0..<1000 {
        application.run(for: .milliseconds(2))
        guard let piece = try port.receive() else { continue }
        pieces += 1
        text += piece.dropFirst()
        #expect([AccessibilitySocket.Mark.more, AccessibilitySocket.Mark.end].contains(piece[0]))
        if piece[0] == AccessibilitySocket.Mark.end { break }
      }
      #expect(pieces > 1 && String(decoding: text, as: UTF8.self) == AccessibilityTree(application).text)
    }
  }

  /// Whether the application is served. Another test may have the process's place for a while.
  private static func serves(_ application: UIApplication) -> Bool {
    for _ in 0..<1000 where !application.serveAccessibility() { application.run(for: .milliseconds(5)) }
    if application.serveAccessibility() { return true }
    print("skipped: no application of this process can be served now")
    return false
  }

  /// False once the other end is closed.
  private static func ask(_ port: RunLoop.MessagePort) -> Bool {
    do throws(RunLoop.MessagePort.Failure) {
      try port.send(Array("tree".utf8))
    } catch { return error != .closed }
    return true
  }

  /// Peers that ask and do not read, or send nonsense, delay no others.
  @Test func peersThatDoNotReadAreDisconnected() throws {
    try onFreshThread {
      let application = UIApplication(screen: Size(100, 100))
      defer { application.terminate() }
      let window = UIWindow()
      let label = UILabel(String(repeating: "long ", count: 60), frame: window.bounds)
      for _ in 0..<300 {
        let copy = UILabel(label.text ?? "", frame: window.bounds)
        window.addSubview(copy)
      }
      window.makeKeyAndVisible()
      guard Self.serves(application) else { return }
      let path = AccessibilitySocket.path(of: getpid())
      var status = stat()
      #expect(lstat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
      #expect(!onStage { $0.application.serveAccessibility() }, "one application of a process is served")
      let descriptor = try #require(try RouterSocket.connect(to: path))
      let port = try RunLoop.MessagePort(adopting: descriptor)
      var isClosed = false
      for _ in 0..<200 where !isClosed {
        isClosed = !Self.ask(port)
        application.run(for: .milliseconds(2))
      }
      #expect(isClosed)
      // Another one is answered.
      let other = try RunLoop.MessagePort(adopting: try #require(try RouterSocket.connect(to: path)))
      try other.send(Array("nonsense".utf8))
      var answer: [UInt8]?
      for _ in 0..<200 where answer == nil {
        application.run(for: .milliseconds(5))
        answer = try other.receive()
      }
      #expect(answer?.first == AccessibilitySocket.Mark.failure)
    }
  }

  @Test func theEndOfTheApplicationEndsItsPeersConnections() throws {
    try onFreshThread {
      let application = UIApplication(screen: Size(100, 100))
      defer { application.terminate() }
      guard Self.serves(application) else { return }
      let path = AccessibilitySocket.path(of: getpid())
      let port = try RunLoop.MessagePort(adopting: try #require(try RouterSocket.connect(to: path)))
      try port.send(Array("nonsense".utf8))
      var answer: [UInt8]?
      for _ in 0..<200 where answer == nil {
        application.run(for: .milliseconds(5))
        answer = try port.receive()
      }
      #expect(answer?.first == AccessibilitySocket.Mark.failure)
      application.terminate()
      // A child that another test starts may have it open for a moment.
      #expect(waitUntil { !Self.ask(port) })
    }
  }
}
