extension CodeFrame {
  /// A heading in a tree, not code: a loop, a callout.
  init(heading: String) { self.init(address: 0, name: heading) }

  var isHeading: Bool { address == 0 }

  /// The name without types: `Feed.refresh(_:animated:)`, `closure #1 in Feed.refresh()`.
  public var shortName: String {
    ["$s", "_$s", "$S", "_T"].contains { rawName.hasPrefix($0) } ? ShortName.of(name) : name
  }

  /// `Feed.swift:41`, or empty.
  public var place: String {
    guard !file.isEmpty else { return "" }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return line > 0 ? "\(name):\(line)" : name
  }

  /// Whether it is code of the system or of Swift's runtime, not the program's.
  public var isSystem: Bool {
    if image.isEmpty { return rawName.isEmpty || isLibraryScript }
    return isMachine || image.hasPrefix("/lib") || image.hasPrefix("/usr/lib") || image.hasPrefix("[")
      || ["libswift", "libdispatch", "libFoundation", "lib_Foundation", "libc.", "libc++", "libm.", "ld-"]
        .contains { imageName.hasPrefix($0) }
      // Code that the compiler generates, and library code that it copied into the program.
      || isOf("Swift") || isOf("Synchronization") || rawName.hasPrefix("swift_")
      || name.includes("protocol witness for ") && name.includes(" in conformance Swift.")
  }

  /// Whether it is a declaration of a module, or of what the compiler made of one: "merged static (extension in Swift):Swift.String.+= …",
  /// "generic specialization <App.Feed> of Swift.Array.append(…)", "closure #1 () -> () in RunLoopCore.f() -> ()".
  private func isOf(_ module: String) -> Bool {
    let start = "\(module)."
    var rest = name[...]
    for mark in ["merged ", "static ", "(extension in \(module)):"] where rest.hasPrefix(mark) {
      rest = rest.dropFirst(mark.count)
    }
    return rest.hasPrefix(start) || rest.hasPrefix("(extension in \(module)):")
      || ["> of ", "> of static ", "> of merged ", " resume partial function for "].contains {
        name.includes($0 + start)
      }
      || name.includes(" in \(start)") || name.includes(" in static \(start)")
  }

  /// Whether it is one of the loop's callout functions, or part of the loop below it.
  public var isLoop: Bool {
    isOf("RunLoopCore")
      // The loop's own system calls, which the compiler inlines into the functions that make them.
      || rawName.hasPrefix("linux_") && (file.isEmpty || file.includes("CLinux"))
  }

  /// Whether it runs jobs of actors and tasks on the loop.
  var isExecutor: Bool { isOf("RunLoopExecutors") }

  /// Whether the loop calls the user's code through it: frames below it on the stack are the loop's.
  public var isCallout: Bool { name.hasPrefix("RunLoopCore.callOutTo") }

  /// Whether it is compiler-generated code between a closure and its caller.
  public var isThunk: Bool {
    name.hasPrefix("reabstraction thunk") || name.hasPrefix("partial apply forwarder for reabstraction thunk")
  }

  /// Whether it is the system's start code of a thread or a program.
  public var isStart: Bool {
    [
      "_start", "__libc_start_main", "__libc_start_main_impl", "__libc_start_call_main", "start_thread",
      "clone3", "__clone3",
    ]
    .contains(rawName) || rawName.hasPrefix("__libc_start_")
  }
}

extension Callout {
  /// Whether it is the source that runs jobs of actors and tasks on a loop other than the main one.
  var isExecutor: Bool { kind == .source && site.hasPrefix("RunLoopExecutors/LoopExecutor.swift") }
}
