import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// A screen of the kernel's that no glass belongs to (vkms), where the kernel has one: `modprobe vkms`.
@Suite(.hangLimit, .serialized, .enabled(if: VirtualScreen.path != nil, "this kernel has no vkms screen"))
struct VirtualScreenTests {
  /// Pictures take turns by page flips, at the pace of the screen's blankings.
  @Test func picturesAreFlippedAtThePaceOfTheScreen() throws {
    try onFreshThread {
      var settings = KernelScreen.Settings()
      settings.path = VirtualScreen.path
      let screen = try KernelScreen(settings)
      defer { screen.close() }
      #expect(screen.width >= 320 && screen.height >= 200)
      var beats: [UInt64] = []
      var ready = 0
      screen.handler = { event in
        switch event {
        case .beat(let time): beats.append(time)
        case .ready: ready += 1
        case .ended(let error): Issue.record("\(error)")
        case .shown, .hidden: break
        }
      }
      try screen.attach(to: .current)
      let whole = PixelRect(x: 0, y: 0, width: screen.width, height: screen.height)
      for color in [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF] as [UInt32] {
        let count = ready
        screen.put(
          Array(repeating: color, count: screen.width * screen.height), stride: screen.width, parts: [whole])
        #expect(!screen.isReady)
        for _ in 0..<200 where ready == count { RunLoop.current.run(mode: .default, for: .milliseconds(20)) }
        #expect(ready == count + 1 && screen.isReady)
      }
      // Never two pictures in one blanking.
      let least = UInt64(screen.interval.components.attoseconds / 1_000_000_000) / 2
      #expect(beats.count == 4)
      #expect(zip(beats, beats.dropFirst()).allSatisfy { $1 >= $0 + least }, "\(beats)")
      let count = beats.count
      if screen.requestBeat() {
        for _ in 0..<200 where beats.count == count {
          RunLoop.current.run(mode: .default, for: .milliseconds(20))
        }
        #expect(beats.count == count + 1)
      }
    }
  }
}

private enum VirtualScreen {
  /// The device's file, that only this driver has.
  static let path: String? = {
    for folder in ["/sys/devices/platform/vkms/drm", "/sys/devices/faux/vkms/drm"] {
      guard let entries = opendir(folder) else { continue }
      defer { closedir(entries) }
      while let entry = readdir(entries) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name.hasPrefix("card"), access("/dev/dri/\(name)", R_OK | W_OK) == 0 { return "/dev/dri/\(name)" }
      }
    }
    print("skipped: pictures on a screen of the kernel: there is no vkms device (modprobe vkms)")
    return nil
  }()
}
