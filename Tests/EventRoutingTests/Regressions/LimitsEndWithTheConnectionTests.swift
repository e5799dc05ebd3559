import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// The router's limits were each connection's: a new connection had all of them again, and a program that had not said
/// hello locked and unlocked the screen 37,000 times a second.
@Suite("Limits of a user", .hangLimit)
struct LimitsEndWithTheConnectionTests {
  private static func answer(_ client: RawClient) -> RoutingMessage? {
    runUntil {
      client.read()
      return client.isOver
    }
    return client.others.last
  }

  /// A user's application that has its first answer.
  private static func connect(to path: String, _ name: String, as user: UInt32) throws -> RawClient {
    let client = try OtherUser.act(as: user) { try RawClient(path, hello: .init(name: name)) }
    runUntil {
      client.read()
      return !client.others.isEmpty
    }
    return client
  }

  @Test("messages and connections count also when the connection is another one")
  func reconnecting() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let router = try Router.started(
        folder,
        adjust: {
          $0.userBurst = 40
          $0.userMessagesPerSecond = 0
          $0.connectionBurst = 30
          $0.connectionsPerSecond = 0
        })
      defer { router.stop() }
      // Ten messages each: the fifth connection has none left.
      var refused: [Int] = []
      for number in 0..<6 {
        let client = try RawClient(folder.path + "/router")
        client.send(.control)
        for step in 0..<8 { client.send(.lock(step % 2 == 0)) }
        // Its answer comes when all before it were served.
        client.send(.list)
        runUntil {
          client.read()
          return client.isOver || client.others.contains(.clients([]))
        }
        if client.others.last == .refused(.tooOften) { refused.append(number) }
        client.close()
      }
      #expect(refused == [4, 5])
      for _ in 6..<30 { try RawClient(folder.path + "/router").close() }
      runUntil { router.counts.accepted == 30 }
      #expect(router.counts.refused[.tooOften] == 2)
      #expect(
        Self.answer(try RawClient(folder.path + "/router")) == .refused(.tooOften), "the 31st connection")
    }
  }

  @Test(
    "a control before the first message is none",
    arguments: [.lock(true), .list, .bringToFront(name: "app")] as [RoutingMessage])
  func controlsOfStrangers(_ control: RoutingMessage) throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let router = try Router.started(folder)
      defer { router.stop() }
      let client = try RawClient(folder.path + "/router")
      client.send(control)
      #expect(Self.answer(client) == .refused(.badMessage))
      #expect(!router.isLocked)
    }
  }

  @Test("a program that controls is no application, and says so once")
  func controller() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let router = try Router.started(folder)
      defer { router.stop() }
      let client = try RawClient(folder.path + "/router")
      client.send(.control)
      client.send(.lock(true))
      client.send(.list)
      runUntil {
        client.read()
        return client.others.count == 2
      }
      #expect(client.others == [.welcome(client: 1, width: 800, height: 480), .clients([])])
      #expect(router.isLocked && router.list.isEmpty)
      client.send(.changed(.init(name: "app")))
      #expect(Self.answer(client) == .refused(.badMessage))
      for message: RoutingMessage in [.control, .hello(.init(name: "app"))] {
        let other = try RawClient(folder.path + "/router")
        other.send(.control)
        other.send(message)
        #expect(Self.answer(other) == .refused(.badMessage), "\(message)")
      }
    }
  }

  @Test("another user may not control, in whatever order it asks", .enabled(if: OtherUser.isPossible))
  func controlsOfOthers() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      chmod(folder.path, 0o711)
      let router = try Router.started(folder, adjust: { $0.allowedUsers = [OtherUser.number] })
      defer { router.stop() }
      let path = folder.path + "/router"
      for control: RoutingMessage in [.lock(true), .list, .bringToFront(name: "app")] {
        let client = try OtherUser.act { try RawClient(path, hello: .init(name: "theirs")) }
        client.send(control)
        #expect(Self.answer(client) == .refused(.notOwner), "\(control)")
      }
      let client = try OtherUser.act { try RawClient(path) }
      client.send(.control)
      #expect(Self.answer(client) == .refused(.notOwner))
      #expect(!router.isLocked)
    }
  }

  @Test("another user has an eighth of the messages", .enabled(if: OtherUser.isPossible))
  func messagesOfOthers() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      chmod(folder.path, 0o711)
      let router = try Router.started(
        folder,
        adjust: {
          $0.allowedUsers = [OtherUser.number]
          $0.userBurst = 80
          $0.userMessagesPerSecond = 0
        })
      defer { router.stop() }
      let path = folder.path + "/router"
      for (user, isRefused) in [(OtherUser.number, true), (0, false)] {
        let description = ClientDescription(name: "\(user)")
        let client = try OtherUser.act(as: user) { try RawClient(path, hello: description) }
        for _ in 0..<9 { client.send(.changed(description)) }
        // The last one of eleven, which is seen when it was served.
        client.send(.changed(.init(name: "\(user), all served")))
        runUntil {
          client.read()
          return client.isOver || router.list.contains { $0.name == "\(user), all served" }
        }
        #expect((client.others.last == .refused(.tooOften)) == isRefused, "user \(user)")
      }
    }
  }

  @Test(
    "another user's applications take no place of the router's own user", .enabled(if: OtherUser.isPossible))
  func slots() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      chmod(folder.path, 0o711)
      let router = try Router.started(
        folder,
        adjust: {
          $0.allowedUsers = [OtherUser.number, OtherUser.number - 1]
          $0.mostClients = 3
          $0.mostClientsOfOthers = 2
          $0.mostStrangers = 2
        })
      defer { router.stop() }
      let path = folder.path + "/router"
      func connect(_ name: String, as user: UInt32) throws -> RawClient {
        try Self.connect(to: path, name, as: user)
      }
      var kept: [RawClient] = []
      for (user, most) in [(OtherUser.number, 2), (OtherUser.number - 1, 2), (0, 3)] {
        for number in 0...most {
          let client = try connect("\(user) \(number)", as: user)
          let isTaken = if case .welcome = client.others.first { true } else { false }
          #expect(isTaken == (number < most), "user \(user), application \(number): \(client.others)")
          kept.append(client)
        }
      }
      #expect(router.list.count == 7)
      // Strangers of one user make none of another leave.
      let stranger = try RawClient(path)
      runUntil { router.counts.accepted == 11 }
      for _ in 0..<4 { kept.append(try OtherUser.act { try RawClient(path) }) }
      runUntil { router.counts.accepted == 15 }
      stranger.read()
      #expect(!stranger.isOver && router.counts.refused[.noHello] == 2)
    }
  }

  @Test(
    "a name belongs to the user that had it first, and the router's own user takes it back",
    .enabled(if: OtherUser.isPossible))
  func names() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      chmod(folder.path, 0o711)
      let (theirs, others) = (OtherUser.number, OtherUser.number - 1)
      let router = try Router.started(folder, adjust: { $0.allowedUsers = [theirs, others] })
      defer { router.stop() }
      let path = folder.path + "/router"
      func connect(_ name: String, as user: UInt32) throws -> RawClient {
        try Self.connect(to: path, name, as: user)
      }
      let notes = try connect("notes", as: 0)
      #expect(try connect("notes", as: theirs).others == [.refused(.nameTaken)])
      // Also after it ended.
      notes.close()
      runUntil { router.list.isEmpty }
      #expect(try connect("notes", as: theirs).others == [.refused(.nameTaken)])
      // And not by a change of the name.
      let changing = try connect("mine", as: theirs)
      changing.send(.changed(.init(name: "notes")))
      #expect(Self.answer(changing) == .refused(.nameTaken))
      #expect(router.list.isEmpty)

      let squatter = try connect("mail", as: theirs)
      #expect(try connect("mail", as: others).others == [.refused(.nameTaken)])
      #expect(!squatter.isOver)
      let mail = try connect("mail", as: 0)
      #expect(Self.answer(squatter) == .refused(.nameTaken))
      #expect(router.list.map(\.name) == ["mail"])
      #expect(try connect("mail", as: theirs).others == [.refused(.nameTaken)])
      withExtendedLifetime(mail) {}
    }
  }

  @Test("as many names as there may be are remembered, and those in use for sure")
  func manyNames() {
    var names = NameOwners(routersUser: 1)
    func claim(_ name: String, _ user: UInt32) -> Bool { names.claim(name, for: user) { $0 == "used" } }
    #expect(claim("used", 2))
    for number in 0..<1000 { #expect(claim("\(number)", 2)) }
    #expect(names.count == NameOwners.mostPerUser)
    #expect(names.user(of: "used") == 2 && names.user(of: "999") == 2 && names.user(of: "0") == nil)
    #expect(!claim("used", 3) && claim("0", 3) && !claim("0", 2))
    #expect(claim("999", 1) && !claim("999", 2) && names.count == NameOwners.mostPerUser + 1)
    // What was taken back is not the other user's to forget.
    for number in 2000..<2200 { #expect(claim("\(number)", 2)) }
    #expect(names.user(of: "999") == 1 && !claim("999", 3))
  }
}
