import LinuxSystem
import TestHarness
import Testing

/// A program that begins with its delegate, in a window on Xvfb: `Tests/Programs/TemplateProgram`.
@Suite(.hangLimit, .serialized, .enabled(if: Programs.xvfb && Programs.xdotool))
struct TemplateProgramTests {
  @Test func theProgramEndsWhenItsWindowIsClosed() throws {
    let server = try XServer(.xvfb(width: 600, height: 900))
    let program = try ChildProgram(
      try ChildProgram.product("templateprogram"), environment: server.environment)
    defer { program.end() }
    let search = ["search", "--sync", "--onlyvisible", "--name", "templateprogram"]
    let shown = try ChildProgram.run("xdotool", search, environment: server.environment)
    #expect(shown.status == 0, "\(program.errors)")
    let closed = try ChildProgram.run("xdotool", search + ["windowclose"], environment: server.environment)
    #expect(closed.status == 0, "\(closed.errors)")
    waitUntil(30) { program.status != nil }
    #expect(program.status == 0, "\(program.errors)")
    let lines = program.output.split(separator: "\n").suffix(4)
    #expect(
      lines == ["scene resigns", "scene in the background", "scene disconnected", "application terminates"])
  }

  @Test func aProgramWithoutADesktopFails() throws {
    let outcome = try ChildProgram.run(
      try ChildProgram.product("templateprogram"),
      environment: ["DISPLAY": ":4000", "WAYLAND_DISPLAY": "", "XDG_SESSION_TYPE": ""])
    #expect(outcome.status == 1 && outcome.errors.hasPrefix("templateprogram: "), "\(outcome.errors)")
  }
}
