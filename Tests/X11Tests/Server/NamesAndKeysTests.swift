import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

@Suite(.hangLimit) struct NamesAndKeysTests {
  @Test func displayNamesOfThisMachineAreTaken() throws {
    #expect(try X11DisplayName(":0") == X11DisplayName("unix:0"))
    // The way is a part of the host's name, as some programs write it.
    #expect(try X11DisplayName("here/unix:0") == X11DisplayName(":0"))
    #expect(try X11DisplayName(":12.3").display == 12)
    #expect(try X11DisplayName(":12.3").screen == 3)
    #expect(try X11DisplayName(":7").path == "/tmp/.X11-unix/X7")
    #expect("\(try X11DisplayName(":7.0"))" == ":7")
  }

  @Test func othersAreRefusedWithAReason() {
    for name in ["", ":", "0", ":a", ":1.", ":1.x", ":-1", ":1.2.3", ":12345678", ":٣", ":0.٣"] {
      #expect(throws: X11Error.badDisplayName(name)) { try X11DisplayName(name) }
    }
    for name in ["host:0", "localhost:10.0", "10.0.0.1:0", "[::1]:0", "minunix:0"] {
      #expect(throws: X11Error.remoteDisplay(name)) { try X11DisplayName(name) }
    }
    #expect(throws: X11Error.noDisplay) { try X11Display("") }
    do {
      _ = try X11Display(":99999")
      Issue.record("there should be no such display")
    } catch {
      #expect("\(error)".contains("/tmp/.X11-unix/X99999"))
    }
  }

  private func entry(_ family: UInt16, _ address: String, _ display: String, _ name: String, _ key: UInt8)
    -> [UInt8]
  {
    func counted(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes }
    return [UInt8(family >> 8), UInt8(family & 255)] + counted(Array(address.utf8))
      + counted(Array(display.utf8))
      + counted(Array(name.utf8)) + counted([key, key])
  }

  @Test func theKeyForTheDisplayIsFound() throws {
    let name = X11Authority.cookieName
    let file =
      entry(0, "\u{7F}", "1", name, 1) + entry(256, "here", "2", name, 2) + entry(256, "there", "1", name, 3)
      + entry(65535, "", "", name, 4) + entry(256, "here", "1", "OTHER-1", 5)
      + entry(256, "here", "1", name, 6)
    let authority = X11Authority(file)
    #expect(authority.entries.count == 6)
    #expect(try authority.cookie(for: X11DisplayName(":1"), host: "here") == [6, 6])
    #expect(try authority.cookie(for: X11DisplayName(":2"), host: "here") == [2, 2])
    #expect(try authority.cookie(for: X11DisplayName(":3"), host: "elsewhere") == [4, 4])
    // What is cut off is left out.
    #expect(X11Authority(Array(file.dropLast())).entries.count == 5)
    #expect(X11Authority(path: "/nowhere/at/all").entries.isEmpty)
  }

  /// A keyboard of a few keys, with two columns; the modifiers' keys are given.
  private func keymap(_ rows: [UInt8: [UInt32]], columns: Int = 2, modifiers: [[UInt8]]) -> X11Keymap {
    var mapping = X11Request(1, UInt8(columns))
    for _ in 0..<7 { mapping.add(UInt32(0)) }
    for keycode in UInt8(8)...120 {
      for column in 0..<columns {
        let row = rows[keycode] ?? []
        mapping.add(column < row.count ? row[column] : 0)
      }
    }
    var map = X11Request(1, 2)
    for _ in 0..<7 { map.add(UInt32(0)) }
    for row in modifiers { map.add(row + [UInt8](repeating: 0, count: 2 - row.count)) }
    return X11Keymap(first: 8, mapping: X11Packet(mapping.bytes), modifiers: X11Packet(map.bytes))
  }

  @Test func keysMeanWhatTheTableAndTheModifiersSay() {
    let map = keymap(
      [
        38: [0x61], 10: [0x31, 0x21], 50: [0xFFE1], 64: [0xFFE9], 77: [0xFF7F], 87: [0xFF9C, 0xFFB1],
        36: [0xFF0D], 70: [0x6C1], 100: [0x1234_5678], 101: [0x0100_263A],
      ],
      modifiers: [[50], [66], [37], [64], [77], [], [133], []])
    func key(_ code: UInt8, _ state: UInt16) -> HIDEvent.Key { map.key(code, .down, state: state) }
    #expect(key(38, 0).characters == "a")
    #expect(key(38, 1).characters == "A")
    // The lock turns letters only, and shift turns it back.
    #expect(key(38, 2).characters == "A")
    #expect(key(38, 3).characters == "a")
    #expect(key(10, 2).characters == "1")
    #expect(key(10, 1).characters == "!")
    #expect(key(10, 1).charactersIgnoringModifiers == "1")
    #expect(key(10, 0).usage == 30)
    // Alt is the first of the other modifiers here, Num Lock the second.
    #expect(key(38, 8).modifiers == .alternate)
    #expect(key(38, 4).modifiers == .control)
    #expect(key(87, 0).characters == "")
    #expect(key(87, 16).characters == "1")
    #expect(key(87, 16).modifiers == .numericPad)
    #expect(key(87, 17).characters == "")
    #expect(key(50, 0).modifiers == .shift)
    #expect(map.key(50, .up, state: 1).modifiers == [])
    #expect(key(36, 0).usage == 40)
    // A letter without a usage, and what is no key at all.
    #expect(key(70, 0).characters == "а")
    #expect(key(101, 0).characters == "☺")
    #expect(key(100, 0).usage == 0xF000 + 100)
    #expect(key(200, 0).characters == "")
    #expect(X11Keymap().key(38, .down, state: 0).usage == 4)
  }

  @Test func aPacketIsReadToItsLastByteAndIsZeroBehindIt() {
    let packet = X11Packet([1, 2, 3, 4, 5, 6, 7, 8])
    #expect(packet.uint32(4) == UInt32(littleEndian: 0x0807_0605) && packet.uint32(5) == 0)
    #expect(packet.uint16(6) == UInt16(littleEndian: 0x0807) && packet.uint16(7) == 0)
    #expect(packet.uint8(7) == 8 && packet.uint8(8) == 0 && packet.uint32(-1) == 0)
  }

  @Test func keysymsHaveUsagesFromTheFirstToTheLastOfARow() {
    let wanted: [(UInt32, UInt16)] = [
      (0x61, 4), (0x7A, 29), (0x41, 4), (0x5A, 29), (0x31, 30), (0x39, 38), (0x30, 39), (0xFFBE, 58),
      (0xFFC9, 69), (0xFFCA, 104), (0xFFD5, 115), (0xFFB1, 89), (0xFFB9, 97), (0xFFB0, 98), (0xFF0D, 40),
      (0xFF51, 80), (0xFFE3, 224), (0xFFEC, 231),
    ]
    for (keysym, usage) in wanted { #expect(X11Keysyms.usage(keysym) == usage, "keysym \(keysym)") }
    for keysym: UInt32 in [0x60 - 0x20, 0x7B, 0xFFD6, 0] { #expect(X11Keysyms.usage(keysym) == nil) }
    // Without a keysym, letters are where they are on any keyboard.
    let codes: [UInt8] = [23, 24, 33, 34, 37, 38, 46, 47, 51, 52, 58, 59]
    let letters = codes.map { X11Keysyms.usage(keycode: $0) }
    #expect(
      letters == [
        0xF017, 20, 19, 0xF022, 0xF025, 4, 15, 0xF02F, 0xF033, 29, 16, 0xF03B,
      ])
  }
}
