import Foundation
import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import EventRouting
@testable import runloop

/// A router whose device could not be used after a change of the virtual terminal went on without it, and ended with status 0.
@Suite("A device that can not be resumed", .hangLimit) struct LostDeviceIsNoFailureTests {
  private final class Place {
    let devices: RouterDevices
    private let notes: Notes

    final class Notes {
      var events: [String] = []
      var failures: [String] = []
      var ends = 0
    }

    init() {
      let notes = Notes()
      self.notes = notes
      devices = RouterDevices(
        .touchscreen("screen", width: 100, height: 200), EvdevReader.Settings(),
        emit: { notes.events.append($0.short) }, failed: { notes.failures.append($0) },
        ended: { notes.ends += 1 })
    }

    var events: [String] { notes.events }
    var failures: [String] { notes.failures }
    var ends: Int { notes.ends }
  }

  /// Puts a file that no loop can watch in the place of the descriptor that reads a path.
  private func breakDescriptor(of path: String) throws {
    let other = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(other) }
    let numbers = try openDescriptorNumbers().filter {
      fcntl($0, F_GETFL) & O_ACCMODE == O_RDONLY
        && (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
    }
    #expect(numbers.count == 1)
    for number in numbers { #expect(dup2(other, number) == number) }
  }

  @Test("and one that is opened while they are paused waits, too")
  func openedMeanwhile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/late"
    try #require(mkfifo(path, 0o600) == 0)
    try onFreshThread {
      let place = Place()
      place.devices.pause()
      try place.devices.open(path, number: 1)
      let writing = Ends(reading: -1, writing: open(path, O_WRONLY | O_CLOEXEC))
      defer { close(writing.writing) }
      var device = Device()
      device.down(1, 5, 5)
      device.synchronize()
      writing.write(device.bytes)
      RunLoop.current.settle()
      #expect(place.events.isEmpty)
      place.devices.resume()
      RunLoop.current.settle()
      #expect(place.events.count == 1 && place.failures.isEmpty)
    }
  }

  @Test("is reported, and the others are resumed")
  func reported() throws {
    let folder = try TemporaryFolder()
    let (lost, kept) = (folder.path + "/lost", folder.path + "/kept")
    for path in [lost, kept] { try #require(mkfifo(path, 0o600) == 0) }
    try onFreshThread {
      let place = Place()
      try place.devices.open(lost, number: 1)
      try place.devices.open(kept, number: 2)
      let writing = Ends(reading: -1, writing: open(kept, O_WRONLY | O_CLOEXEC))
      defer { close(writing.writing) }
      place.devices.pause()
      try breakDescriptor(of: lost)
      place.devices.resume()
      #expect(place.failures.count == 1 && place.ends == 1, "\(place.failures)")
      #expect(!place.devices.isEmpty)
      var device = Device()
      device.down(1, 5, 5)
      device.synchronize()
      writing.write(device.bytes)
      RunLoop.current.settle()
      #expect(place.events.count == 1)
      place.devices.pause()
      try breakDescriptor(of: kept)
      place.devices.resume()
      #expect(place.failures.count == 2 && place.ends == 2 && place.devices.isEmpty)
    }
  }
}
