import Foundation
import TestHarness
import Testing

/// A name that is no UTF-8 was changed, and a file of the other name was written.
@Suite("Names that are no UTF-8", .hangLimit) struct NamesThatAreNoTextTests {
  @Test(
    "are refused, with the word and what helps",
    arguments: [
      ("stalls export --to folded --output $'caf\\xe9'", 6), ("bench --list $'--html=\\xff'", 3),
      ("trace $'\\xc3'", 2), ("stalls attach --name $'\\xff' --launch true", 4),
      ("stalls list --launch $'\\xff'", 4),
    ])
  func refused(_ words: String, _ place: Int) throws {
    let folder = try TemporaryFolder()
    let run = try ChildProgram("bash", ["-c", "exec \"$0\" \(words)", try Tool.path()], in: folder.path)
    #expect(run.wait() == 2 && run.output.isEmpty, "\(run.errors)")
    #expect(run.errors.contains("runloop: word \(place) of the call is no UTF-8: "), "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("are arguments of a program that attach starts, which gets them as they are")
  func passedOn() throws {
    let folder = try TemporaryFolder()
    let words =
      "stalls attach --folder reports --launch sh -c 'printf %s \"$1\" > \"$2\"' sh $'a\\xffb' $'caf\\xe9'"
    let run = try ChildProgram("bash", ["-c", "exec \"$0\" \(words)", try Tool.path()], in: folder.path)
    #expect(run.wait() <= 1, "\(run.errors)")
    let check = try ChildProgram("bash", ["-c", "cat $'caf\\xe9' | od -An -tx1"], in: folder.path)
    #expect(check.wait() == 0 && check.output == " 61 ff 62\n", "\(check.errors)")
  }

  @Test("are those of other characters, which are taken")
  func others() throws {
    let folder = try TemporaryFolder()
    let name = "größer\n 你 \u{1F600}.jsonl"
    let run = try Tool.run(["collect", folder.path, "--output", name], in: folder.path)
    #expect(run.status == 1, "\(run.errors)")
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(name)"))
  }
}
