import LinuxSystem
import TestHarness
import Testing

/// `runloop ui`: a demo that runs is used by labels, without coordinates.
@Suite(.hangLimit, .serialized, .enabled(if: Programs.xvfb))
struct UIToolTests {
  private func ui(_ process: Int32, _ words: String...) throws -> ChildProgram.Outcome {
    try ChildProgram.run(
      try ChildProgram.product("runloop"), ["ui", "\(process)"] + words,
      environment: ["XDG_RUNTIME_DIR": Self.folder])
  }

  private static let folder = "/tmp/mainspring-ui-test-\(UInt64.random(in: 0...UInt64.max))"

  @Test func aDemoIsDrivenByItsLabels() throws {
    mkdir(Self.folder, 0o700)
    defer { rmdir(Self.folder) }
    let server = try XServer(.xvfb(width: 1000, height: 700))
    let demo = try ChildProgram(
      try ChildProgram.product("runloop"), ["demo", "controls", "--window"],
      environment: server.environment.merging(["MAINSPRING_UI": "1", "XDG_RUNTIME_DIR": Self.folder]) { $1 })
    defer { demo.end() }
    // The program is started by another one, so its socket has its number.
    var process: Int32?
    waitUntil(30) {
      process = Self.sockets().first
      return process != nil
    }
    let number = try #require(process, "\(demo.errors)")
    let ready = try ui(number, "wait", "Press me", "--seconds", "20")
    #expect(ready.status == 0, "\(ready.errors)")
    #expect(try ui(number, "tap", "Press me").status == 0)
    #expect(try ui(number, "wait", "1 press", "--seconds", "10").status == 0)
    #expect(try ui(number, "set", "Clock in the common modes", "on").status == 0)
    #expect(try ui(number, "wait", "switch \"Clock in the common modes\" value \"on\"").status == 0)
    #expect(try ui(number, "set", "Value", "40").status == 0)
    #expect(try ui(number, "wait", "text \"40\"").status == 0)
    #expect(try ui(number, "do", "Value", "increment").status == 0)
    #expect(try ui(number, "wait", "text \"50\"").status == 0)
    #expect(try ui(number, "do", "Value", "set", "40").status == 0)
    let slider = try ui(number).output.split(separator: "\n").first { $0.contains("slider \"Value\"") } ?? ""
    #expect(slider.contains(" value \"40\" "), "\(slider)")
    #expect(slider.hasSuffix(" can increment decrement set"), "\(slider)")
    let refused = try ui(number, "do", "Value", "scroll-down")
    #expect(refused.status == 1 && refused.errors.contains("nothing around 'Value' scrolls down"))
    let missing = try ui(number, "tap", "No such thing")
    #expect(missing.status == 1 && missing.errors.contains("no element"))
    #expect(try ui(number, "wait", "never seen", "--seconds", "0.2").status == 1)
  }

  @Test func aProgramThatDoesNotServeIsAnError() throws {
    let answer = try ui(1)
    #expect(answer.status == 2 && answer.errors.contains("MAINSPRING_UI=1"))
    let wrong = try ui(0)
    #expect(wrong.status == 2)
    #expect(wrong.errors == "runloop: ui: PID is a whole number from 1 to 2147483647, not '0'\n")
  }

  private static func sockets() -> [Int32] {
    guard let folder = opendir(Self.folder) else { return [] }
    defer { closedir(folder) }
    var found: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix("mainspring-ui-"), let number = Int32(name.dropFirst(14)) { found.append(number) }
    }
    return found
  }
}
