import LinuxSystem
import Synchronization

/// The report file of a process, usually the calling one: a ring of records in shared memory, which survives the process.
///
/// One thread at a time. A record that grows is written into another slot each time, and its old slot is
/// freed after that, so that one of the two is complete at every moment.
final class ReportWriter {
  let path: String
  let subject: ReportSubject
  var identity: ProcessIdentity { subject.identity }
  /// The process that writes.
  private let writer = getpid()
  private let descriptor: Int32
  private let memory: UnsafeMutableRawPointer
  private let size: Int
  private let slotSize: Int
  private let slotArea: Int
  private var slots: [Slot]
  private var lastSequence: UInt64 = 0
  private var modules: [LoadedImage] = []
  private var moduleBytes = 0
  /// Pages of addresses outside of any module, such as generated code, which are not looked up again.
  private var nowhere: Set<UInt> = []
  /// Number of records that were replaced or could not be written.
  private(set) var dropped: UInt64 = 0
  private var isClosed = false
  private let memoryKills: MemoryKills?
  private var endMark: EndMark?

  private struct Slot {
    /// 0: free.
    var record: UInt64 = 0
    var sequence: UInt64 = 0
    var hasEnded = false
  }

  /// Makes the file at its full size, so that a disk that fills up later does no harm.
  init(
    path: String, slotSize: Int, slotCount: Int, wallSeconds: Int64, monotonic: UInt64, version: String = "",
    subject: ReportSubject = .own
  ) throws(StallMonitorError) {
    self.path = path
    self.slotSize = slotSize
    self.subject = subject
    memoryKills = subject.process == nil ? MemoryKills.own : nil
    slotArea = ReportLayout.headerSize + ReportLayout.moduleAreaSize
    size = slotArea + slotSize * slotCount
    slots = Array(repeating: Slot(), count: slotCount)

    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: Errno.last.description) }
    let failure = FileBytes.withoutSizeSignal { [descriptor, size] in
      posix_fallocate(descriptor, 0, off_t(size))
    }
    guard failure == 0 else {
      LinuxSystem.close(descriptor)
      unlink(path)
      throw .unwritable(path: path, reason: "\(size >> 10) KiB are needed: \(Errno(failure))")
    }
    guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else {
      let reason = Errno.last.description
      LinuxSystem.close(descriptor)
      unlink(path)
      throw .unwritable(path: path, reason: reason)
    }
    self.memory = memory
    writeHeader(slotCount: slotCount, wallSeconds: wallSeconds, monotonic: monotonic, version: version)
    EndArea.write(memoryKills, image: subject.image) { put($0, at: $1) }
    if subject.process == nil { endMark = EndMark(file: descriptor) }
  }

  deinit {
    munmap(memory, size)
    LinuxSystem.close(descriptor)
  }

  // MARK: Header

  private func writeHeader(slotCount: Int, wallSeconds: Int64, monotonic: UInt64, version: String) {
    put(ReportLayout.version, at: ReportLayout.versionOffset)
    put(UInt32(slotSize), at: ReportLayout.slotSizeOffset)
    put(UInt32(slotCount), at: ReportLayout.slotCountOffset)
    put(UInt32(ReportLayout.headerSize), at: ReportLayout.moduleAreaOffset)
    put(UInt32(slotArea), at: ReportLayout.slotAreaOffset)
    put(identity.pid, at: ReportLayout.pidOffset)
    put(identity.startTicks, at: ReportLayout.startTicksOffset)
    put(identity.pidNamespace, at: ReportLayout.pidNamespaceOffset)
    for (index, byte) in identity.boot.enumerated() { put(byte, at: ReportLayout.bootOffset + index) }
    put(wallSeconds, at: ReportLayout.wallSecondsOffset)
    put(monotonic, at: ReportLayout.monotonicOffset)
    var names = RecordWriter()
    names.text(subject.executable, limit: 2048)
    RunOrigin.current(version: version, identity: identity, of: subject.process).write(to: &names)
    (memory + ReportLayout.namesOffset).copyMemory(from: names.bytes, byteCount: names.bytes.count)
    put(ReportLayout.magic, at: ReportLayout.magicOffset)
    put(
      ReportHead.checksum(UnsafeRawBufferPointer(start: memory, count: ReportLayout.headerSize)),
      at: ReportLayout.headerChecksumOffset)
  }

  private func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
    memory.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
  }

  /// Orders later writes after all earlier ones.
  private func fence() { atomicMemoryFence(ordering: .sequentiallyConsistent) }

  // MARK: Records

  /// Writes the record's present state. Throws when the file was truncated by another program, or the record does not fit.
  func write(_ record: StallRecord) throws(StallMonitorError) {
    guard !isClosed else { return }
    try checkSize()
    noteModules(of: record)
    let limit = slotSize - ReportLayout.slotHeaderSize
    guard let bytes = RecordCoding.encode(record, moduleCount: modules.count, limit: limit) else {
      dropped += 1
      put(dropped, at: ReportLayout.droppedOffset)
      throw .unwritable(path: path, reason: "a record of \(limit) bytes has no room for this one")
    }
    let old = slots.firstIndex { $0.record == record.id && $0.sequence > 0 }
    let place = freeSlot(besides: old)
    if let memoryKills, !record.hasEnded { EndArea.update(memoryKills) { put($0, at: $1) } }
    lastSequence += 1
    fill(place, with: bytes, sequence: lastSequence)
    slots[place] = Slot(record: record.id, sequence: lastSequence, hasEnded: record.hasEnded)
    if let old { empty(old) }
  }

  /// A free slot, or the oldest record's; that of a stall in progress only when there are no others.
  private func freeSlot(besides kept: Int?) -> Int {
    let others = slots.indices.filter { $0 != kept }
    if let free = others.first(where: { slots[$0].sequence == 0 }) { return free }
    let oldest = others.min {
      (slots[$0].hasEnded ? 0 : 1, slots[$0].sequence) < (slots[$1].hasEnded ? 0 : 1, slots[$1].sequence)
    }
    dropped += 1
    put(dropped, at: ReportLayout.droppedOffset)
    return oldest ?? 0
  }

  private func fill(_ place: Int, with bytes: [UInt8], sequence: UInt64) {
    let offset = slotArea + place * slotSize
    put(UInt64(0), at: offset + ReportLayout.commitOffset)
    fence()
    put(UInt32(bytes.count), at: offset + ReportLayout.lengthOffset)
    let content = memory + offset + ReportLayout.slotHeaderSize
    content.copyMemory(from: bytes, byteCount: bytes.count)
    let checksum = ReportLayout.checksum(
      UnsafeRawBufferPointer(start: content, count: bytes.count), seed: sequence)
    put(checksum, at: offset + ReportLayout.checksumOffset)
    fence()
    put(sequence, at: offset + ReportLayout.commitOffset)
  }

  private func empty(_ place: Int) {
    fence()
    put(UInt64(0), at: slotArea + place * slotSize + ReportLayout.commitOffset)
    slots[place] = Slot()
  }

  /// Removes a record that turned out to be no stall.
  func remove(_ id: UInt64) {
    guard !isClosed else { return }
    for place in slots.indices where slots[place].record == id && slots[place].sequence > 0 { empty(place) }
  }

  /// Marks the file as closed and complete.
  func close(hasOpenRecords: Bool) {
    guard !isClosed else { return }
    isClosed = true
    // In a child of fork(2) it is the parent's file.
    if isOfThisProcess, (try? checkSize()) != nil, !hasOpenRecords {
      put(ReportLayout.RunState.closed, at: ReportLayout.stateOffset)
    }
  }

  /// Continues after `close`. False when another file is necessary: this one was removed, or belongs to the process
  /// that this one was forked from.
  func reopen() -> Bool {
    guard isUsable else { return false }
    if isClosed {
      isClosed = false
      if (try? checkSize()) == nil { return false }
      put(ReportLayout.RunState.open, at: ReportLayout.stateOffset)
    }
    return true
  }

  /// Whether readers can find the file: it is this process's, and has a name.
  var isUsable: Bool {
    var status = stat()
    return isOfThisProcess && fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  private var isOfThisProcess: Bool { writer == getpid() }

  /// Whether any record is of a stall in progress.
  var hasOpenRecords: Bool { slots.contains { $0.sequence > 0 && !$0.hasEnded } }

  /// Throws when the file was truncated: writing beyond its end would kill the process.
  private func checkSize() throws(StallMonitorError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unwritable(path: path, reason: Errno.last.description)
    }
    guard status.st_size >= off_t(size) else {
      throw .unwritable(path: path, reason: "another program has truncated it")
    }
  }

  // MARK: Modules

  /// Adds modules when an address of the record is in no known one. Only new addresses are checked, since a record is
  /// written again for each of its stacks.
  private func noteModules(of record: StallRecord) {
    var stacks = [record.samples.last, record.diagnosis.lockOwner?.stack].compactMap(\.self)
    if !slots.contains(where: { $0.record == record.id }) { stacks = record.samples + stacks }
    var isKnown = !modules.isEmpty
    for stack in stacks {
      for address in stack.addresses where !nowhere.contains(address >> 12) {
        if !modules.contains(where: { $0.start <= address && address < $0.end }) { isKnown = false }
      }
    }
    guard !isKnown else { return }
    noteModules()
    for stack in stacks {
      for address in stack.addresses
      where !modules.contains(where: { $0.start <= address && address < $0.end }) {
        if nowhere.count < 4096 { nowhere.insert(address >> 12) }
      }
    }
  }

  private func noteModules() {
    let current = LoadedImage.list(of: subject.process)
    for module in current where !modules.contains(module) {
      var writer = RecordWriter()
      var entry = RecordWriter()
      module.write(to: &entry)
      writer.raw(entry.bytes)
      guard moduleBytes + writer.bytes.count <= ReportLayout.moduleAreaSize - ReportLayout.endAreaSize else {
        return
      }
      (memory + ReportLayout.headerSize + moduleBytes)
        .copyMemory(from: writer.bytes, byteCount: writer.bytes.count)
      moduleBytes += writer.bytes.count
      modules.append(module)
      fence()
      put(UInt64(moduleBytes), at: ReportLayout.moduleBytesOffset)
    }
  }
}
