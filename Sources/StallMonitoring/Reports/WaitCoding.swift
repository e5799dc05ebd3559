/// Chains of waits, and stacks of many threads, in a record.
enum WaitCoding {
  // Limits for writing and reading.
  private static let mostFrames = 48
  private static let mostStacks = 64
  private static let mostThreads = 32
  /// Bytes that the stacks of all threads may take.
  private static let room = 4 << 10

  static func write(_ chain: WaitChain, since start: UInt64, to field: inout RecordWriter) {
    field.number(chain.circle.map { $0 + 1 } ?? 0)
    field.number(chain.isDeadlock ? 1 : 0)
    field.signed(Int64(bitPattern: chain.since &- start))
    field.signed(Int64(bitPattern: chain.seen &- start))
    let links = chain.links.prefix(WaitGraph.mostLinks)
    field.number(links.count)
    for link in links {
      field.signed(Int64(link.process))
      field.signed(Int64(link.thread))
      field.text(link.threadName, limit: 64)
      field.text(link.object?.rawValue ?? "")
      field.number(link.place)
      field.number((link.isToWrite ? 1 : 0) | (link.hasTimeLimit ? 2 : 0))
      field.number(link.readers)
      field.number(link.otherProcesses)
      field.text(link.call, limit: 64)
      let functions = link.functions.prefix(WaitChain.mostFunctions)
      field.number(functions.count)
      for function in functions { field.text(function, limit: 128) }
      write(link.stack, since: start, to: &field)
    }
  }

  private static func write(_ stack: StackSample, since start: UInt64, to field: inout RecordWriter) {
    var stack = stack
    stack.addresses = Array(stack.addresses.prefix(mostFrames))
    StackCoding.write([.init(stack: stack, repeats: 0)], since: start, to: &field)
  }

  static func chain(
    from field: inout RecordReader, since start: UInt64
  ) throws(RecordReader.Malformed) -> WaitChain {
    let circle = try field.integer()
    let isDeadlock = try field.number() != 0
    let since = start &+ UInt64(bitPattern: try field.signed())
    let seen = start &+ UInt64(bitPattern: try field.signed())
    let count = try field.count()
    guard count <= WaitGraph.mostLinks else { throw .init(reason: "a chain of waits is too long") }
    var links: [WaitChain.Link] = []
    for _ in 0..<count { links.append(try link(from: &field, since: start)) }
    var chain = WaitChain(links: links, circle: circle >= 1 && circle <= count ? circle - 1 : nil)
    (chain.isDeadlock, chain.since, chain.seen) = (isDeadlock && chain.circle != nil, since, seen)
    return chain
  }

  private static func link(
    from field: inout RecordReader, since start: UInt64
  ) throws(RecordReader.Malformed) -> WaitChain.Link {
    let process = Int32(clamping: try field.signed())
    var link = WaitChain.Link(thread: Int32(clamping: try field.signed()))
    link.process = process
    link.threadName = try field.text()
    link.object = WaitChain.Object(rawValue: try field.text())
    link.place = try field.number()
    let flags = try field.number()
    (link.isToWrite, link.hasTimeLimit) = (flags & 1 != 0, flags & 2 != 0)
    link.readers = try field.integer()
    link.otherProcesses = try field.integer()
    link.call = try field.text()
    let functions = try field.count()
    guard functions <= WaitChain.mostFunctions else { throw .init(reason: "a stack of names is too deep") }
    for _ in 0..<functions { link.functions.append(try field.text()) }
    link.stack = try StackCoding.read(from: &field, since: start, atMost: 1).first?.stack ?? StackSample()
    return link
  }

  // MARK: Stacks of all threads

  /// Writes as many as fit.
  static func write(_ stacks: [ThreadStack], since start: UInt64, to field: inout RecordWriter) {
    var left = room
    var pieces: [[UInt8]] = []
    for stack in stacks.prefix(mostStacks) {
      var writer = RecordWriter()
      let threads = stack.threads.prefix(mostThreads)
      writer.number(threads.count)
      for thread in threads { writer.signed(Int64(thread)) }
      writer.text(stack.name, limit: 64)
      write(stack.stack, since: start, to: &writer)
      guard writer.bytes.count <= left else { continue }
      left -= writer.bytes.count
      pieces.append(writer.bytes)
    }
    field.number(pieces.count)
    for piece in pieces { field.raw(piece) }
  }

  static func stacks(
    from field: inout RecordReader, since start: UInt64
  ) throws(RecordReader.Malformed) -> [ThreadStack] {
    let count = try field.count()
    guard count <= mostStacks else { throw .init(reason: "the threads' stacks are too many") }
    var stacks: [ThreadStack] = []
    for _ in 0..<count {
      var field = RecordReader(try field.raw())
      let number = try field.count()
      guard number <= mostThreads else { throw .init(reason: "threads with one stack are too many") }
      var threads: [Int32] = []
      for _ in 0..<number { threads.append(Int32(clamping: try field.signed())) }
      let name = try field.text()
      let stack = try StackCoding.read(from: &field, since: start, atMost: 1).first?.stack ?? StackSample()
      stacks.append(ThreadStack(threads: threads, name: name, stack: stack))
    }
    return stacks
  }
}
