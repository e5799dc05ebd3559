import TestHarness
import Testing

/// The recipes of Docs/embedding.md: `Sources/Examples/Recipes`, with the real libraries.
@Suite(.hangLimit) struct RecipeTests {
  struct Recipe: CustomTestStringConvertible, Sendable {
    let file: String
    var modules: [String] = []
    var package = ""
    /// Run before the program, and what that needs, as a command.
    var prefix = ""
    var condition = "true"
    let lines: [String]
    var testDescription: String { file }
  }

  static let recipes = [
    Recipe(
      file: "signals",
      lines: [
        "reloads", "ends when its work is done: 1 in progress", "a worker ended with 3", "done",
      ]),
    Recipe(
      file: "sd_event_inside", modules: ["libsystemd"], package: "libsystemd-dev",
      lines: ["sd-event's own", "3 ticks of the run loop", "performed without a wake-up"]),
    Recipe(
      file: "sd_event_around", modules: ["libsystemd"], package: "libsystemd-dev",
      lines: ["3 ticks of sd-event", "deferred", "the run loop's own"]),
    Recipe(
      file: "sd_bus", modules: ["libsystemd"], package: "libsystemd-dev and dbus-daemon",
      prefix: "dbus-run-session -- ", condition: "command -v dbus-run-session",
      lines: ["the service has its name: yes", "100 answers", "a call without an answer: timed out"]),
    Recipe(
      file: "curl", modules: ["libcurl"], package: "libcurl4-openssl-dev", lines: ["8 answers, 0 failures"]),
    Recipe(
      file: "libpq", modules: ["libpq"], package: "libpq-dev and postgresql",
      prefix: "sh '\(Toolbox.package)/Tests/RunLoopCTests/Programs/with_postgres.sh' ",
      condition: "ls /usr/lib/postgresql/*/bin/initdb && command -v setpriv",
      lines: ["answer: 42", "notified: hello"]),
    Recipe(
      file: "wayland", modules: ["wayland-client", "wayland-server"], package: "libwayland-dev",
      lines: ["shared memory: yes, 50 round trips"]),
  ]

  @Test(
    .enabled(if: Toolbox.hasCompiler, "skipped: no C compiler (cc), or the library was not built"),
    arguments: recipes)
  func eachRecipeWorks(recipe: Recipe) throws {
    guard recipe.modules.allSatisfy(Toolbox.has), try Toolbox.shell(recipe.condition).status == 0 else {
      return print("skipped: \(recipe.file).c needs \(recipe.package)")
    }
    var lines = try Toolbox.runC(
      "Sources/Examples/Recipes/\(recipe.file).c", modules: recipe.modules, prefix: recipe.prefix)
    // What the bus itself reports, as that it may not raise a limit.
    lines.removeAll { $0.hasPrefix("dbus-daemon[") }
    // The order of what two loops do at the same time is open.
    let isOpen = recipe.file.hasPrefix("sd_event")
    #expect(isOpen ? lines.sorted() == recipe.lines.sorted() : lines == recipe.lines, "\(lines)")
  }
}
