import DBus
import ResponderKit
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import AccessibilityBus

/// An application with a button, a label, a slider and a field, shown to a bus that the test plays.
final class AccessibleStage {
  let application = UIApplication(screen: Size(320, 480), scale: 1)
  let window = UIWindow()
  let button = UIButton(frame: Rect(10, 20, 100, 40))
  let label = UILabel(frame: Rect(10, 80, 200, 20))
  let slider = UISlider(frame: Rect(10, 120, 200, 30))
  let field = UITextField(frame: Rect(10, 160, 200, 30))
  private(set) var presses = 0
  /// Objects to which views refer weakly.
  var kept: [AnyObject] = []
  var loop: RunLoop { application.loop }

  init() {
    window.rootViewController = UIViewController()
    window.rootViewController?.title = "Panel"
    button.setTitle("Press", for: .normal)
    button.onEvent(.touchUpInside) { [unowned self] _ in presses += 1 }
    label.text = "Größe"
    slider.accessibilityLabel = "Volume"
    slider.maximumValue = 50
    field.placeholder = "Name"
    field.text = "Ada"
    for view in [button, label, slider, field] { window.rootViewController?.view.addSubview(view) }
    window.makeKeyAndVisible()
    application.run(for: .milliseconds(30))
  }

  deinit { application.terminate() }
}

/// What a reader would ask over the bus, in a few words.
final class FakeReader {
  static let root = "/org/a11y/atspi/accessible/root"

  let stage: AccessibleStage
  let bus: FakeBus
  let accessibility: AccessibilityBus
  /// Signals that came between answers.
  private(set) var signals: [DBusMessage] = []
  /// The rules for signals that the bus has of the application.
  private(set) var rules: Set<String> = []
  private var serial: UInt32 = 1000

  /// - Parameter listeners: what the registry says that programs listen to.
  init(_ stage: AccessibleStage, listeners: [String] = []) throws {
    self.stage = stage
    let (bus, connection) = try FakeBus.connect(stage.loop)
    self.bus = bus
    let accessibility = AccessibilityBus(stage.application, on: stage.loop, .always)
    self.accessibility = accessibility
    accessibility.take(connection)
    let list = DBusValue.array(
      .structure([.string, .string]), listeners.map { .structure([.string(":1.3"), .string($0)]) })
    stage.loop.runUntil {
      bus.letIn()
      for message in bus.takeMessages() {
        switch message.member {
        case "Embed":
          #expect(message.body == [.structure([.string(":1.7"), .path(Self.root)])])
          bus.send(message.reply([.structure([.string(":1.1"), .path(Self.root)])]))
        case "GetRegisteredEvents": bus.send(message.reply([list]))
        default: break
        }
      }
      return accessibility.isEmbedded
    }
    stage.loop.settle()
  }

  func ask(_ path: String, _ interface: String, _ member: String, _ values: DBusValue...) -> DBusMessage {
    ask(path, interface, member, values: values)
  }

  func ask(_ path: String, _ interface: String, _ member: String, values: [DBusValue]) -> DBusMessage {
    var call = DBusMessage.call(":1.7", path, interface, member, values)
    serial += 1
    (call.serial, call.sender) = (serial, ":1.9")
    bus.send(exactly: call)
    var answer: DBusMessage?
    stage.loop.runUntil {
      take()
      answer = answers.removeValue(forKey: serial)
      return answer != nil
    }
    return answer ?? DBusMessage(.error)
  }

  private var answers: [UInt32: DBusMessage] = [:]

  private func take() {
    bus.read()
    for message in bus.takeMessages() {
      if let serial = message.replySerial { answers[serial] = message }
      if message.kind == .signal { signals.append(message) }
      let rule = message.body.first?.string ?? ""
      if message.member == "AddMatch" { rules.insert(rule) }
      if message.member == "RemoveMatch" { rules.remove(rule) }
    }
  }

  /// The value of an answer.
  func value(_ path: String, _ interface: String, _ member: String, _ values: DBusValue...) -> DBusValue? {
    var call: DBusMessage {
      switch values.count {
      case 0: ask(path, "org.a11y.atspi." + interface, member)
      case 1: ask(path, "org.a11y.atspi." + interface, member, values[0])
      case 2: ask(path, "org.a11y.atspi." + interface, member, values[0], values[1])
      default: ask(path, "org.a11y.atspi." + interface, member, values[0], values[1], values[2])
      }
    }
    return call.body.first
  }

  func property(_ path: String, _ interface: String, _ name: String) -> DBusValue? {
    ask(
      path, "org.freedesktop.DBus.Properties", "Get", .string("org.a11y.atspi." + interface), .string(name)
    ).body.first?.content
  }

  func set(_ path: String, _ interface: String, _ name: String, _ value: DBusValue) -> DBusMessage {
    ask(
      path, "org.freedesktop.DBus.Properties", "Set", .string("org.a11y.atspi." + interface), .string(name),
      .variant(value))
  }

  /// The path of the element with a name.
  func path(_ name: String) throws -> String {
    var open = [Self.root]
    while let path = open.popLast() {
      if property(path, "Accessible", "Name")?.string == name, path != Self.root { return path }
      for child in value(path, "Accessible", "GetChildren")?.elements ?? [] {
        open.append(try #require(child.elements?.last?.string))
      }
    }
    throw DBusError.noAddress(name)
  }

  /// The events of the next while, as `Object:StateChanged:focused 1 "…"`.
  func events(_ milliseconds: Int = 120) -> [String] {
    signals = []
    stage.application.run(for: .milliseconds(milliseconds))
    take()
    return texts
  }

  /// The events up to an awaited one, without earlier events. Fails if it does not arrive.
  func events(until isAwaited: (String) -> Bool) -> [String] {
    signals = []
    stage.loop.runUntil {
      take()
      return texts.contains(where: isAwaited)
    }
    return texts
  }

  private var texts: [String] {
    signals.map { signal in
      let kind = signal.interface?.split(separator: ".").last ?? ""
      let words = signal.body.prefix(3).map { $0.string ?? $0.int32.map { "\($0)" } ?? "" }
      let text = signal.body.count > 3 ? signal.body[3].content.string : nil
      let name = "\(kind):\(signal.member ?? ""):\(words[0])"
      return ([name] + words.dropFirst() + [text].compactMap { $0 }).joined(separator: " ")
    }
  }
}

/// Lets a reader ask an application on a thread of its own.
func onBus(
  listeners: [String] = [], _ body: @escaping @Sendable (FakeReader, AccessibleStage) throws -> Void
) throws {
  try onFreshThread {
    let stage = AccessibleStage()
    let reader = try FakeReader(stage, listeners: listeners)
    try body(reader, stage)
    reader.accessibility.close()
    stage.application.terminate()
  }
}
