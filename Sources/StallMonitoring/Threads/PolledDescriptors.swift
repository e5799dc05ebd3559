/// The descriptors that a `poll` or `select` waits for, read from the memory of the thread that called it.
enum PolledDescriptors {
  /// The most descriptors that are read, and the most that are named.
  private static let most = 1024
  private static let named = 3

  /// "pipe:[7], /dev/pts/0 and 4 more"; empty where they are not known, or other event loops' own.
  static func text(
    of call: ThreadReading.SystemCall, memory: ProcessMemory,
    name: (UInt) -> String = { DescriptorName.describe($0).name }
  ) -> String {
    let (descriptors, count) = descriptors(of: call, memory: memory)
    // Other sets of descriptors, and the wake-up descriptors of other event loops, are not informative.
    let names = descriptors.prefix(64).map { name(UInt($0)) }
      .filter { !$0.hasPrefix("anon_inode:") }
    guard !names.isEmpty else { return "" }
    let first = names.prefix(named).joined(separator: ", ")
    let more = count - min(names.count, named)
    return more > 0 ? "\(first) and \(more) more" : first
  }

  /// The readable descriptors, in order, each once; and their number.
  static func descriptors(
    of call: ThreadReading.SystemCall, memory: ProcessMemory
  ) -> (read: [Int32], count: Int) {
    guard call.arguments.count > 3 else { return ([], 0) }
    if SystemCallTable.isPoll(call.number) {
      // {descriptor, events, what happened}; negative ones are skipped.
      let count = Int(min(call.arguments[1], UInt(most)))
      let bytes = memory.bytes(call.arguments[0], count: count * 8) ?? []
      let all = stride(from: 0, to: bytes.count, by: 8).map { Int32(bitPattern: word(bytes, $0)) }
      let meant = all.filter { $0 >= 0 }
      return (meant, meant.count + Int(clamping: call.arguments[1]) - count)
    }
    guard SystemCallTable.isSelect(call.number) else { return ([], 0) }
    // Sets of bits: to read, to write, and for what else may come.
    let count = Int(min(call.arguments[0] & 0xffff_ffff, UInt(most)))
    let sets = call.arguments[1...3].filter { $0 != 0 }.compactMap {
      memory.bytes($0, count: (count + 7) / 8)
    }
    let meant = (0..<count).filter { number in sets.contains { $0[number / 8] >> UInt8(number % 8) & 1 == 1 }
    }
    return (meant.map { Int32($0) }, meant.count)
  }

  private static func word(_ bytes: [UInt8], _ start: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
  }
}
