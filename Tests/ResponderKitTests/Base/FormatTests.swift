import TestHarness
import Testing

/// Texts with values in them, by UIKit's programs' `String(format:)`.
@Suite(.hangLimit) struct FormatTests {
  @Test func valuesTakeThePlaceOfTheirSigns() {
    #expect(
      formatted("%.2f", 1.239) == "1.24" && formatted("%5.1f|%-6.2f|", 2.25, Float(0.5)) == "  2.2|0.50  |")
    #expect(
      formatted("%02d:%02d", 7, 5) == "07:05" && formatted("%+d %ld %lu", 3, -4, UInt8(200)) == "+3 -4 200")
    #expect(formatted("%x %X %#o %c", 255, 255, 8, 65) == "ff FF 010 A")
    #expect(formatted("%x %u", Int32(-1), UInt64.max) == "ffffffff \(UInt64.max)")
    #expect(formatted("%.0f", UInt64.max) == "18446744073709551616")
    #expect(formatted("%@ and %@", "ä", [1, 2]) == "ä and [1, 2]" && formatted("%5s|", "ab") == "   ab|")
    #expect(formatted("%g %e", 0.0001, 12345.678) == "0.0001 1.234568e+04" && formatted("100%%") == "100%")
    #expect(formatted("%2$@ %1$@", "a", "b") == "b a" && formatted("%*d", 5, 42) == "   42")
  }

  @Test func whatDoesNotFitStays() {
    #expect(formatted("%d %d", 1) == "1 %d" && formatted("%y %", 1) == "%y %" && formatted("%d", "x") == "%d")
    #expect(
      formatted("%d", 2.9) == "2" && formatted("%.1f", 3) == "3.0" && formatted("%d", Double.nan) == "%d")
    #expect(
      formatted("%3$@", "a") == "%3$@" && formatted("") == "" && formatted("%d", Int.min) == "\(Int.min)")
  }

  @Test func textsAreTrimmedAtBothEnds() {
    #expect(trimmed(" \t a b\n ") == "a b\n" && trimmedOfLines("\r\n a\n b \n") == "a\n b")
    #expect(
      trimmedOfLines(" \n ") == "" && trimmedOfLines("") == "" && trimmedOfLines("abc".dropFirst()) == "bc")
  }

  @Test func aKeyIsItsOwnTranslation() {
    #expect(localized("Clear") == "Clear" && localized("clear.title", value: "Clear") == "Clear")
  }
}
