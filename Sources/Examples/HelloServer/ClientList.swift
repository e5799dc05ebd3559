import RunLoopCore

/// All connections, checked once a second: a timer for each request would cost more than an answer.
final class ClientList: @unchecked Sendable {
  /// Seconds since the first client, while there are clients.
  @exclusivity(unchecked) private(set) var tick = 0
  private let patience: Int
  private var clients: [ObjectIdentifier: Client] = [:]
  private var timer: RunLoop.Timer?

  init(patience: Int) { self.patience = patience }

  var limit: Duration { .seconds(patience) }

  func add(_ client: Client) {
    clients[ObjectIdentifier(client)] = client
    guard timer == nil else { return }
    let timer = RunLoop.Timer(
      after: .seconds(1), repeating: .seconds(1), tolerance: .milliseconds(500), label: "http clients"
    ) { [unowned self] _ in look() }
    self.timer = timer
    RunLoop.current.add(timer)
  }

  func remove(_ client: Client) {
    clients[ObjectIdentifier(client)] = nil
    guard clients.isEmpty else { return }
    timer?.invalidate()
    timer = nil
  }

  private func look() {
    tick += 1
    for client in Array(clients.values) { client.check(tick, patience: patience) }
  }
}
