import ResponderKit
import RunLoopCore

/// The first article's example with a real table: `reloadData` in a block of the main queue, and a nested block that says
/// that it is done.
enum TableProbe {
  private final class Source: UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      say("numberOfRows")
      return 1
    }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      say("cellForRow")
      return UITableViewCell(reuseIdentifier: nil)
    }
  }

  static func run() {
    SimulatedClock().install()
    let application = UIApplication()
    let window = UIWindow()
    let table = UITableView(frame: window.bounds)
    let source = Source()
    table.dataSource = source
    window.addSubview(table)
    window.makeKeyAndVisible()
    application.run(for: .milliseconds(1))
    say("start")
    let observer = RunLoop.Observer(activities: .beforeWaiting, order: -5) { _ in say("beforeWaiting") }
    application.loop.add(observer)
    let box = ThreadBox(table)
    RunLoop.mainQueue.async {
      let isReloadDone = ThreadBox(Flag())
      say("reload")
      box.object.reloadData()
      RunLoop.mainQueue.async {
        isReloadDone.object.isSet = true
        say("done, cells: \(box.object.visibleCells.count)")
        RunLoop.main.stop()
      }
      say("done at once: \(isReloadDone.object.isSet)")
    }
    application.run(for: .seconds(1))
  }

  private final class Flag {
    var isSet = false
  }
}
