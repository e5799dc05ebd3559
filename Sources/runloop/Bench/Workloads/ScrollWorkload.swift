import BenchmarkKit
import HIDEvents
import ResponderKit
import RunLoopCore

extension Workload {
  /// Counted: a picture of a table that a finger scrolls, 800 by 480 pixels, 10,000 rows with two texts and a round mark each. The
  /// finger moves by eight points, a sixtieth of a second after its last move: the event is posted, the loop runs the turn that
  /// gives it to the table and lays its rows out, and what has changed is drawn in memory. After forty moves the finger is lifted, the
  /// content slides on, and another one comes down. 5 ms are 30 % of a processor at sixty pictures a second.
  ///
  /// `rows=new`: each row gets other texts when it comes into sight. `rows=kept`: all have the same.
  static let scroll = Workload(
    name: "scroll", summary: "a finger scrolls a table of 10,000 rows; time per picture of 800 by 480",
    parameters: [.choice("rows", "new", "kept")],
    variants: ["new", "kept"].map { [.init("rows", .text($0))] }
  ) { bench, variant in
    try bench.onNewLoop { loop in
      let stage = ScrollStage(hasNewTexts: variant.text("rows") == "new")
      defer { stage.end() }
      for _ in 0..<100 { stage.step(loop) }
      return try bench.run(
        Contestant("") { repetitions in
          let (before, pixels) = (stage.pictures, stage.drawnPixels)
          let elapsed = ProcessorTime.elapsed { for _ in 0..<repetitions { stage.step(loop) } }
          // The finger's coming down moves nothing.
          precondition(stage.pictures - before >= repetitions * 3 / 4, "the table did not move")
          precondition(stage.drawnPixels - pixels >= repetitions * 800 * 480 / 2, "little was drawn")
          return elapsed
        }, on: bench.loopProcessor)
    }
  }
}

/// A table that fills a screen, its picture, and the finger.
private final class ScrollStage {
  private static let size = Size(800, 480)
  private static let interval: UInt64 = 16_666_667
  private let application = UIApplication()
  private let window = UIWindow(frame: Rect(origin: .zero, size: ScrollStage.size))
  private let table = UITableView(frame: Rect(origin: .zero, size: ScrollStage.size))
  private let rows: ManyRows
  private let renderer: WindowRenderer
  private var time: UInt64
  private var step = 0

  init(hasNewTexts: Bool) {
    rows = ManyRows(hasNewTexts: hasNewTexts)
    renderer = WindowRenderer(window)
    time = UInt64(max(application.loop.now.nanoseconds, 0))
    table.rowHeight = 48
    table.dataSource = rows
    window.addSubview(table)
    window.makeKeyAndVisible()
    renderer.update()
  }

  func end() { application.terminate() }

  var pictures: Int { renderer.pictures }
  var drawnPixels: Int { renderer.drawnPixels }

  /// A picture's time: the finger moves, and what it has changed is drawn.
  func step(_ loop: RunLoop) {
    let move = step % 42
    step += 1
    time += Self.interval
    let phase: HIDEvent.Contact.Phase = move == 0 ? .began : move == 41 ? .ended : .moved
    let contact = HIDEvent.Contact(1, phase, x: 400, y: 440 - Double(min(move, 40)) * 8)
    // At the end it goes back to the beginning.
    if move == 0, table.contentOffset.y > 400_000 { table.contentOffset = .zero }
    application.post(HIDEvent(timestamp: time, .digitizer([contact])))
    loop.run(mode: .default, for: .zero)
    renderer.update()
  }
}

private final class ManyRows: UITableViewDataSource {
  private let hasNewTexts: Bool

  init(hasNewTexts: Bool) { self.hasNewTexts = hasNewTexts }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 10_000 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row") as? ManyRowsCell ?? ManyRowsCell()
    cell.show(hasNewTexts ? indexPath.row : 0)
    return cell
  }
}

private final class ManyRowsCell: UITableViewCell {
  private let mark = UIView(frame: Rect(12, 10, 28, 28))
  private let title = UILabel(frame: Rect(56, 4, 600, 22))
  private let detail = UILabel(frame: Rect(56, 26, 600, 18))

  init() {
    super.init(reuseIdentifier: "row")
    mark.layer.cornerRadius = 14
    detail.font = UIFont(size: 13)
    detail.textColor = UIColor(white: 0.4)
    for view in [mark, title, detail] { addSubview(view) }
  }

  func show(_ row: Int) {
    title.text = "Room \(row % 97), floor \(row / 97)"
    detail.text = "\(18 + row % 9).\(row % 10) °C, last seen \(row % 60) minutes ago"
    mark.backgroundColor = row % 3 == 0 ? .systemBlue : .systemGreen
  }
}
