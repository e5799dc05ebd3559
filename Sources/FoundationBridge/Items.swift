internal import CFoundationHooks
internal import RunLoopCore

/// CF's functions of sources, timers and observers.
enum Items {
  static func serve(_ hooks: inout cf_hooks) {
    serveSources(&hooks)
    serveTimers(&hooks)
    serveObservers(&hooks)
  }

  // MARK: Sources

  private static func serveSources(_ hooks: inout cf_hooks) {
    hooks.CFRunLoopSourceCreate = { allocator, order, context in
      guard let object = CoreFoundation.real.CFRunLoopSourceCreate(allocator, order, context) else {
        return nil
      }
      ItemRecord.table.enter(SourceRecord(object, order: order), for: object)
      return object
    }
    hooks.CFRunLoopSourceInvalidate = { object in
      guard let object else { return }
      // First, so that its cancel callouts find it invalid.
      ItemRecord.invalidate(object, first: true) { CoreFoundation.real.CFRunLoopSourceInvalidate($0) }
    }
    hooks.CFRunLoopSourceSignal = { object in
      guard let object else { return }
      let source: Unmanaged<SourceRecord>? = ItemRecord.borrow(object)
      source?._withUnsafeGuaranteedRef { $0.signal() }
    }
    hooks.CFRunLoopSourceIsSignalled = { object in
      guard let object, let source: SourceRecord = ItemRecord.find(object) else { return 0 }
      return source.isSignalled ? 1 : 0
    }
    hooks.CFRunLoopAddSource = { loop, object, mode in
      guard let (record, mode) = Items.place(loop, mode), let object else { return }
      if let source: SourceRecord = ItemRecord.find(object) { source.add(to: record, mode) }
    }
    hooks.CFRunLoopRemoveSource = { loop, object, mode in
      guard let (record, mode) = Items.place(loop, mode), let object else { return }
      if let source: SourceRecord = ItemRecord.find(object) { source.remove(from: record, mode) }
    }
    hooks.CFRunLoopContainsSource = { loop, object, mode in
      guard let (record, mode) = Items.place(loop, mode), let object,
        let source: SourceRecord = ItemRecord.find(object)
      else { return 0 }
      return source.isContained(in: record, mode) ? 1 : 0
    }
  }

  // MARK: Timers

  private static func serveTimers(_ hooks: inout cf_hooks) {
    hooks.CFRunLoopTimerCreate = { allocator, date, interval, flags, order, callout, context in
      let object = CoreFoundation.real.CFRunLoopTimerCreate(
        allocator, date, interval, flags, order, callout, context)
      guard let object else { return nil }
      let record = TimerRecord(object, date: date, interval: interval, callout: callout)
      ItemRecord.table.enter(record, for: object)
      return object
    }
    hooks.CFRunLoopTimerInvalidate = { object in
      if let object { Items.invalidateTimer(object) }
    }
    hooks.CFRunLoopTimerGetNextFireDate = { object in
      guard let object else { return 0 }
      guard let timer: TimerRecord = ItemRecord.find(object) else {
        return CoreFoundation.real.CFRunLoopTimerGetNextFireDate(object)
      }
      return timer.fireDate
    }
    hooks.CFRunLoopTimerSetNextFireDate = { object, date in
      guard let object else { return }
      if let timer: TimerRecord = ItemRecord.find(object) { timer.fireDate = date }
    }
    hooks.CFRunLoopAddTimer = { loop, object, mode in
      guard let (record, mode) = Items.place(loop, mode), let object,
        let timer: TimerRecord = ItemRecord.find(object)
      else { return }
      if record.loop.add(timer.timer, to: mode) { timer.settle(in: record) }
    }
    hooks.CFRunLoopRemoveTimer = { loop, object, mode in
      guard let (record, mode) = Items.place(loop, mode), let object,
        let timer: TimerRecord = ItemRecord.find(object)
      else { return }
      record.loop.remove(timer.timer, from: mode)
      timer.settle(in: record)
    }
    hooks.CFRunLoopContainsTimer = { loop, object, mode in
      guard let (record, mode) = Items.place(loop, mode), let object,
        let timer: TimerRecord = ItemRecord.find(object)
      else { return 0 }
      return record.loop.contains(timer.timer, in: mode) ? 1 : 0
    }
  }

  static func invalidateTimer(_ object: cf_object) {
    ItemRecord.invalidate(object, first: false) { CoreFoundation.real.CFRunLoopTimerInvalidate($0) }
  }

  // MARK: Observers

  private static func serveObservers(_ hooks: inout cf_hooks) {
    hooks.CFRunLoopObserverCreate = { allocator, activities, repeats, order, callout, context in
      let object = CoreFoundation.real.CFRunLoopObserverCreate(
        allocator, activities, repeats, order, callout, context)
      guard let object else { return nil }
      let record = ObserverRecord(
        object, activities: activities, repeats: repeats != 0, order: order, callout: callout)
      ItemRecord.table.enter(record, for: object)
      return object
    }
    hooks.CFRunLoopObserverInvalidate = { object in
      if let object { Items.invalidateObserver(object) }
    }
    hooks.CFRunLoopAddObserver = { loop, object, mode in
      guard let (record, mode) = Items.place(loop, mode), let object,
        let observer: ObserverRecord = ItemRecord.find(object)
      else { return }
      if record.loop.add(observer.observer, to: mode) { observer.settle(in: record) }
    }
    hooks.CFRunLoopRemoveObserver = { loop, object, mode in
      guard let (record, mode) = Items.place(loop, mode), let object,
        let observer: ObserverRecord = ItemRecord.find(object)
      else { return }
      record.loop.remove(observer.observer, from: mode)
      observer.settle(in: record)
    }
    hooks.CFRunLoopContainsObserver = { loop, object, mode in
      guard let (record, mode) = Items.place(loop, mode), let object,
        let observer: ObserverRecord = ItemRecord.find(object)
      else { return 0 }
      return record.loop.contains(observer.observer, in: mode) ? 1 : 0
    }
  }

  static func invalidateObserver(_ object: cf_object) {
    ItemRecord.invalidate(object, first: false) { CoreFoundation.real.CFRunLoopObserverInvalidate($0) }
  }

  /// The loop and the mode of a call; nil for a loop that the engine does not serve.
  @inline(__always)
  private static func place(_ loop: cf_object?, _ mode: cf_type?) -> (LoopRecord, RunLoop.Mode)? {
    guard let loop, let mode, let record = LoopRecord.record(loop) else { return nil }
    return (record, ModeNames.mode(mode))
  }
}
