import DBus
import RunLoopCore

/// Shows an application's elements to screen readers and other programs of the desktop: AT-SPI.
///
/// Does nothing without a session bus. With one, it only watches a socket until the desktop reports a screen reader; then it
/// looks for the accessibility bus, and registers there. Nothing here blocks.
package final class AccessibilityBus {
  /// When the desktop's programs are let in.
  package enum Wish: Sendable {
    case never
    /// When the desktop says that a reader runs.
    case whenAsked
    case always
  }

  private enum Registry {
    static let name = "org.a11y.atspi.Registry"
    static let path = "/org/a11y/atspi/registry"
    static let interface = "org.a11y.atspi.Registry"
    static let socket = "org.a11y.atspi.Socket"
  }

  private let loop: RunLoop
  private let wish: Wish
  private let objects: AccessibleObjects
  private var finder: BusFinder?
  private var connection: DBusConnection?
  private var listeners = EventListeners()
  private var shown = AccessibleSnapshot()
  private var watch: ChangeWatch?
  /// The programs that have asked something and still run, but for the registry.
  private var readers: Set<String> = []
  private static let mostReaders = 64

  package init(_ application: any AccessibleApplication, on loop: RunLoop, _ wish: Wish) {
    self.loop = loop
    self.wish = wish
    objects = AccessibleObjects(application)
  }

  /// Begins to look for the bus.
  package func open() { open { $0.begin() } }

  /// Asks a session bus.
  package func open(asking session: DBusConnection) { open { $0.begin(session) } }

  private func open(_ begin: (BusFinder) -> Void) {
    guard wish != .never, finder == nil else { return }
    let finder = BusFinder(loop, isAsked: wish == .always)
    finder.found = { [weak self] in self?.connect(to: $0) }
    self.finder = finder
    begin(finder)
  }

  package func close() {
    finder?.end()
    finder = nil
    leave()
  }

  /// Whether the registry knows the application.
  package private(set) var isEmbedded = false

  // MARK: The bus

  /// Nil: the last screen reader has ended.
  private func connect(to address: String?) {
    guard let address else { return leave() }
    guard connection == nil, let made = try? DBusConnection(address, on: loop) else { return }
    take(made)
  }

  /// Uses a connection to the bus of accessibility.
  package func take(_ made: DBusConnection) {
    connection = made
    made.onReady = { [weak self] in self?.embed() }
    made.onEnd = { [weak self] _ in self?.leave() }
    made.onSignal = { [weak self] in self?.hear($0) }
    made.onCall = { [weak self] call in
      guard let self else { return nil }
      if let reader = call.sender, call.interface?.hasPrefix(AccessibleInterfaces.prefix) == true {
        meet(reader)
      }
      return objects.answer(call)
    }
  }

  private func leave() {
    connection?.close()
    connection = nil
    isEmbedded = false
    readers = []
    listeners.removeAll()
    watchIfWanted()
    objects.desktop = AccessibleObjects.nothing
    objects.busName = ""
  }

  private func embed() {
    guard let connection else { return }
    objects.busName = connection.name ?? ""
    let embedding = DBusMessage.call(
      Registry.name, AccessibleObjects.rootPath, Registry.socket, "Embed", [objects.root])
    connection.call(embedding) { [weak self] answer in
      guard let self, case .success(let message) = answer, let desktop = message.body.first,
        desktop.type == AccessibleObjects.reference
      else { return }
      objects.desktop = desktop
      isEmbedded = true
    }
    connection.hear("type='signal',interface='\(Registry.interface)',path='\(Registry.path)'")
    connection.call(.call(Registry.name, Registry.path, Registry.interface, "GetRegisteredEvents")) {
      [weak self] answer in
      guard let self, case .success(let message) = answer else { return }
      for event in message.body.first?.elements ?? [] { listen(event.elements ?? [], true) }
    }
  }

  // MARK: Listeners

  private func hear(_ signal: DBusMessage) {
    switch (signal.interface, signal.member) {
    case (Registry.interface, "EventListenerRegistered"): listen(signal.body, true)
    case (Registry.interface, "EventListenerDeregistered"): listen(signal.body, false)
    case (DBusConnection.Bus.name, "NameOwnerChanged"):
      guard signal.body.count == 3, signal.body[2].string == "", let name = signal.body[0].string else {
        return
      }
      guard readers.remove(name) != nil else { return }
      connection?.stopHearing(Self.endRule(of: name))
      watchIfWanted()
    default: break
    }
  }

  /// A program that queries elements gets events about changes until it ends.
  private func meet(_ reader: String) {
    guard reader != objects.registryName, !readers.contains(reader), readers.count < Self.mostReaders else {
      return
    }
    readers.insert(reader)
    connection?.hear(Self.endRule(of: reader))
    watchIfWanted()
  }

  /// Matches the signal of a program's end.
  private static func endRule(of program: String) -> String {
    "type='signal',sender='\(DBusConnection.Bus.name)',member='NameOwnerChanged',arg0='\(program)'"
  }

  /// The first two values are the program and the event.
  private func listen(_ values: [DBusValue], _ isNew: Bool) {
    guard values.count >= 2, let program = values[0].string, let event = values[1].string else { return }
    if isNew { listeners.add(program, event) } else { listeners.remove(program, event) }
    watchIfWanted()
  }

  private func watchIfWanted() {
    guard connection != nil, !readers.isEmpty || !listeners.isEmpty else {
      watch?.end()
      watch = nil
      return
    }
    guard watch == nil else { return }
    shown = AccessibleSnapshot(objects)
    watch = ChangeWatch(loop) { [weak self] in self?.sendChanges() }
  }

  /// Sends what has changed to the readers that want it.
  private func sendChanges() {
    guard let connection, connection.isOpen else { return }
    let now = AccessibleSnapshot(objects)
    let events = now.events(since: shown) { objects.reference(number: $0) }
    shown = now
    for event in events where listeners.want(event) || !readers.isEmpty && event.renewsCopies {
      connection.send(event.message(from: objects.path(number: event.source)))
    }
  }

  /// Asks listening readers to speak a text after what they are speaking.
  package func announce(_ text: String) {
    guard let connection, connection.isOpen else { return }
    let window = objects.application?.accessibleWindows.first
    let event = AccessibleEvent(
      "Object", "Announcement", of: window.map { objects.numbers.number(of: $0) }, Self.politeness,
      value: .string(text))
    if listeners.want(event) { connection.send(event.message(from: objects.path(number: event.source))) }
  }

  /// AT-SPI's number for a polite text, which does not interrupt.
  private static let politeness: Int32 = 1
}
