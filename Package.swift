// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Mainspring",
  products: [
    .library(name: "RunLoopCore", targets: ["RunLoopCore"]),
    .library(name: "RunLoopDispatch", targets: ["RunLoopDispatch"]),
    .library(name: "RunLoopExecutors", targets: ["RunLoopExecutors"]),
    .library(name: "RunLoopNet", targets: ["RunLoopNet"]),
    // For tests: a loop for each test. It imports Swift Testing.
    .library(name: "RunLoopTesting", targets: ["RunLoopTesting"]),
    .library(name: "StallMonitoring", targets: ["StallMonitoring"]),
    // The loop for C and whatever can call C: see Sources/CRunLoop/runloop.h.
    .library(name: "RunLoopC", type: .dynamic, targets: ["RunLoopC"]),
    // Foundation's run loops on this one: Docs/foundation.md. The first is preloaded, and opens the second; the third is linked.
    .library(name: "MainspringFoundation", type: .dynamic, targets: ["FoundationPreload"]),
    .library(name: "MainspringFoundationEngine", type: .dynamic, targets: ["FoundationBridge"]),
    .library(name: "FoundationBridge", targets: ["FoundationBridge", "FoundationShim"]),
    .library(name: "HIDEvents", targets: ["HIDEvents"]),
    .library(name: "EventRouting", targets: ["EventRouting"]),
    .library(name: "ResponderKit", targets: ["ResponderKit"]),
    .library(name: "UIKit", targets: ["UIKit"]),
    .library(name: "DesktopWindows", targets: ["DesktopWindows"]),
    .library(name: "BenchmarkKit", targets: ["BenchmarkKit"]),
    .executable(name: "runloop", targets: ["runloop"]),
  ],
  targets: [
    // Libraries.

    // The system calls that Swift's modules of the C library leave out, header only: no C is compiled. And both as one module.
    .systemLibrary(name: "CLinux"),
    .target(name: "LinuxSystem", dependencies: ["CLinux"]),
    // Texts of other origin, and texts for other programs: lines for a terminal, JSON, markup.
    .target(name: "PlainText"),
    // Packed bytes, as zlib, gzip and zstd write them.
    .target(name: "Packing"),
    // The run loop.
    .target(name: "RunLoopCore", dependencies: ["LinuxSystem"]),
    // The main dispatch queue, and with it the main actor, on the main loop.
    .target(name: "RunLoopDispatch", dependencies: ["LinuxSystem", "RunLoopCore"]),
    // Actors and tasks on a loop.
    .target(name: "RunLoopExecutors", dependencies: ["LinuxSystem", "RunLoopCore"]),
    // Stream sockets, datagrams, pipes and names on a loop; no TLS, no protocols.
    .target(name: "RunLoopNet", dependencies: ["LinuxSystem", "RunLoopCore"]),
    // A loop of its own for each test that wants one.
    .target(name: "RunLoopTesting", dependencies: ["LinuxSystem", "RunLoopCore", "RunLoopExecutors"]),
    // Finds what holds a loop up.
    .target(name: "StallMonitoring", dependencies: ["LinuxSystem", "PlainText", "Packing", "RunLoopCore"]),
    // The header for C, and what is behind it.
    .systemLibrary(name: "CRunLoop"),
    .target(name: "RunLoopC", dependencies: ["LinuxSystem", "CRunLoop", "RunLoopCore", "StallMonitoring"]),
    // CFRunLoop's functions for programs with Foundation: the table in C, which costs others nothing, and the engine.
    .systemLibrary(name: "CFoundationHooks"),
    .target(name: "FoundationShim"),
    .target(name: "FoundationPreload", dependencies: ["FoundationShim"]),
    .target(
      name: "FoundationBridge",
      dependencies: ["CFoundationHooks", "LinuxSystem", "RunLoopCore", "RunLoopDispatch", "StallMonitoring"]),
    // Input events as values, and as packets between processes.
    .target(name: "HIDEvents"),
    // Where events come from, and who gets them: device readers and the router process.
    .target(name: "EventRouting", dependencies: ["LinuxSystem", "RunLoopCore", "HIDEvents"]),
    // D-Bus, by which programs of a desktop call each other: its messages, and a connection to a bus.
    .target(name: "DBus", dependencies: ["LinuxSystem", "RunLoopCore"]),
    // AT-SPI: an application's elements for screen readers and other programs of the desktop.
    .target(name: "AccessibilityBus", dependencies: ["LinuxSystem", "RunLoopCore", "DBus"]),
    // Applications, windows, views, touches, gestures and controls: a client of the run loop.
    .target(
      name: "ResponderKit",
      dependencies: ["LinuxSystem", "PlainText", "Packing", "RunLoopCore", "HIDEvents", "AccessibilityBus"]),
    // A window of ResponderKit as a real one on a desktop.
    .target(
      name: "DesktopWindows", dependencies: ["RunLoopCore", "HIDEvents", "EventRouting", "ResponderKit"]),
    // ResponderKit by the name that UIKit's programs import, and the beginning of programs with `@main`.
    .target(
      name: "UIKit",
      dependencies: [
        "LinuxSystem", "HIDEvents", "RunLoopCore", "ResponderKit", "DesktopWindows", "RunLoopDispatch",
        "RunLoopExecutors",
      ]),
    // The scenario language: one script, any run loop.
    .target(name: "Scenarios", dependencies: ["LinuxSystem"]),
    // What benchmarks of any run loop need: histograms, rounds, reports.
    .target(name: "BenchmarkKit", dependencies: ["LinuxSystem", "PlainText"]),
    // What `runloop bench` times of the core; Benchmarks/ compiles the same text for the loops that it compares.
    .target(name: "LoopWorkloads", dependencies: ["LinuxSystem", "RunLoopCore", "BenchmarkKit"]),

    // The tool.

    .executableTarget(
      name: "runloop",
      dependencies: [
        "LinuxSystem", "PlainText", "RunLoopCore", "RunLoopDispatch", "Scenarios", "BenchmarkKit",
        "LoopWorkloads",
        "StallMonitoring", "HIDEvents", "FoundationBridge", "EventRouting", "ResponderKit", "DesktopWindows",
      ]),

    // Examples, short enough to be read.

    // A chat of many connections, HTTP and a plain echo over stream sockets.
    .executableTarget(
      name: "ChatRoom", dependencies: ["RunLoopCore", "RunLoopNet"], path: "Sources/Examples/ChatRoom"),
    .executableTarget(
      name: "EchoServer", dependencies: ["RunLoopCore", "RunLoopNet"], path: "Sources/Examples/EchoServer"),
    .executableTarget(
      name: "HelloServer", dependencies: ["RunLoopCore", "RunLoopNet"], path: "Sources/Examples/HelloServer"),
    // Jobs at the times of a table; child processes that are kept running.
    .executableTarget(name: "Scheduler", dependencies: ["RunLoopCore"], path: "Sources/Examples/Scheduler"),
    .executableTarget(name: "Supervisor", dependencies: ["RunLoopCore"], path: "Sources/Examples/Supervisor"),
    // A program whose @MainActor code runs on the main loop.
    .executableTarget(
      name: "MainActorProgram",
      dependencies: ["CLinux", "RunLoopCore", "RunLoopDispatch", "RunLoopExecutors"],
      path: "Sources/Examples/MainActorProgram"),
    // The same in another library's main loop.
    .executableTarget(
      name: "HostedMainActor", dependencies: ["CLinux", "RunLoopCore", "RunLoopDispatch"],
      path: "Sources/Examples/HostedMainActor"),

    // Tests, in the order of the libraries, and what they share.

    .testTarget(name: "PlainTextTests", dependencies: ["PlainText", "TestHarness"]),
    .testTarget(name: "PackingTests", dependencies: ["Packing", "TestHarness"]),
    // The promises of the loop, and of what runs on it.
    .testTarget(
      name: "RunLoopCoreTests",
      dependencies: ["LinuxSystem", "RunLoopCore", "TestHarness", "TestSupport", "loopprobe"]),
    // Many threads on few loops: races, lost wake-ups, leaks.
    .testTarget(
      name: "RunLoopStressTests", dependencies: ["LinuxSystem", "RunLoopCore", "TestHarness", "TestSupport"]),
    // Runs `runloop` and `cforacle` as programs, and must not link them: the oracle's clocks are not the machine's.
    .testTarget(
      name: "CFComparisonTests",
      dependencies: ["LinuxSystem", "RunLoopCore", "Scenarios", "ScenarioModel", "TestHarness"],
      exclude: ["Scenarios"]),
    // Actors and tasks on a loop; sockets.
    .testTarget(
      name: "RunLoopExecutorsTests",
      dependencies: [
        "LinuxSystem", "RunLoopCore", "RunLoopExecutors", "StallMonitoring", "TestHarness", "TestSupport",
        "executorprobe", "asyncmainprobe", "MainActorProgram",
      ]),
    .testTarget(
      name: "RunLoopNetTests",
      dependencies: ["RunLoopNet", "RunLoopCore", "LinuxSystem", "TestHarness", "TestSupport"]),
    // C and Python programs against the library, and other event loops around and inside ours.
    .testTarget(
      name: "RunLoopCTests", dependencies: ["RunLoopC", "HostedMainActor", "TestHarness"],
      exclude: ["Programs"]),
    // The stall monitor, in a simulated world and on real threads.
    .testTarget(
      name: "StallMonitoringTests",
      dependencies: [
        "StallMonitoring", "RunLoopCore", "LinuxSystem", "Packing", "TestHarness", "TestSupport",
      ]),
    // The tool's `stalls`, as a process.
    .testTarget(name: "StallToolTests", dependencies: ["StallMonitoring", "TestHarness", "runloop"]),
    // The tables behind CFRunLoop's objects.
    .testTarget(
      name: "FoundationBridgeTests",
      dependencies: ["LinuxSystem", "FoundationBridge", "TestHarness", "TestSupport"]),
    // Input, from the packet and the device to the view.
    .testTarget(name: "HIDEventsTests", dependencies: ["HIDEvents", "TestHarness"]),
    .testTarget(
      name: "EventRoutingTests",
      dependencies: [
        "EventRouting", "ResponderKit", "HIDEvents", "RunLoopCore", "LinuxSystem", "TestHarness",
        "TestSupport",
        "routerprobe", "runloop",
      ]),
    // The bus of a desktop: bytes, damaged bytes, a bus in the test, the real one; an application on it.
    .testTarget(
      name: "DBusTests",
      dependencies: [
        "DBus", "AccessibilityBus", "ResponderKit", "LinuxSystem", "RunLoopCore", "TestHarness",
        "TestSupport",
      ]),
    .testTarget(
      name: "ResponderKitTests",
      dependencies: [
        "LinuxSystem", "ResponderKit", "UIKit", "HIDEvents", "RunLoopCore", "TestHarness", "TestSupport",
        "responderprobe",
        "mallocprobe", "templateprogram",
      ]),
    // The X server's client, against servers that the tests start; pictures; windows.
    .testTarget(
      name: "X11Tests",
      dependencies: [
        "EventRouting", "HIDEvents", "RunLoopCore", "ResponderKit", "DesktopWindows", "LinuxSystem",
        "Packing", "TestHarness", "TestSupport", "runloop", "templateprogram",
      ]),
    // The scenario language; histograms, rounds and verdicts.
    .testTarget(name: "ScenarioTests", dependencies: ["Scenarios", "TestHarness"]),
    .testTarget(
      name: "BenchmarkKitTests", dependencies: ["LinuxSystem", "PlainText", "BenchmarkKit", "TestHarness"]),
    // The tool's `bench`, as a process.
    .testTarget(
      name: "BenchToolTests",
      dependencies: [
        "LinuxSystem", "RunLoopCore", "BenchmarkKit", "LoopWorkloads", "TestHarness", "TestSupport",
        "runloop",
      ]),
    // The examples, as processes.
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "LinuxSystem", "EchoServer", "HelloServer", "ChatRoom", "Scheduler", "Supervisor", "TestHarness",
      ]),
    // What the documents say is what the code does.
    .testTarget(
      name: "DocsTests", dependencies: ["LinuxSystem", "RunLoopCore", "StallMonitoring", "TestHarness"]),
    // The lists of mutants held against the sources; what suites share.
    .testTarget(name: "MutantTests", dependencies: ["MutantKit", "TestHarness", "mutants"]),
    .testTarget(
      name: "TestHarnessTests",
      dependencies: [
        "LinuxSystem", "RunLoopCore", "RunLoopExecutors", "RunLoopTesting", "TestHarness", "TestSupport",
      ]),
    // What suites of tests share: limits for hangs, and the count of a fuzz test's steps that did something.
    .target(
      name: "TestHarness", dependencies: ["LinuxSystem", "StallMonitoring"], path: "Tests/TestHarness"),
    // Threads of their own and repeatable dice, for several of the test targets.
    .target(name: "TestSupport", dependencies: ["LinuxSystem", "RunLoopCore"], path: "Tests/TestSupport"),
    // A model of both loops.
    .target(name: "ScenarioModel", dependencies: ["Scenarios"], path: "Tests/ScenarioModel"),
    // Plausible mistakes in the product: Docs/testing.md.
    .target(name: "MutantKit", path: "Tests/Mutants/Kit"),

    // Programs that tests run, and their parts in C.

    // Shows which of the mistakes the tests notice.
    .executableTarget(
      name: "mutants", dependencies: ["LinuxSystem", "MutantKit"], path: "Tests/Mutants/Program"),
    // The real CFRunLoop, driven by the scenarios, under a virtual clock of its own.
    .executableTarget(
      name: "cforacle", dependencies: ["CVirtualTime", "Scenarios"], path: "Tests/Programs/CFOracle"),
    // The oracle's clocks.
    .target(name: "CVirtualTime", path: "Tests/Programs/CVirtualTime"),
    // What needs a main thread or a process of its own.
    .executableTarget(
      name: "loopprobe", dependencies: ["RunLoopCore", "LinuxSystem"], path: "Tests/Programs/LoopProbe"),
    // The same for the main dispatch queue and the main executor; `executorprobe hops` measures.
    .executableTarget(
      name: "executorprobe",
      dependencies: ["LinuxSystem", "RunLoopCore", "RunLoopDispatch", "RunLoopExecutors", "TestSupport"],
      path: "Tests/Programs/ExecutorProbe"),
    // Programs whose main() is asynchronous.
    .executableTarget(
      name: "asyncmainprobe",
      dependencies: ["LinuxSystem", "RunLoopCore", "RunLoopDispatch", "RunLoopExecutors", "TestSupport"],
      path: "Tests/Programs/AsyncMainProbe"),
    // A program with Foundation, and nothing of ours; one without, which opens it later; one that links the bridge.
    .executableTarget(name: "foundationprobe", path: "Tests/Programs/FoundationProbe"),
    .executableTarget(name: "foundationlate", path: "Tests/Programs/FoundationLate"),
    .executableTarget(
      name: "foundationlinked", dependencies: ["FoundationBridge", "FoundationShim", "RunLoopCore"],
      path: "Tests/Programs/FoundationLinked"),
    // Applications, and a user who may not connect.
    .executableTarget(
      name: "routerprobe", dependencies: ["LinuxSystem", "ResponderKit", "HIDEvents", "RunLoopCore"],
      path: "Tests/Programs/RouterProbe"),
    .executableTarget(
      name: "responderprobe",
      dependencies: ["LinuxSystem", "ResponderKit", "HIDEvents", "RunLoopCore", "RunLoopDispatch"],
      path: "Tests/Programs/ResponderProbe"),
    // Xcode's template for applications. It names ResponderKit, too: otherwise it is not compiled anew when only that has changed.
    .executableTarget(
      name: "templateprogram", dependencies: ["ResponderKit", "UIKit"],
      path: "Tests/Programs/TemplateProgram"),
    // Counts calls of malloc, which it replaces: a program by itself.
    .executableTarget(
      name: "mallocprobe",
      dependencies: ["LinuxSystem", "CMallocCount", "ResponderKit", "HIDEvents", "RunLoopCore"],
      path: "Tests/Programs/MallocProbe"),
    // Its replacement of malloc.
    .target(name: "CMallocCount", path: "Tests/Programs/CMallocCount"),
  ],
  swiftLanguageModes: [.v6]
)

// MAINSPRING_TARGETS restricts the build to the named targets and their dependencies, which is enough for some checks.
if let names = Context.environment["MAINSPRING_TARGETS"] {
  var kept: Set<String> = []
  var open = names.split(whereSeparator: \.isWhitespace).map(String.init)
  while let name = open.popLast() {
    guard kept.insert(name).inserted else { continue }
    guard let target = package.targets.first(where: { $0.name == name }) else {
      fatalError("no target \(name)")
    }
    for case .byNameItem(let name, _) in target.dependencies { open.append(name) }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { product in
    switch product {
    case let library as Product.Library: !kept.isSuperset(of: library.targets)
    case let program as Product.Executable: !kept.isSuperset(of: program.targets)
    default: true
    }
  }
}
