import HIDEvents
import LinuxSystem
import ResponderKit
import RunLoopCore

/// An application in a process of its own, for tests of the router: prints what its one view gets.
///
/// routerprobe PATH NAME WIDTH HEIGHT: a window that fills the screen. Ends when the router ends.
/// routerprobe as UID PATH: connects as another user, and prints the router's answer.
@main
enum RouterProbe {
  static func main() {
    // Whatever goes wrong, the test goes on.
    alarm(280)
    let words = CommandLine.arguments.dropFirst().map(\.self)
    if words.count == 3, words[0] == "as", let user = uid_t(words[1]) { stranger(user, words[2]) }
    guard words.count == 4, let width = Double(words[2]), let height = Double(words[3]) else { exit(2) }
    let application = UIApplication(screen: Size(width, height))
    let window = UIWindow()
    let view = RecordingView(frame: window.bounds)
    view.isMultipleTouchEnabled = true
    window.addSubview(view)
    window.makeKeyAndVisible()
    let delegate = Delegate()
    application.delegate = delegate
    let connection = application.connect(to: RouterAddress(path: words[0]), as: words[1])
    var wasConnected = false
    connection.onChange = { state in
      switch state {
      case .connected:
        wasConnected = true
        say("connected")
      case .waiting where wasConnected:
        // What came before the end is dealt with first.
        RunLoop.current.post { RunLoop.current.post { RunLoop.current.stop() } }
      case .closed(let refusal):
        say("closed \(refusal.map { "\($0)" } ?? "")")
        RunLoop.current.stop()
      default: break
      }
    }
    application.run(for: .seconds(50))
    say("lost \(application.losses)")
    exit(0)
  }

  private static func stranger(_ user: uid_t, _ path: String) -> Never {
    guard setuid(user) == 0 else { exit(3) }
    let application = UIApplication()
    let connection = application.connect(to: RouterAddress(path: path), as: "stranger")
    connection.onChange = { state in
      say(connection.mistrust.map { "\($0)" } ?? "\(state)")
      if case .connecting = state { return }
      RunLoop.current.stop()
    }
    say("\(connection.state)")
    application.run(for: .seconds(5))
    exit(0)
  }
}

private final class Delegate: UIApplicationDelegate {
  func applicationDidBecomeActive(_ application: UIApplication) { say("active") }
  func applicationDidEnterBackground(_ application: UIApplication) { say("background") }
}

/// Prints each change of each touch: phase, the touch's number, place, and at the end the count of taps.
private final class RecordingView: UIView {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var places: [Int: Point] = [:]
  private var last = 0

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    // Several that came in one frame: from left to right.
    for touch in touches.sorted(by: { $0.location(in: self).x < $1.location(in: self).x }) {
      last += 1
      numbers[ObjectIdentifier(touch)] = last
      tell("began", touch, last)
    }
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    for touch in touches {
      guard let number = numbers[ObjectIdentifier(touch)] else { continue }
      for sample in event?.coalescedTouches(for: touch) ?? []
      where sample.location(in: self) != places[number] {
        tell("moved", sample, number)
      }
    }
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { end("ended", touches) }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { end("cancelled", touches) }

  private func end(_ phase: String, _ touches: Set<UITouch>) {
    for touch in touches {
      guard let number = numbers.removeValue(forKey: ObjectIdentifier(touch)) else { continue }
      tell(phase, touch, number)
      places[number] = nil
    }
  }

  private func tell(_ phase: String, _ touch: UITouch, _ number: Int) {
    let place = touch.location(in: self)
    places[number] = place
    say("\(phase) \(number) \(place.x) \(place.y) \(touch.tapCount)")
  }
}

/// Prints a line at once.
private func say(_ line: String) {
  let line = line + "\n"
  _ = line.withCString { write(1, $0, strlen($0)) }
}
