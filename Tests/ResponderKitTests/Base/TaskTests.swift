import LinuxSystem
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

/// Tasks that a program with UIKit begins: `TaskProgram` is compiled with `import UIKit`.
@Suite("Tasks of views", .hangLimit) struct TaskTests {
  @Test(
    "A task begins after the function that makes it, on the application's thread, and continues there after each wait"
  )
  func thread() {
    onStage { stage in
      let program = TaskProgram()
      let thread = linux_thread_pointer()
      program.begin { program.steps.append(("\($0)", linux_thread_pointer() == thread)) }
      program.steps.append(("made", true))
      stage.wait(10)
      #expect(program.steps.map(\.0) == ["made", "begin", "own function"])
      onPool { [answers = program.answers] in await answers.send("answer") }
      #expect(program.steps.count == 3, "what has come waits for the loop")
      stage.wait(10)
      #expect(program.steps.map(\.0) == ["made", "begin", "own function", "answer"])
      #expect(program.steps.allSatisfy { $0.1 })
    }
  }

  @Test(
    "An actor without an executor of its own runs on the thread of the task that calls it, a detached task does not"
  )
  func others() {
    onStage { stage in
      let thread = linux_thread_pointer()
      let threads = TaskProgram().otherThreads()
      let found = Locked<[UInt]>([])
      Task.detached {
        let value = await threads.value
        found.withLock { $0 = value }
      }
      waitUntil {
        stage.wait(10)
        return found.withLock { !$0.isEmpty }
      }
      let seen = found.withLock { $0 }
      #expect(seen.count == 2 && seen.first == thread && seen.last != thread)
    }
  }

  @Test("A task runs while a finger scrolls")
  func tracking() {
    onStage { stage in
      let program = TaskProgram()
      stage.application.pushRunLoopMode(.tracking)
      program.begin { program.steps.append(($0, true)) }
      stage.wait(10)
      #expect(program.steps.first?.0 == "begin")
      stage.application.popRunLoopMode(.tracking)
    }
  }

  @Test(
    "The result, an error and a cancellation reach the task's handle; its name and priority are the given ones"
  )
  func handles() {
    onStage { stage in
      let program = TaskProgram()
      let (result, failure, name, ended) = (
        program.result(), program.failure(), program.named(), program.ended()
      )
      ended.cancel()
      let thread = linux_thread_pointer()
      stage.wait(10)
      onPool {
        #expect(await result.value == 7)
        let refused = await failure.result.error as? TaskProgram.Refused
        #expect(refused?.thread == thread)
        #expect(await name.value == "errand \(TaskPriority.low.rawValue)")
        #expect(await ended.value)
      }
    }
  }

  @Test("On a thread without an application a task runs on another thread")
  func noApplication() {
    onFreshThread {
      let thread = linux_thread_pointer()
      let place = TaskProgram.place()
      onPool { #expect(await place.value != thread) }
    }
  }

  @Test("A task that an actor or the main actor begins is theirs")
  func actors() async {
    #expect(await TaskProgram.Tally().count(3) == 3)
    #expect(await TaskProgram.MainTally().count(3) == 3)
  }
}

extension Result {
  fileprivate var error: (any Error)? {
    if case .failure(let error) = self { return error }
    return nil
  }
}
