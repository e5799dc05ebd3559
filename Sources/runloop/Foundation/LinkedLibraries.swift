import LinuxSystem
import StallMonitoring

/// The libraries that a program would be loaded with.
enum LinkedLibraries {
  struct Library {
    let name: String
    let path: String
  }

  /// Asks the dynamic linker, which lists them and runs nothing. None of a program that has none, or that is a script.
  static func of(_ program: String) -> [Library] {
    var place = linux_library()
    // A function of the linker's own.
    guard let function = dlsym(nil, "__tls_get_addr"), linux_find_library(function, &place) != 0,
      let linker = place.file
    else { return [] }
    let text = ChildOutput.text(of: [String(cString: linker), "--list", program], within: 60) ?? ""
    return text.split(separator: "\n").compactMap { line in
      // `libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f…)`
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      guard words.count >= 3, words[1] == "=>" else { return nil }
      return Library(name: String(words[0]), path: String(words[2]))
    }
  }
}
