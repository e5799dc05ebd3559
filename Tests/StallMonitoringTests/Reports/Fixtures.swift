import LinuxSystem

@testable import StallMonitoring

extension StallRecord {
  /// A stall with something in every field. `random` makes any two differ.
  static func sample(id: UInt64 = 1, stacks: Int = 5, using random: inout some RandomNumberGenerator)
    -> StallRecord
  {
    var record = StallRecord()
    record.id = id
    record.kind = .mainThreadStall
    record.loop = "main"
    record.thread = 4711
    record.threadName = "app"
    record.callout = Callout(
      kind: .timer, label: "refresh – größer", site: "App/Feed.swift:41", code: 0x5555_0000_1234,
      loop: "main",
      mode: "default")
    record.outerCallouts = [
      Callout(kind: .source, label: "outer", site: "", code: 0, loop: "main", mode: "modal")
    ]
    record.started = 1_000_000_000
    record.found = 1_050_000_000
    record.lastSeen = 1_400_000_000
    record.frozenTime = 7
    record.startedWall = (1_790_000_000, 123)
    record.suspendedTime = 9
    record.threshold = 50_000_000
    record.diagnosis.cause = .lock
    record.diagnosis.shares.processor = 0.1
    record.diagnosis.shares.blocked = 0.9
    record.diagnosis.minorFaults = 3
    record.diagnosis.systemCall = "futex"
    record.diagnosis.waitChannel = "futex_do_wait"
    record.diagnosis.descriptor = "/data/list"
    var owner = StackSample()
    owner.addresses = [0x7000_0000_1000, 0x5555_0000_2000]
    owner.isComplete = true
    record.diagnosis.lockOwner = LockOwner(kind: .mutex, thread: 4712, threadName: "writer", stack: owner)
    let base: [UInt] = (0..<20).map { 0x5555_0000_0000 + $0 * 0x111 }
    for index in 0..<stacks {
      var stack = StackSample()
      stack.time = record.found + UInt64(index) * 10_000_000
      stack.addresses =
        (0..<8).map { _ in UInt.random(in: 0x7000_0000_0000...0x7000_0010_0000, using: &random) }
        + base.reversed()
      stack.isComplete = index % 2 == 0
      stack.means = index % 2 == 0 ? .signal : .procfs
      stack.reason = index % 2 == 0 ? "" : "the copy ended"
      record.samples.append(stack)
      record.repeatCounts.append(index)
    }
    record.pointSample = stacks > 0 ? stacks / 2 : nil
    record.otherLoops = [Callout(kind: .none, label: "", site: "", code: 0, loop: "worker", mode: "default")]
    record.fingerprint = .random(in: .min ... .max, using: &random)
    record.suppressed = 4
    record.verdict = .reported
    record.notes = ["screen": "list"]
    return record
  }
}

/// What a record says, for comparing: the type itself holds a tuple.
func description(_ record: StallRecord) -> String {
  var text = ""
  dump(record.decoded, to: &text)
  return text
}
