import LinuxSystem
import TestHarness
import Testing

/// A router's errors had the lines of recordings and FIFOs, and the names of devices, as they were: with escape sequences.
@Suite("The errors of a router", .hangLimit) struct ErrorsObeyRecordingsTests {
  @Test("have nothing in them that a terminal obeys") func badLine() throws {
    let folder = try TemporaryFolder()
    let recording = folder.path + "/recording"
    let file = fopen(recording, "w")
    fputs("N: Touch\nE: \u{1B}]0;title\u{7}\u{9B}2J\n", file)
    fclose(file)
    let router = try ChildProgram(
      product: "runloop", "router", "--socket", folder.path + "/router", "--recording", recording)
    let text = router.lines().joined(separator: "\n")
    #expect(router.wait() == 1 && text.contains("title"), "\(text)")
    #expect(
      !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) },
      "\(text)")
  }
}
