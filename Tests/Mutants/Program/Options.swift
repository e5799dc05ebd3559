import LinuxSystem
import MutantKit

/// What the command line asks for.
struct Options {
  static let usage = """
    Puts plausible mistakes ("mutants") into the product, and shows which of them the tests notice.

    usage: mutants [--only NAME[,NAME...]] [--today] [--jobs N] [--limit SECONDS] [LIST...]
           mutants --check [LIST...]

      LIST              a list of mutants; all of Tests/Mutants/Lists when none is given
      --only NAMES      only these mutants
      --today           ten mutants of one list; the date chooses both
      --check           only builds the product, once, with all mutants of the lists: each can be tried
      --jobs N          test processes at a time (default: 2)
      --limit SECONDS   a run of tests that takes longer hangs (default: 60)

    Run it in the package's root. Each list is built once, in .build/mutants/, with all its mutants in it; a number in
    the environment (MAINSPRING_MUTANT) switches one on. The tests of a mutant run until the first one fails.
    Exit status: 0 when all were killed or are explained, 1 when one survived, 2 when it could not be tried.
    """

  var lists: [String] = []
  var only: Set<String> = []
  var isForToday = false
  var onlyChecks = false
  var jobs = 2
  var limit = 60

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func number(_ option: String, _ text: String?) throws -> Int {
      guard let number = text.flatMap({ Int($0) }), (1...3600).contains(number) else {
        throw MutantError("\(option) needs a number from 1 to 3600")
      }
      return number
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--only":
        guard let names = rest.popFirst() else { throw MutantError("--only needs names of mutants") }
        only.formUnion(names.split(separator: ",").map(String.init))
      case "--today": isForToday = true
      case "--check": onlyChecks = true
      case "--jobs": jobs = try number(argument, rest.popFirst())
      case "--limit": limit = try number(argument, rest.popFirst())
      case _ where argument.hasPrefix("-"):
        throw MutantError("unknown option \(argument); see mutants --help")
      default: lists.append(argument)
      }
    }
  }
}
