import LinuxSystem
import UIKit

/// What TaskTests look at: `Task` here is as in a program that imports UIKit.
final class TaskProgram: UIViewController {
  struct Refused: Error { let thread: UInt }

  /// Texts that come from another thread.
  actor Answers {
    private var waiting: CheckedContinuation<String, Never>?
    func next() async -> String { await withCheckedContinuation { waiting = $0 } }
    func thread() -> UInt { linux_thread_pointer() }
    func send(_ text: String) { waiting?.resume(returning: text) }
  }

  let answers = Answers()
  /// What has happened, and whether it was on the right thread.
  var steps: [(String, Bool)] = []

  func begin(_ note: @escaping (String) -> Void) {
    Task {
      note("begin")
      await ownFunction(note)
      note(await answers.next())
    }
  }

  private func ownFunction(_ note: (String) -> Void) async { note("own function") }

  func result() -> Task<Int, Never> { Task { 7 } }

  func failure() -> Task<Void, any Error> { Task { throw Refused(thread: linux_thread_pointer()) } }

  func named() -> Task<String, Never> {
    Task(name: "errand", priority: .low) { "\(Task.name ?? "") \(Task.currentPriority.rawValue)" }
  }

  func ended() -> Task<Bool, Never> { Task { Task.isCancelled } }

  /// The threads of an actor without an executor of its own, and of a detached task.
  func otherThreads() -> Task<[UInt], Never> {
    Task { [await answers.thread(), await Task.detached { linux_thread_pointer() }.value] }
  }

  static func place() -> Task<UInt, Never> { Task { linux_thread_pointer() } }

  actor Tally {
    private var number = 0

    func count(_ times: Int) async -> Int {
      for _ in 0..<times {
        await Task {
          assertIsolated()
          number += 1
        }.value
      }
      return number
    }
  }

  @MainActor final class MainTally {
    private var number = 0

    func count(_ times: Int) async -> Int {
      for _ in 0..<times {
        await Task {
          MainActor.assertIsolated()
          number += 1
        }.value
      }
      return number
    }
  }
}
