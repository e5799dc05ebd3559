import LinuxSystem

@testable import StallMonitoring

/// The blocked signals of this process's threads of a name, as the kernel reports them.
func signalMasks(ofThreadsNamed name: String) -> [UInt] {
  LinuxWorld(signal: 0).threads(limit: 10_000).filter { $0.name == name }.compactMap { thread in
    KernelFile.text("/proc/self/task/\(thread.thread)/status")?
      .split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
      .flatMap { UInt($0.split(separator: "\t")[1], radix: 16) }
  }
}
