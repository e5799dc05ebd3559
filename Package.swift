// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Mainspring",
  products: [
    .library(name: "RunLoopCore", targets: ["RunLoopCore"]),
    .library(name: "StallMonitoring", targets: ["StallMonitoring"]),
    .library(name: "HIDEvents", targets: ["HIDEvents"]),
    .library(name: "EventRouting", targets: ["EventRouting"]),
    .library(name: "ResponderKit", targets: ["ResponderKit"]),
    .library(name: "DesktopWindows", targets: ["DesktopWindows"]),
    .library(name: "BenchmarkKit", targets: ["BenchmarkKit"]),
    .executable(name: "runloop", targets: ["runloop"]),
  ],
  targets: [
    // System calls that Swift's Glibc module leaves out. Header only: no C is compiled.
    .systemLibrary(name: "CLinux"),
    // The run loop.
    .target(name: "RunLoopCore", dependencies: ["CLinux"]),
    // The scenario language: one script, any run loop.
    .target(name: "Scenarios"),
    // What benchmarks of any run loop need: histograms, rounds, reports.
    .target(name: "BenchmarkKit", dependencies: ["CLinux"]),
    // Finds what holds a loop up.
    .target(name: "StallMonitoring", dependencies: ["CLinux", "RunLoopCore"]),
    // Input events as values, and as packets between processes.
    .target(name: "HIDEvents"),
    // Where events come from, and who gets them: device readers and the router process.
    .target(name: "EventRouting", dependencies: ["CLinux", "RunLoopCore", "HIDEvents"]),
    // Applications, windows, views, touches, gestures and controls: a client of the run loop.
    .target(name: "ResponderKit", dependencies: ["RunLoopCore", "HIDEvents"]),
    // A window of ResponderKit as a real one on a desktop.
    .target(
      name: "DesktopWindows", dependencies: ["RunLoopCore", "HIDEvents", "EventRouting", "ResponderKit"]),
    // The command-line tool.
    .executableTarget(
      name: "runloop",
      dependencies: [
        "CLinux", "RunLoopCore", "Scenarios", "BenchmarkKit", "StallMonitoring", "HIDEvents", "EventRouting",
        "ResponderKit", "DesktopWindows",
      ]),

    // The real CFRunLoop, driven by the same scenarios, under a virtual clock of its own; and a model of both loops.
    .target(name: "CVirtualTime", path: "Tests/CVirtualTime"),
    .executableTarget(name: "cforacle", dependencies: ["CVirtualTime", "Scenarios"], path: "Tests/CFOracle"),
    .target(name: "ScenarioModel", dependencies: ["Scenarios"], path: "Tests/ScenarioModel"),

    // What the documents say is what the code does.
    .testTarget(name: "DocsTests", dependencies: ["RunLoopCore", "StallMonitoring"]),
    .testTarget(name: "BenchmarkKitTests", dependencies: ["BenchmarkKit"]),
    // The tool's `bench`, as a process.
    .testTarget(name: "BenchToolTests", dependencies: ["BenchmarkKit"]),
    .testTarget(name: "HIDEventsTests", dependencies: ["HIDEvents"]),
    // The X server's client, against servers that the tests start; pictures; windows.
    .testTarget(
      name: "X11Tests",
      dependencies: [
        "EventRouting", "HIDEvents", "RunLoopCore", "ResponderKit", "DesktopWindows", "CLinux", "runloop",
      ]),
    .testTarget(
      name: "EventRoutingTests", dependencies: ["EventRouting", "HIDEvents", "RunLoopCore", "CLinux"]),
    .executableTarget(
      name: "responderprobe", dependencies: ["ResponderKit", "HIDEvents", "RunLoopCore"],
      path: "Tests/ResponderProbe"),
    .testTarget(
      name: "ResponderKitTests", dependencies: ["ResponderKit", "HIDEvents", "RunLoopCore", "responderprobe"]),
    // The tool's `stalls`, as a process.
    .testTarget(name: "StallToolTests"),
    .testTarget(name: "ScenarioTests", dependencies: ["Scenarios"]),
    .testTarget(name: "StallMonitoringTests", dependencies: ["StallMonitoring", "RunLoopCore", "CLinux"]),
    // Many threads on few loops: races, lost wake-ups, leaks.
    .testTarget(name: "RunLoopStressTests", dependencies: ["RunLoopCore"]),
    // Runs `runloop` and `cforacle` as programs, and must not link them: the oracle's clocks are not the machine's.
    .testTarget(
      name: "CFComparisonTests", dependencies: ["RunLoopCore", "Scenarios", "ScenarioModel"],
      exclude: ["Scenarios"]),

    // What needs a main thread or a process of its own: run by the tests as a child.
    .executableTarget(name: "loopprobe", dependencies: ["RunLoopCore"], path: "Tests/LoopProbe"),
    .testTarget(name: "RunLoopCoreTests", dependencies: ["RunLoopCore", "loopprobe"]),
  ],
  swiftLanguageModes: [.v6]
)
