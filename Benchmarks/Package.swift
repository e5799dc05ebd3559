// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Other event loops, from Debian's packages. One whose package is missing is left out, and said so; the root package
// needs none of them.

struct Library {
  let name: String
  let file: String
  let define: String
  let header: String
  let package: String
  let links: [String]

  var isInstalled: Bool { FileManager.default.fileExists(atPath: "/usr/include/\(header)") }
}

let libraries = [
  Library(
    name: "libuv", file: "Libuv.c", define: "HAVE_LIBUV", header: "uv.h", package: "libuv1-dev", links: ["uv"]
  ),
  Library(
    name: "libevent", file: "Libevent.c", define: "HAVE_LIBEVENT", header: "event2/event.h",
    package: "libevent-dev", links: ["event", "event_pthreads"]),
  // After libevent: libev brings functions of libevent's names, and the first library with a name is the one called.
  Library(
    name: "libev", file: "Libev.c", define: "HAVE_LIBEV", header: "ev.h", package: "libev-dev", links: ["ev"]),
  Library(
    name: "GLib", file: "GLib.c", define: "HAVE_GLIB", header: "glib-2.0/glib.h", package: "libglib2.0-dev",
    links: ["glib-2.0"]),
  Library(
    name: "sd-event", file: "SDEvent.c", define: "HAVE_SD_EVENT", header: "systemd/sd-event.h",
    package: "libsystemd-dev", links: ["systemd"]),
]

let installed = libraries.filter(\.isInstalled)
let missing = libraries.filter { !$0.isInstalled }
for library in missing {
  // Standard error: standard output is the package manager's.
  FileHandle.standardError.write(
    Data("\(library.name) is left out of the comparison: apt install \(library.package)\n".utf8))
}
// The tool says it again, beside its figures.
let missingText = missing.map { "\($0.name) (apt install \($0.package))" }.joined(separator: ", ")
let hasLibuv = installed.contains { $0.name == "libuv" }
let hasGLib = installed.contains { $0.name == "GLib" }

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "Mainspring", path: "..")],
  targets: [
    // GLib's headers are in a folder of its own, which pkg-config knows.
    .systemLibrary(name: "PeerGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
    // A C file for each peer, so that no peer's header is seen by Swift.
    .target(
      name: "Peers",
      dependencies: hasGLib ? ["PeerGLib"] : [],
      exclude: missing.map(\.file),
      cSettings: [.define("_GNU_SOURCE"), .define("MISSING_PEERS", to: "\"\(missingText)\"")]
        + installed.map { .define($0.define) } + [.enableWarning("all"), .enableWarning("extra")],
      linkerSettings: installed.flatMap(\.links).map { .linkedLibrary($0) }),
    // Processes that do nothing but start: each links its loop and nothing else.
    .target(name: "FirstCallout"),
    .executableTarget(
      name: "FirstCalloutMainspring",
      dependencies: ["FirstCallout", .product(name: "RunLoopCore", package: "Mainspring")]),
    .executableTarget(name: "FirstCalloutFoundation", dependencies: ["FirstCallout"]),
    // Only links the libraries that are preloaded, so that they are built.
    .executableTarget(
      name: "PreloadedLibraries",
      dependencies: [
        .product(name: "MainspringFoundation", package: "Mainspring"),
        .product(name: "MainspringFoundationEngine", package: "Mainspring"),
      ]),
    .executableTarget(
      name: "compare",
      dependencies: [
        "Peers", "FirstCallout", "FirstCalloutMainspring", "FirstCalloutFoundation",
        "PreloadedLibraries",
        .product(name: "RunLoopCore", package: "Mainspring"),
        .product(name: "BenchmarkKit", package: "Mainspring"),
      ]),
  ]
    // The hello server on two loops, and what races them with wrk(1).
    + (hasLibuv
      ? [
        .executableTarget(
          name: "HelloMainspring",
          dependencies: [
            .product(name: "RunLoopCore", package: "Mainspring"),
            .product(name: "RunLoopNet", package: "Mainspring"),
          ]),
        .executableTarget(
          name: "HelloLibuv", cSettings: [.enableWarning("all"), .enableWarning("extra")],
          linkerSettings: [.linkedLibrary("uv")]),
        .executableTarget(
          name: "http",
          dependencies: [
            "Peers", "HelloMainspring", "HelloLibuv", .product(name: "BenchmarkKit", package: "Mainspring"),
          ]),
      ] : []),
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu11
)
