import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// Recordings of real devices give the counts that a decoder of another make gives.
@Suite("Recordings of devices", .hangLimit, .enabled(if: Recordings.areThere))
struct RecordingTests {
  static let wanted: [(String, TouchCounts)] = [
    ("Atmel maXTouch Touchscreen.1-finger-drag-up-down", .init(1, 148, 1, most: 1, sequences: 1)),
    ("Atmel maXTouch Touchscreen.1-finger-fast-taps", .init(9, 0, 9, most: 1, sequences: 9)),
    ("Atmel maXTouch Touchscreen.2-fingers-touch-release", .init(2, 14, 2, most: 2, sequences: 1)),
    ("Atmel maXTouch Touchscreen.4-finger-drag-down", .init(4, 98, 4, most: 4, sequences: 1)),
    ("EP0430M09.1-finger-drag-up-down", .init(1, 181, 1, most: 1, sequences: 1)),
    ("EP0430M09.2-finger-scroll-down", .init(2, 180, 2, most: 2, sequences: 1)),
    ("EP0430M09.2-fingers-touch-release", .init(2, 13, 2, most: 2, sequences: 1)),
    ("EP0430M09.4-finger-drag-down", .init(4, 382, 4, most: 4, sequences: 1)),
    ("Wacom DTH2242 Finger", .init(66, 4000, 66, most: 10, sequences: 22)),
    ("Wacom ISDv4 E6 Finger.2fg-double-tap", .init(2, 0, 2, most: 2, sequences: 1)),
    ("Wacom ISDv4 E6 Finger.double-center-circle", .init(2, 253, 2, most: 2, sequences: 1)),
    ("Wacom ISDv4 E6 Finger.double-tap-center", .init(2, 0, 2, most: 1, sequences: 2)),
    ("Wacom ISDv4 E6 Finger.double-top-swipe", .init(2, 273, 2, most: 2, sequences: 1)),
    ("Wacom ISDv4 E6 Finger.single-top-swipe", .init(1, 108, 1, most: 1, sequences: 1)),
  ]

  @Test("have the counts of the reference decoder", arguments: wanted)
  func counts(_ name: String, _ wanted: TouchCounts) throws {
    let recording = try Recordings.load(name)
    let counts = TouchCounts(try recording.events(width: 800, height: 480))
    #expect(counts == wanted, "\(counts)")
    #expect(counts.nonsense == 0 && counts.isOver)
  }

  @Test("keep their times and their places")
  func places() throws {
    let recording = try Recordings.load("Wacom ISDv4 E6 Finger.double-tap-center")
    let events = try recording.events(width: 390, height: 844)
    #expect(events.map { $0.timestamp / 1_000_000 } == [0, 32, 172, 232])
    let screen = try Recordings.load("Atmel maXTouch Touchscreen.1-finger-fast-taps")
    // The screen has as many points as the device has units: places are the device's.
    for event in try screen.events(width: 800, height: 480) {
      guard case .digitizer(let contacts) = event.payload else { continue }
      for contact in contacts {
        #expect(abs(contact.x - contact.x.rounded()) < 1e-9 && (0..<800).contains(contact.x))
        #expect(abs(contact.y - contact.y.rounded()) < 1e-9 && (0..<480).contains(contact.y))
      }
    }
  }

  @Test("of protocol A are refused, by what the device says and by what it sends")
  func protocolA() throws {
    let name = "N-Trig MultiTouch.1-finger-drag-NW-SE"
    #expect(throws: EvdevError.protocolA(device: "N-Trig MultiTouch")) {
      _ = try Recordings.load(name).events(width: 1, height: 1).count
    }
    let undescribed = try Recording(path: Recordings.path(name))
    let error = #expect(throws: EvdevError.self) { _ = try undescribed.events(width: 1, height: 1).count }
    #expect("\(try #require(error))".contains("SYN_MT_REPORT"))
  }
}
