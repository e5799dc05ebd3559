import DBus
import LinuxSystem
import RunLoopCore

/// Finds the bus of accessibility: by the environment, or by the session bus once a reader runs.
final class BusFinder {
  private enum Service {
    static let name = "org.a11y.Bus"
    static let path = "/org/a11y/bus"
    static let status = "org.a11y.Status"
  }

  private static let properties = "org.freedesktop.DBus.Properties"
  private static let wishes = ["IsEnabled", "ScreenReaderEnabled"]

  /// Called with an address, or with nil when the last screen reader has ended.
  var found: ((String?) -> Void)?
  private let loop: RunLoop
  /// The bus is looked for, and started if necessary, without asking whether a reader runs.
  private let isAsked: Bool
  private var session: DBusConnection?
  private var enabled: Set<String> = []
  /// The connection that owns the service's name, once known: only its announcements count.
  private var owner: String?

  init(_ loop: RunLoop, isAsked: Bool) {
    self.loop = loop
    self.isAsked = isAsked
  }

  func begin() {
    // A user who sets it wants the application on that bus.
    if let address = Environment.value("AT_SPI_BUS_ADDRESS") { return found?(address) ?? () }
    guard let address = DBusAddress.session, let session = try? DBusConnection(address, on: loop) else {
      return
    }
    begin(session)
  }

  func begin(_ session: DBusConnection) {
    self.session = session
    session.onEnd = { [weak self] _ in self?.session = nil }
    if isAsked { return ask() }
    session.onSignal = { [weak self] in self?.hear($0) }
    session.hear(
      "type='signal',sender='\(Service.name)',interface='\(Self.properties)',path='\(Service.path)',arg0='\(Service.status)'"
    )
    // A service that starts later may have its wishes from the start, and then announces no change.
    session.hear(
      "type='signal',sender='\(DBusConnection.Bus.name)',member='NameOwnerChanged',arg0='\(Service.name)'")
    askForWishes()
  }

  private func askForWishes() {
    for wish in Self.wishes {
      // Without an accessibility service there are no readers: none is started.
      let question = DBusMessage.call(
        Service.name, Service.path, Self.properties, "Get", [.string(Service.status), .string(wish)],
        flags: .noStart)
      session?.call(question) { [weak self] answer in
        guard let self, case .success(let message) = answer else { return }
        owner = message.sender
        take(wish, message.body.first)
      }
    }
  }

  func end() {
    session?.close()
    session = nil
    found = nil
  }

  private func hear(_ signal: DBusMessage) {
    if signal.member == "NameOwnerChanged", signal.sender == DBusConnection.Bus.name,
      signal.body.count == 3, signal.body[0].string == Service.name
    {
      owner = signal.body[2].string.flatMap { $0.isEmpty ? nil : $0 }
      // The wishes were those of the service that has ended.
      for wish in enabled { take(wish, .boolean(false)) }
      if owner != nil { askForWishes() }
      return
    }
    // Any program of the bus can send a signal directly to this connection, whatever the match rule.
    guard let owner, signal.sender == owner, signal.path == Service.path,
      signal.member == "PropertiesChanged", signal.body.count >= 2,
      signal.body[0].string == Service.status
    else { return }
    for case .entry(let name, let value) in signal.body[1].elements ?? [] {
      if let name = name.string, Self.wishes.contains(name) { take(name, value) }
    }
  }

  private func take(_ wish: String, _ value: DBusValue?) {
    guard let isOn = value?.content.boolean else { return }
    let wasWanted = !enabled.isEmpty
    if isOn { enabled.insert(wish) } else { enabled.remove(wish) }
    guard wasWanted == enabled.isEmpty else { return }
    if enabled.isEmpty { found?(nil) } else { ask() }
  }

  private func ask() {
    session?.call(.call(Service.name, Service.path, Service.name, "GetAddress")) { [weak self] answer in
      guard let self, case .success(let message) = answer, let address = message.body.first?.string else {
        return
      }
      // It may have been given up meanwhile.
      if isAsked || !enabled.isEmpty { found?(address) }
    }
  }
}
