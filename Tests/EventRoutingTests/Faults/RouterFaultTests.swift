import Dispatch
import HIDEvents
import LinuxSystem
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// Each system call of a router, or of an application's connection to one, fails once. Nothing ends, spins or leaks, and it works
/// when the fault is over.
@Suite(.hangLimit, FaultSweep.isPossible) struct RouterFaultTests {
  @Test func routerServesClients() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let helper = HelperThread()
      let folder = try TemporaryFolder()
      let settings = Router.Settings(address: RouterAddress(path: folder.path + "/router"))
      let sweep = FaultSweep("router", withFiles: true, step: 2) { body in try onFreshThread { try body() } }
      try sweep.play { faulty in
        let touches = Touches()
        var made: Router?
        var client: RawClient?
        var isStarted = false
        try faulty {
          try expectRouterErrors {
            let router = try Router(settings)
            made = router
            try router.start()
            isStarted = true
            let new = try helper.perform { try RawClient(settings.address.path, hello: .app("early")) }
            client = new
            runUntil(0.2) { router.list.count == 1 }
            if router.list.count == 1 { touches.post(to: router) }
            runUntil(0.02) { helper.perform { new.hasEnded } }
          }
        }
        let router = try made ?? Router(settings)
        if !isStarted { try router.start() }
        if let client {
          // What was posted for it comes, unless it was asked to leave: then it connects again.
          #expect(
            runUntil { helper.perform { client.hasEnded || client.counts.ended == touches.posted } },
            "\(client.counts) of \(touches.posted)")
        }
        try expectServes(router, helper)
        router.stop()
        helper.perform { client?.close() }
        #expect(RunLoop.current.turns(in: .milliseconds(2)) < 10)
      }
      helper.end()
    }
  }

  @Test func routerEnds() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let helper = HelperThread()
      let folder = try TemporaryFolder()
      let settings = Router.Settings(address: RouterAddress(path: folder.path + "/router"))
      let sweep = FaultSweep("router's end", withFiles: true) { body in try onFreshThread { try body() } }
      try sweep.play { faulty in
        try endRouter(settings, helper, faulty)
      }
      helper.end()
    }
  }

  @Test func applicationFindsTheRouter() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let folder = try TemporaryFolder()
      let server = try RouterThread(folder.path + "/router")
      let sweep = FaultSweep("connection", withFiles: true) { body in try onFreshThread { try body() } }
      try sweep.play { faulty in
        let application = UIApplication(screen: Size(800, 480))
        let window = UIWindow()
        window.makeKeyAndVisible()
        var made: RouterConnection?
        try faulty {
          let connection = application.connect(to: server.address, as: "app")
          made = connection
          runUntil(0.05) { connection.isConnected }
          connection.wantsForeground = false
          runUntil(0.005) { false }
        }
        let connection = try #require(made)
        #expect(runUntil { connection.isConnected }, "\(connection.state)")
        // The router knows in the end what the application wanted while a call failed.
        #expect(runUntil { server.states == [.background] }, "\(server.states)")
        connection.close()
        application.terminate()
        #expect(runUntil { server.states == [] })
      }
      server.end()
    }
  }
}

/// One client leaves, one is notified that the router ends, and the path is free.
private func endRouter(
  _ settings: Router.Settings, _ helper: HelperThread, _ faulty: (() throws -> Void) throws -> Void
) throws {
  let router = try Router(settings)
  try router.start()
  let path = settings.address.path
  let first = try helper.perform { try RawClient(path, hello: .app("first")) }
  let second = try helper.perform { try RawClient(path, hello: .app("second")) }
  runUntil { router.list.count == 2 }
  try faulty {
    helper.perform { first.close() }
    router.post(HIDEvent(timestamp: 1, .digitizer([.init(1, .began, x: 1, y: 1)])))
    runUntil(0.05) { router.list.count == 1 }
    router.stop()
  }
  #expect(runUntil { helper.perform { second.hasEnded } })
  let next = try Router(settings)
  try next.start()
  try expectServes(next, helper)
  next.stop()
  helper.perform { second.close() }
}

/// A router on a thread of its own.
private final class RouterThread: @unchecked Sendable {
  let address: RouterAddress
  private let loop: RunLoop
  private var router: Router?
  private let thread: FreshThread<Void>

  init(_ path: String) throws {
    let address = RouterAddress(path: path)
    let made = Box<(RunLoop, Router)?>(nil)
    let isReady = DispatchSemaphore(value: 0)
    thread = FreshThread {
      var settings = Router.Settings(address: address)
      // The sweep connects often.
      (settings.connectionBurst, settings.userBurst) = (100_000, 100_000)
      let router = try Router(settings)
      try router.start()
      made.value = (RunLoop.current, router)
      isReady.signal()
      RunLoop.current.run()
      router.stop()
    }
    isReady.wait()
    self.address = address
    (loop, router) = try #require(made.value)
  }

  /// Of the applications that are connected.
  var states: [RoutingMessage.Client.State] {
    (try? loop.performAndWait { [self] in router?.list.map(\.state) ?? [] }) ?? []
  }

  func end() {
    loop.post { RunLoop.current.stop() }
    thread.join()
    router = nil
  }

  private final class Box<Value>: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
}

/// What was given to a router by its devices.
private final class Touches {
  private(set) var posted = 0

  func post(to router: Router) {
    router.post(HIDEvent(timestamp: 1, .digitizer([.init(1, .began, x: 1, y: 1)])))
    router.post(HIDEvent(timestamp: 2, .digitizer([.init(1, .ended, x: 1, y: 1)])))
    posted += 1
  }
}

extension ClientDescription {
  fileprivate static func app(_ name: String) -> ClientDescription {
    ClientDescription(name: name, windows: [.init(x: 0, y: 0, width: 800, height: 480)])
  }
}

extension RawClient {
  /// Reads what is there.
  fileprivate var hasEnded: Bool {
    read()
    return isOver
  }
}

extension RouterConnection {
  fileprivate var isConnected: Bool {
    if case .connected = state { true } else { false }
  }
}

/// Errors of the router are what a fault may come to.
private func expectRouterErrors(_ body: () throws -> Void) throws {
  do { try body() } catch is RouterError {}
}

/// A new client comes to the front, and gets a touch.
private func expectServes(_ router: Router, _ helper: HelperThread) throws {
  let client = try helper.perform { try RawClient(router.settings.address.path, hello: .app("late")) }
  #expect(runUntil { router.list.first?.name == "late" })
  Touches().post(to: router)
  #expect(runUntil { helper.perform { client.hasEnded || client.counts.ended == 1 } })
  #expect(helper.perform { client.counts.ended } == 1)
  helper.perform { client.close() }
  #expect(runUntil { !router.list.contains { $0.name == "late" } })
}
