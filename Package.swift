// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Mainspring",
  products: [
    .library(name: "RunLoopCore", targets: ["RunLoopCore"]),
    .executable(name: "runloop", targets: ["runloop"]),
  ],
  targets: [
    // System calls that Swift's Glibc module leaves out. Header only: no C is compiled.
    .systemLibrary(name: "CLinux"),
    // The run loop.
    .target(name: "RunLoopCore", dependencies: ["CLinux"]),
    // The scenario language: one script, any run loop.
    .target(name: "Scenarios"),
    // The command-line tool.
    .executableTarget(name: "runloop", dependencies: ["RunLoopCore", "Scenarios"]),

    // The real CFRunLoop, driven by the same scenarios, under a virtual clock of its own; and a model of both loops.
    .target(name: "CVirtualTime", path: "Tests/CVirtualTime"),
    .executableTarget(name: "cforacle", dependencies: ["CVirtualTime", "Scenarios"], path: "Tests/CFOracle"),
    .target(name: "ScenarioModel", dependencies: ["Scenarios"], path: "Tests/ScenarioModel"),

    .testTarget(name: "ScenarioTests", dependencies: ["Scenarios"]),

    // What needs a main thread or a process of its own: run by the tests as a child.
    .executableTarget(name: "loopprobe", dependencies: ["RunLoopCore"], path: "Tests/LoopProbe"),
    .testTarget(name: "RunLoopCoreTests", dependencies: ["RunLoopCore", "loopprobe"]),
  ],
  swiftLanguageModes: [.v6]
)
