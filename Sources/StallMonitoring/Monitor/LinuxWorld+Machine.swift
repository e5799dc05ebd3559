import LinuxSystem

extension LinuxWorld {
  func machineUse(for thread: Int32) -> MachineUse {
    var use = MachineUse()
    use.time = now
    lookForQuota()
    use.throttledTime = throttledTime
    use.quota = quota.processors
    use.processTime = processTime
    // Without their names, most of which are never needed.
    for (thread, time) in threadTimes { use.threads[thread] = time }
    use.allowed = processors(of: thread) ?? ProcessorSet()
    use.processors = use.allowed.isEmpty ? processorCount : use.allowed.count
    if let text = KernelFile.contents("/proc/stat"), let times = ProcessorTimes(text, of: use.allowed) {
      (use.busyTime, use.stolenTime, use.isPinned) = (times.busy, times.stolen, times.isPart)
    }
    use.load = KernelFile.line("/proc/loadavg").flatMap {
      $0.split(separator: " ").first.flatMap { Double($0) }
    }
    use.pressureTime = Pressure.waited
    return use
  }

  func processors(of thread: Int32) -> ProcessorSet? { ProcessorSet(of: thread) }

  func nice(of thread: Int32) -> Int? { ThreadFiles.nice(of: thread, in: process) }

  /// Number of threads: each has a folder, and each folder is a link.
  var threadCount: Int {
    var status = stat()
    return stat("\(KernelFile.folder(of: process))/task", &status) == 0 ? max(Int(status.st_nlink) - 2, 1) : 1
  }

  var throttledTime: UInt64 { quota.throttledTime(now: now) }

  var stolenTime: UInt64 {
    // The first line, the sums of all.
    let file = KernelFile("/proc/stat", capacity: 256)
    return file.read().bytes.flatMap { ProcessorTimes(Array($0), of: ProcessorSet()) }?.stolen ?? 0
  }

  func lookForQuota() { quota.lookAgain(now) }
}

extension LinuxWorld {
  var crashingThread: Int32 { process == nil ? EndMark.crashingThread : 0 }
  func forgetCrash() { EndMark.forgetCrash() }
}
