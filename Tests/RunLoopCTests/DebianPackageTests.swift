import Foundation
import TestHarness
import Testing

/// The Debian package that `Packaging/debian` makes: installed into an empty root, used there, and removed.
@Suite(
  .hangLimit,
  .enabled(
    if: DebianPackage.isPossible,
    "skipped: not root, no dpkg, static Swift, C compiler or pkg-config, or not all was built"
  ))
struct DebianPackageTests {
  @Test func isInstalledUsedAndRemovedWithoutATrace() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/runloop-debian-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func run(_ command: String) throws -> [String] {
      let ran = try Toolbox.shell("cd '\(folder)' && \(command)")
      try #require(ran.status == 0, "\(command): \(ran.output)")
      return ran.output.split(separator: "\n").map(String.init)
    }
    _ = try run(
      "PACKAGING_COMPRESSION=none '\(Toolbox.package)/Packaging/debian' --products '\(Toolbox.products)' .")

    let dpkg = "dpkg --root='\(folder)/root' --log=/dev/null --force-depends"
    let files = "find root -mindepth 1 -not -path 'root/var*' | sort"
    _ = try run("mkdir -p root/var/lib/dpkg/info root/var/lib/dpkg/updates root/var/lib/dpkg/triggers")
    _ = try run("touch root/var/lib/dpkg/status")
    #expect(try run(files) == [])
    _ = try run("\(dpkg) --install runloop_*.deb")

    // A C program finds the header and the library by pkg-config, and the library by its soname.
    let config =
      "PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 PKG_CONFIG_SYSROOT_DIR='\(folder)/root'"
      + " PKG_CONFIG_PATH=\"$(dirname root/usr/lib/*/pkgconfig/runloop.pc)\" pkg-config"
    let version = try run("cat '\(Toolbox.package)/Packaging/version'")
    #expect(try run("\(config) --modversion runloop") == version)
    _ = try run(
      "cc -Wall -Werror '\(Toolbox.package)/Sources/Examples/CProgram/tick.c' -o tick $(\(config) --cflags --libs runloop)"
    )
    #expect(try run("readelf -d tick | grep -c 'librunloop.so.0'") == ["1"])
    let ticked = try run(
      "env -i LD_LIBRARY_PATH=\"$(dirname \"$PWD\"/root/usr/lib/*/librunloop.so.0)\" timeout 280 ./tick")
    #expect(ticked.starts(with: ["the run begins", "tick 1", "tick 2", "tick 3"]), "\(ticked)")

    if try Toolbox.shell("command -v cmake").status == 0 {
      let project = """
        cmake_minimum_required(VERSION 3.13)
        project(tick C)
        find_package(runloop \(version[0]) EXACT REQUIRED)
        add_executable(tick "\(Toolbox.package)/Sources/Examples/CProgram/tick.c")
        target_link_libraries(tick runloop::runloop)
        """
      try FileManager.default.createDirectory(atPath: "\(folder)/project", withIntermediateDirectories: true)
      try project.write(toFile: "\(folder)/project/CMakeLists.txt", atomically: true, encoding: .utf8)
      _ = try run("cmake -S project -B built -DCMAKE_PREFIX_PATH=\"$PWD/root/usr\" && cmake --build built")
      #expect(try run("readelf -d built/tick | grep -c 'librunloop.so.0'") == ["1"])
      let refused = try Toolbox.shell(
        "cd '\(folder)' && sed -i 's/EXACT//; s/runloop [0-9.]*/runloop 99.0/' project/CMakeLists.txt"
          + " && cmake -S project -B other -DCMAKE_PREFIX_PATH=\"$PWD/root/usr\"")
      #expect(refused.status != 0, "a version that is not there is refused")
    } else {
      print("skipped: a project of CMake, since there is no cmake")
    }

    #expect(try run("root/usr/bin/runloop --help").first == "usage: runloop COMMAND [ARGUMENTS]")
    let manual = try run("gzip -dc root/usr/share/man/man1/runloop.1.gz")
    #expect(manual.first?.hasPrefix(".TH RUNLOOP 1") == true)
    let commands = try run("root/usr/bin/runloop --help").compactMap { $0.firstMatch(of: /^  ([a-z]+)\s/)?.1 }
    #expect(commands.count >= 8 && commands.contains("foundation"), "\(commands)")
    for command in commands.filter({ $0 != "help" }) + ["stalls attach", "stalls verify"] {
      #expect(manual.contains(".SH \"runloop \(command)\""), "the help of each command is part of it")
    }

    _ = try run("\(dpkg) --purge runloop")
    #expect(try run(files) == [])
  }
}

private enum DebianPackage {
  static var isPossible: Bool {
    guard Toolbox.hasCompiler, getuid() == 0, !ThreadSanitizer.isOn else { return false }
    let tools = ["dpkg", "dpkg-deb", "swiftc", "ld.lld", "gzip", "pkg-config"].map { "command -v \($0)" }
    let files = [
      "test -x '\(Toolbox.products)/runloop'",
      "test -d \"$(dirname \"$(readlink -f \"$(command -v swiftc)\")\")/../lib/swift_static\"",
    ]
    return (try? Toolbox.shell((tools + files).joined(separator: " && ")))?.status == 0
  }
}
