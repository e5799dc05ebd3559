import LinuxSystem
import TestHarness
import Testing

@testable import EventRouting

/// What a router shows pictures on: a device's file, or a window of an X server.
@Suite(.hangLimit) struct RouterScreenTests {
  @Test func aPicturesMemoryIsWhereTheDeviceHasIt() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/card"
    let size = 1 << 16
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    #expect(ftruncate(file, off_t(2 * size)) == 0)
    let device = try ScreenFile(path)
    for (index, color) in [UInt32(7), 8].enumerated() {
      let memory = try #require(device.map(UInt64(index * size), size))
      memory.storeBytes(of: color, as: UInt32.self)
      device.unmap(memory, size)
    }
    var words: [UInt32] = [0, 0]
    pread(file, &words[0], 4, 0)
    pread(file, &words[1], 4, off_t(size))
    #expect(words == [7, 8])
    #expect(throws: ScreenError.self) { try ScreenFile(folder.path + "/none") }
  }

  @Test func aWindowTakesPicturesWhileItIsSeen() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, _ in
      let screen = CompositorX11Window(window)
      #expect(screen.size == (300, 200) && !screen.isReady)
      for isOn in [true, false] {
        server.send(server.mapped(window, isOn))
        display.serve()
        #expect(screen.isReady == isOn)
      }
    }
  }
}
