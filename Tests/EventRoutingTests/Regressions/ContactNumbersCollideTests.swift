import Foundation
import HIDEvents
import LinuxSystem
import TestHarness
import Testing

@testable import EventRouting

/// A FIFO that was opened again had the number of another device: a finger on the one moved and ended the other's.
@Suite("Contacts of two devices", .hangLimit)
struct ContactNumbersCollideTests {
  /// A device that writes to a FIFO.
  private final class Writer {
    private let descriptor: Int32
    private var device = Device()

    /// Waits until the FIFO has a reader.
    init(_ path: String) throws {
      var descriptor: Int32 = -1
      for _ in 0..<4000 where descriptor < 0 {
        descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        if descriptor < 0 { usleep(5000) }
      }
      try #require(descriptor >= 0)
      self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func play(_ steps: (inout Device) -> Void) {
      device.records = []
      steps(&device)
      device.synchronize()
      device.bytes.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
    }
  }

  @Test("have different numbers, also after a FIFO was opened again")
  func reopened() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (folder.path + "/first", folder.path + "/second")
    for path in [first, second] { try #require(mkfifo(path, 0o600) == 0) }
    let description = folder.path + "/description"
    try Device().text(.touchscreen("screen", width: 800, height: 480)).write(
      toFile: description, atomically: true, encoding: .utf8)
    let socket = folder.path + "/router"
    let router = try ChildProgram(
      product: "runloop", "router", "--socket", socket, "--screen", "800x480", "--device", first, "--device",
      second,
      "--describe", description)
    router.lines(upTo: "listening")
    let client = try RawClient(
      socket, hello: .init(name: "app", windows: [.init(x: 0, y: 0, width: 800, height: 480)]))
    func wait(_ isSo: () -> Bool) {
      var waiting = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
      while !isSo(), poll(&waiting, 1, 20_000) == 1, !client.isOver { client.read() }
      #expect(isSo(), "\(client.counts)")
    }
    wait { client.words.contains("didBecomeActive") }
    let other = try Writer(second)
    other.play { $0.down(1, 10, 10) }
    wait { client.counts.began == 1 }
    var device: Writer? = try Writer(first)
    device?.play { $0.down(1, 20, 20) }
    wait { client.counts.began == 2 }
    // The writer goes: its contact is cancelled, and the FIFO is opened again.
    device = nil
    wait { client.counts.cancelled == 1 }
    device = try Writer(first)
    device?.play { $0.down(1, 30, 30) }
    wait { client.counts.began == 3 }
    other.play { $0.move(11, 11) }
    device?.play { $0.up() }
    wait { client.counts.ended == 1 && client.counts.moved == 1 }
    other.play { $0.up() }
    wait { client.counts.ended == 2 }
    #expect(client.counts.nonsense == 0 && client.counts.isOver, "\(client.counts)")
    router.signal(SIGINT)
    #expect(router.wait() == 0)
  }

  @Test("have a number each: more devices than there are numbers are refused")
  func tooMany() throws {
    let devices = Array(repeating: ["--device", "/dev/null"], count: 256).flatMap { $0 }
    let program = try ChildProgram(
      product: "runloop", ["router", "--socket", "/nonexistent/router"] + devices)
    #expect(program.lines().joined().contains("--device may come 255 times, not 256"))
    #expect(program.wait() == 2)
  }
}
