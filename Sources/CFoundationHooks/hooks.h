// What the shim that is preloaded and the engine in Swift share: CFRunLoop's functions as a table, and the layouts of the
// contexts that these functions take. Header only; no header of Foundation is needed.
#pragma once
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <time.h>

typedef void *cf_object;
typedef const void *cf_type;
typedef unsigned char cf_boolean;

// A source's context of version 0. One of version 1 begins alike, and has two functions in place of the last three:
// see below.
typedef struct {
  long version;
  void *info;
  const void *(*retain)(const void *info);
  void (*release)(const void *info);
  const void *(*copyDescription)(const void *info);
  cf_boolean (*equal)(const void *info, const void *other);
  unsigned long (*hash)(const void *info);
  void (*schedule)(void *info, cf_object loop, cf_type mode);
  void (*cancel)(void *info, cf_object loop, cf_type mode);
  void (*perform)(void *info);
} cf_source_context;

// The descriptor of a source of version 1, or -1.
static inline int cf_source_descriptor(const cf_source_context *context) {
  int (*getPort)(void *) = (int (*)(void *))context->schedule;
  return getPort ? getPort(context->info) : -1;
}

// What a source of version 1 is called by.
static inline void *cf_source_perform(const cf_source_context *context) {
  return context->version == 1 ? (void *)context->cancel : (void *)context->perform;
}

// A timer's or observer's context.
typedef struct {
  long version;
  void *info;
  const void *(*retain)(const void *info);
  void (*release)(const void *info);
  const void *(*copyDescription)(const void *info);
} cf_context;

typedef void (*cf_timer_callout)(cf_object timer, void *info);
typedef void (*cf_observer_callout)(cf_object observer, unsigned long activity, void *info);

// The functions that are served, in the order of the alphabet: name, result, parameters, arguments. The others of CFRunLoop read
// what never changes, or call these: the toolchain's serve as they are.
#define CF_HOOKS(HOOK) \
  HOOK(CFRunLoopAddCommonMode, void, (cf_object loop, cf_type mode), (loop, mode)) \
  HOOK(CFRunLoopAddObserver, void, (cf_object loop, cf_object item, cf_type mode), (loop, item, mode)) \
  HOOK(CFRunLoopAddSource, void, (cf_object loop, cf_object item, cf_type mode), (loop, item, mode)) \
  HOOK(CFRunLoopAddTimer, void, (cf_object loop, cf_object item, cf_type mode), (loop, item, mode)) \
  HOOK(CFRunLoopContainsObserver, cf_boolean, (cf_object loop, cf_object item, cf_type mode), (loop, item, mode)) \
  HOOK(CFRunLoopContainsSource, cf_boolean, (cf_object loop, cf_object item, cf_type mode), (loop, item, mode)) \
  HOOK(CFRunLoopContainsTimer, cf_boolean, (cf_object loop, cf_object item, cf_type mode), (loop, item, mode)) \
  HOOK(CFRunLoopCopyAllModes, cf_type, (cf_object loop), (loop)) \
  HOOK(CFRunLoopCopyCurrentMode, cf_type, (cf_object loop), (loop)) \
  HOOK(CFRunLoopGetNextTimerFireDate, double, (cf_object loop, cf_type mode), (loop, mode)) \
  HOOK(CFRunLoopIsWaiting, cf_boolean, (cf_object loop), (loop)) \
  HOOK(CFRunLoopObserverCreate, cf_object, \
       (cf_type allocator, unsigned long activities, cf_boolean repeats, long order, cf_observer_callout callout, \
        cf_context *context), \
       (allocator, activities, repeats, order, callout, context)) \
  HOOK(CFRunLoopObserverInvalidate, void, (cf_object item), (item)) \
  HOOK(CFRunLoopPerformBlock, void, (cf_object loop, cf_type modes, void *block), (loop, modes, block)) \
  HOOK(CFRunLoopRemoveObserver, void, (cf_object loop, cf_object item, cf_type mode), (loop, item, mode)) \
  HOOK(CFRunLoopRemoveSource, void, (cf_object loop, cf_object item, cf_type mode), (loop, item, mode)) \
  HOOK(CFRunLoopRemoveTimer, void, (cf_object loop, cf_object item, cf_type mode), (loop, item, mode)) \
  HOOK(CFRunLoopRunSpecific, int32_t, (cf_object loop, cf_type mode, double seconds, cf_boolean afterSource), \
       (loop, mode, seconds, afterSource)) \
  HOOK(CFRunLoopSourceCreate, cf_object, (cf_type allocator, long order, cf_source_context *context), \
       (allocator, order, context)) \
  HOOK(CFRunLoopSourceInvalidate, void, (cf_object item), (item)) \
  HOOK(CFRunLoopSourceIsSignalled, cf_boolean, (cf_object item), (item)) \
  HOOK(CFRunLoopSourceSignal, void, (cf_object item), (item)) \
  HOOK(CFRunLoopStop, void, (cf_object loop), (loop)) \
  HOOK(CFRunLoopTimerCreate, cf_object, \
       (cf_type allocator, double date, double interval, unsigned long flags, long order, cf_timer_callout callout, \
        cf_context *context), \
       (allocator, date, interval, flags, order, callout, context)) \
  HOOK(CFRunLoopTimerGetNextFireDate, double, (cf_object item), (item)) \
  HOOK(CFRunLoopTimerInvalidate, void, (cf_object item), (item)) \
  HOOK(CFRunLoopTimerSetNextFireDate, void, (cf_object item, double date), (item, date)) \
  HOOK(CFRunLoopWakeUp, void, (cf_object loop), (loop)) \
  HOOK(_CFRunLoop01, cf_boolean, (cf_object loop, cf_type mode), (loop, mode)) \
  HOOK(_CFRunLoopFinished, cf_boolean, (cf_object loop, cf_type mode), (loop, mode)) \
  HOOK(_CFRunLoopGet0, cf_object, (pthread_t thread), (thread)) \
  HOOK(_CFRunLoopStopMode, void, (cf_object loop, cf_type mode), (loop, mode))

#define CF_HOOK_MEMBER(name, result, parameters, arguments) result(*name) parameters;
struct cf_hooks {
  CF_HOOKS(CF_HOOK_MEMBER)
};
#undef CF_HOOK_MEMBER

// What the shim tells the engine, which says what it serves.
struct cf_engine_call {
  // A handle of the libFoundation of this process, for dlsym.
  void *foundation;
  // Its own functions.
  const struct cf_hooks *real;
  // The functions to call from now on; the toolchain's at first.
  struct cf_hooks *served;
  // How often `_CFRunLoopGet0` came to the shim.
  const uint32_t *loopsAsked;
};

// The engine's only function, by its name in the engine's library: 1 when it serves, 0 when the toolchain's functions shall.
#define CF_ENGINE "mainspring_foundation_engine"
typedef int32_t (*cf_engine)(const struct cf_engine_call *call);

// ---- What the engine calls ----

typedef struct {
  long location, length;
} cf_range;

#define CF_FUNCTIONS(FUNCTION) \
  FUNCTION(CFAbsoluteTimeGetCurrent, double, (void)) \
  FUNCTION(CFArrayAppendValue, void, (cf_object array, cf_type value)) \
  FUNCTION(CFArrayCreateMutable, cf_object, (cf_type allocator, long capacity, const void *callbacks)) \
  FUNCTION(CFArrayGetCount, long, (cf_type array)) \
  FUNCTION(CFArrayGetTypeID, unsigned long, (void)) \
  FUNCTION(CFArrayGetValueAtIndex, cf_type, (cf_type array, long index)) \
  FUNCTION(CFEqual, cf_boolean, (cf_type left, cf_type right)) \
  FUNCTION(CFGetTypeID, unsigned long, (cf_type value)) \
  FUNCTION(CFRelease, void, (cf_type value)) \
  FUNCTION(CFRetain, cf_type, (cf_type value)) \
  FUNCTION(CFRunLoopGetCurrent, cf_object, (void)) \
  FUNCTION(CFRunLoopObserverGetContext, void, (cf_object item, cf_context *context)) \
  FUNCTION(CFRunLoopSourceGetContext, void, (cf_object item, cf_source_context *context)) \
  FUNCTION(CFRunLoopTimerGetContext, void, (cf_object item, cf_context *context)) \
  FUNCTION(CFSetGetCount, long, (cf_type set)) \
  FUNCTION(CFSetGetTypeID, unsigned long, (void)) \
  FUNCTION(CFSetGetValues, void, (cf_type set, cf_type *values)) \
  FUNCTION(CFStringCreateWithBytes, cf_type, \
           (cf_type allocator, const uint8_t *bytes, long count, uint32_t encoding, cf_boolean hasMark)) \
  FUNCTION(CFStringGetBytes, long, \
           (cf_type text, cf_range range, uint32_t encoding, uint8_t loss, cf_boolean hasMark, uint8_t *bytes, \
            long capacity, long *used)) \
  FUNCTION(CFStringGetLength, long, (cf_type text)) \
  FUNCTION(CFStringGetTypeID, unsigned long, (void)) \
  FUNCTION(_CFRunLoopGet2, cf_type, (cf_object loop)) \
  FUNCTION(_CFRunLoopGet2b, cf_type, (cf_object loop)) \
  FUNCTION(_Block_copy, void *, (const void *block)) \
  FUNCTION(_Block_release, void, (const void *block)) \
  FUNCTION(swift_release, void, (void *object)) \
  FUNCTION(swift_tryRetain, void *, (void *object))

struct cf_functions {
#define CF_MEMBER(name, result, parameters) result(*name) parameters;
  CF_FUNCTIONS(CF_MEMBER)
#undef CF_MEMBER
  // Constants.
  const void *arrayCallbacks;
  cf_type defaultMode;
  cf_type commonModes;
  // The thread whose loop CF takes for the main one: the one that loaded Foundation.
  pthread_t mainThread;
};

// Fills in all members. The name of what is missing, or NULL.
static inline const char *cf_find(void *foundation, struct cf_functions *functions) {
#define CF_FIND(name, result, parameters)                                            \
  functions->name = (__typeof__(functions->name))dlsym(foundation, #name);           \
  if (!functions->name) return #name;
  CF_FUNCTIONS(CF_FIND)
#undef CF_FIND
  functions->arrayCallbacks = dlsym(foundation, "kCFTypeArrayCallBacks");
  if (!functions->arrayCallbacks) return "kCFTypeArrayCallBacks";
  const cf_type *defaultMode = (const cf_type *)dlsym(foundation, "kCFRunLoopDefaultMode");
  if (!defaultMode || !*defaultMode) return "kCFRunLoopDefaultMode";
  functions->defaultMode = *defaultMode;
  const cf_type *commonModes = (const cf_type *)dlsym(foundation, "kCFRunLoopCommonModes");
  if (!commonModes || !*commonModes) return "kCFRunLoopCommonModes";
  functions->commonModes = *commonModes;
  const pthread_t *mainThread = (const pthread_t *)dlsym(foundation, "_CFMainPThread");
  if (!mainThread) return "_CFMainPThread";
  functions->mainThread = *mainThread;
  return NULL;
}

// The kernel's number of a thread of this process, or 0. The clock of a thread has it.
static inline int cf_thread_number(pthread_t thread) {
  clockid_t clock;
  if (pthread_getcpuclockid(thread, &clock) != 0) return 0;
  return ~(int)(clock >> 3);
}

// A function of a source's, which may be missing.
static inline void cf_call(void *function, void *info) {
  if (function) ((void (*)(void *))function)(info);
}

// Calls a block, as the blocks runtime lays it out.
static inline void cf_call_block(void *block) {
  ((void (*)(void *))((void **)block)[2])(block);
}
