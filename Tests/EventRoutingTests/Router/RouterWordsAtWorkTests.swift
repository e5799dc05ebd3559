import Foundation
import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// What `runloop router` does by its options, as a process.
@Suite(.hangLimit) struct RouterWordsAtWorkTests {
  private static func recording(_ device: Device, in folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/recording"
    let text = device.text(.touchscreen("screen", width: 800, height: 480))
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Mute, a letter, mute again, and the power key.
  private static func keys(in folder: TemporaryFolder) throws -> String {
    var device = Device()
    for code: UInt16 in [113, 30, 113, 116] {
      for value: Int32 in [1, 0] {
        device.key(code, value)
        device.synchronize()
      }
    }
    return try recording(device, in: folder)
  }

  @Test func itStaysAfterItsRecordingAndSaysWhatItDidWithItsOwnKeys() throws {
    let folder = try TemporaryFolder()
    let socket = folder.path + "/router"
    let router = try ChildProgram(
      product: "runloop", "router", "--socket", socket, "--recording", try Self.keys(in: folder), "--fast",
      "--stay")
    let lines = router.lines(upTo: "locked")
    #expect(
      lines.filter { !$0.contains("listening") }
        == ["router: sound off", "router: sound on", "router: locked"], "\(lines)")
    // An end would come within some milliseconds.
    usleep(100_000)
    let list = try ChildProgram(product: "runloop", "router", "list", "--socket", socket)
    #expect(list.lines() == ["no applications"])
    router.signal(SIGTERM)
    #expect(router.wait() == 0 && !FileManager.default.fileExists(atPath: socket))
  }

  @Test func verboseIsEachEventWithoutAReceiver() throws {
    let folder = try TemporaryFolder()
    let router = try ChildProgram(
      product: "runloop", "router", "--socket", folder.path + "/router", "--recording",
      try Self.keys(in: folder), "--fast", "--verbose")
    let lines = router.lines()
    #expect(router.wait() == 0 && lines.contains("router: locked"))
    #expect(lines.contains { $0.hasPrefix("router: without a receiver: ") }, "\(lines)")
  }

  @Test func aRecordingBeginsWhenAllApplicationsAreThere() throws {
    let folder = try TemporaryFolder()
    let socket = folder.path + "/router"
    var device = Device()
    device.down(1, 100, 100)
    device.synchronize()
    device.up()
    device.synchronize()
    let router = try ChildProgram(
      product: "runloop", "router", "--socket", socket, "--screen", "800x480", "--recording",
      try Self.recording(device, in: folder), "--fast", "--clients", "2")
    router.lines(upTo: "listening")
    let window = ClientDescription.Window(x: 0, y: 0, width: 800, height: 480)
    let clients = try ["first", "second"].map { name in
      let client = try RawClient(socket, hello: .init(name: name, windows: [window]))
      var waiting = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
      while !client.words.contains("didBecomeActive"), poll(&waiting, 1, 20_000) == 1, !client.isOver {
        client.read()
      }
      // Ten times as long as the router waits between two looks.
      if name == "first" { usleep(100_000) }
      return client
    }
    #expect(router.wait() == 0)
    for client in clients { client.read() }
    // The last one is in front.
    #expect(clients.map(\.counts.began) == [0, 1] && clients[1].counts.isOver)
  }
}
