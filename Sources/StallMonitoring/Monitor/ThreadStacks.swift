import LinuxSystem

/// The stacks of all threads of this process, to examine a hanging program.
package enum ThreadStacks {
  /// A paragraph for each thread except the calling one, in the order of processor time: the thread's name, then its frames,
  /// leaf first.
  package static func describe() -> [String] {
    let world = LinuxWorld()
    let samples = world.threads(limit: 256).filter { $0.thread != linux_gettid() }.map {
      (name: $0.name, thread: $0.thread, sample: world.sample(thread: $0.thread))
    }
    let names = SymbolNames(images: LoadedImage.list(), lines: true)
    names.prepare(samples.map(\.sample.addresses))
    return samples.map { name, thread, sample in
      let frames = names.frames(sample.addresses).map { frame in
        "  \(frame.name)"
          + (frame.file.isEmpty ? " in \(frame.imageName)" : " at \(frame.file):\(frame.line)")
      }
      let reason = sample.reason.isEmpty ? "" : ": \(sample.reason)"
      return (["Thread \(thread) '\(name)'\(reason)"] + frames).joined(separator: "\n")
    }
  }
}
