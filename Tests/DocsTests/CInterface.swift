import Foundation
import TestHarness

/// The interface of runloop.h: declarations as text, and the values and layout that a compiler gives them.
struct CInterface {
  static let headers = ["runloop.h", "runloop_monitor.h"]

  /// Types, functions and macros, without comments, each on a line.
  private(set) var declarations: [String] = []
  private var constants: [String] = []
  private var members: [(type: String, names: [String])] = []

  init() throws {
    for header in Self.headers {
      let text = try Documents.lines(of: "Sources/CRunLoop/\(header)").joined(separator: "\n")
      read(text.replacing(/\/\*(?:[^*]|\*(?!\/))*\*\//, with: ""))
    }
  }

  private mutating func read(_ text: String) {
    var code: [Substring] = []
    for line in text.split(separator: "\n") {
      if let macro = line.wholeMatch(of: /#define (RL_\w+ .+)/)?.1 {
        declarations.append("#define \(Self.plain(macro))")
      } else if !line.hasPrefix("#"), !line.hasPrefix("extern \"C\""), line != "}" {
        code.append(line)
      }
    }
    var statement = ""
    var depth = 0
    for character in code.joined(separator: "\n") {
      statement.append(character)
      if character == "{" { depth += 1 }
      if character == "}" { depth -= 1 }
      if character == ";", depth == 0 {
        declare(Self.plain(statement))
        statement = ""
      }
    }
  }

  private mutating func declare(_ statement: String) {
    if let values = statement.wholeMatch(of: /enum \{(.*)\};/)?.1 {
      for value in values.split(separator: ",") {
        constants.append(Self.plain(value.split(separator: "=")[0]))
      }
      return
    }
    declarations.append(statement)
    guard let structure = statement.wholeMatch(of: /typedef struct \w+ \{(.*)\} (\w+);/) else { return }
    let names = structure.1.split(separator: ";").flatMap { field in
      field.split(separator: ",").compactMap { $0.matches(of: /\w+/).last { !$0.0.allSatisfy(\.isNumber) } }
    }
    members.append((String(structure.2), names.map { String($0.0) }))
  }

  private static func plain(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The values of constants, and sizes and offsets of structures in bytes, as the machine's C compiler has them.
  func compiled() throws -> [String] {
    var body = constants.map { "printf(\"\($0) = %d\\n\", (int)\($0));" }
    for (type, names) in members {
      body.append("printf(\"sizeof(\(type)) = %zu\\n\", sizeof(\(type)));")
      body += names.map { "printf(\"\(type).\($0) at %zu\\n\", offsetof(\(type), \($0)));" }
    }
    let program = """
      #include <runloop.h>
      #include <stdio.h>
      int main(void) {
      \(body.joined(separator: "\n"))
      return 0;
      }
      """
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try program.write(to: folder.appending(path: "interface.c"), atomically: true, encoding: .utf8)
    let ran = try ChildProgram.shell(
      """
      cd '\(folder.path)' && cc -std=c11 -Wall -Wextra -pedantic -Werror \
      -I '\(Documents.root.path)/Sources/CRunLoop' interface.c -o interface && ./interface
      """)
    guard ran.status == 0 else { throw Failure(output: ran.output) }
    return ran.output.split(separator: "\n").map(String.init)
  }

  struct Failure: Error {
    let output: String
  }
}
