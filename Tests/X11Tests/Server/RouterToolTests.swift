import EventRouting
import LinuxSystem
import TestHarness
import Testing

/// `runloop router --show window` with two demos, on Xvfb: processes of their own on one screen.
@Suite(.hangLimit, .serialized, .enabled(if: Programs.xdotool))
struct RouterToolTests {
  private let server: XServer
  private let folder: TemporaryFolder
  private var socket: String { folder.path + "/router" }
  private let router: ChildProgram

  init() throws {
    server = try XServer(.xvfb(width: 1000, height: 700))
    folder = try TemporaryFolder()
    router = try ChildProgram(
      try ChildProgram.product("runloop"),
      ["router", "--show", "window", "--screen", "1000x700", "--socket", folder.path + "/router"],
      environment: server.environment)
    let router = router
    waitUntil(30) { router.output.contains("listening") }
    try #require(router.output.contains("listening"), "\(router.errors)")
  }

  private func demo(_ name: String, at corner: String) throws -> ChildProgram {
    try ChildProgram(
      try ChildProgram.product("runloop"),
      ["demo", name, "--router", socket, "--size", "500x340", "--at", corner],
      environment: ["MAINSPRING_UI": "1", "XDG_RUNTIME_DIR": folder.path])
  }

  private func tool(_ words: String...) throws -> ChildProgram.Outcome {
    try ChildProgram.run(
      try ChildProgram.product("runloop"), words, environment: ["XDG_RUNTIME_DIR": folder.path])
  }

  /// The applications as `list` prints them, the front one first.
  private func applications() throws -> [(name: String, process: String)] {
    try tool("router", "list", "--socket", socket).output.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "\t")
      return cells.count > 3 ? (String(cells[1]), String(cells[3].dropFirst("process ".count))) : nil
    }
  }

  @Test func twoDemosShareTheScreenAndTheInput() throws {
    let display = try X11Display(server.display, authority: server.authority)
    defer { display.close() }
    func isSoon(_ color: UInt32, _ x: Int, _ y: Int) -> Bool {
      waitUntil(30) { (try? display.screenPixels())?[y * 1000 + x] == color }
    }
    let (ground, card, none) = (UInt32(0xF2F2F7), UInt32(0xFFFFFF), UInt32(0x202428))
    #expect(isSoon(none, 500, 350))
    let controls = try demo("controls", at: "0,0")
    defer { controls.end() }
    #expect(isSoon(ground, 0, 0), "\(controls.errors)")
    #expect(isSoon(card, 204, 154) && isSoon(none, 520, 300))
    let first = try #require(try applications().first)
    let canvas = try demo("canvas", at: "200,150")
    defer { canvas.end() }
    // Over the other one, and beside it.
    #expect(isSoon(ground, 204, 154) && isSoon(ground, 697, 160), "\(canvas.errors)")
    #expect(try applications().map { String($0.name.prefix(4)) } == ["canv", "cont"])

    let unknown = try tool("router", "front", "controls", "--socket", socket)
    #expect(unknown.status == 1 && unknown.errors.contains("no application is called 'controls'"))
    #expect(try tool("router", "front", first.name, "--socket", socket).status == 0)
    #expect(isSoon(card, 204, 154))
    // The pointer presses what it is over, in the window in front.
    let click = try ChildProgram(
      "xdotool", ["mousemove", "74", "128", "click", "1"], environment: server.environment)
    #expect(click.wait() == 0, "\(click.errors)")
    let pressed = try tool("ui", first.process, "wait", "1 press", "--seconds", "20")
    #expect(pressed.status == 0, "\(pressed.errors)")

    controls.end()
    #expect(isSoon(none, 4, 4) && isSoon(ground, 204, 154))
    router.end()
    #expect(router.status == 0, "\(router.errors)")
  }
}
