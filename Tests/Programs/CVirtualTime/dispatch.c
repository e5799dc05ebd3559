// Dispatch's timer sources in virtual time: only as much as CFRunLoop uses for a run's timeout.
//
// Such a source is ours from its creation on: the functions that take it recognize it and pass any other on
// to Dispatch. No header of Dispatch is included, so that this compiles wherever a C compiler is.
#define _GNU_SOURCE
#include "internal.h"

#include <dlfcn.h>
#include <stdlib.h>

// A block as the blocks runtime lays it out.
typedef struct Block {
  void *isa;
  int flags, reserved;
  void (*invoke)(struct Block *);
} Block;

extern Block *_Block_copy(const Block *block);
extern void _Block_release(const Block *block);
extern const char _dispatch_source_type_timer[];

#define MAGIC 0x5654445331ULL

typedef struct {
  uint64_t magic;
  Block *on_event, *on_cancel;
  int is_cancelled, references;
} TimerSource;

// Dispatch's own function of this name.
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static TimerSource *ours(void *object) {
  TimerSource *source = object;
  return source && ((uintptr_t)object & 7) == 0 && source->magic == MAGIC ? source : NULL;
}

static void release(TimerSource *source) {
  if (--source->references > 0) return;
  if (source->on_event) _Block_release(source->on_event);
  if (source->on_cancel) _Block_release(source->on_cancel);
  source->magic = 0;
  free(source);
}

static void fire(void *argument) {
  TimerSource *source = argument;
  if (!source->is_cancelled && source->on_event) source->on_event->invoke(source->on_event);
  release(source);
}

void *dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  if (!vt_is_mine() || type != _dispatch_source_type_timer)
    return REAL(dispatch_source_create)(type, handle, mask, queue);
  TimerSource *source = calloc(1, sizeof *source);
  if (!source) abort();
  source->magic = MAGIC;
  source->references = 1;
  return source;
}

void dispatch_source_set_event_handler(void *object, const Block *block) {
  TimerSource *source = ours(object);
  if (source) source->on_event = _Block_copy(block);
  else REAL(dispatch_source_set_event_handler)(object, block);
}

void dispatch_source_set_cancel_handler(void *object, const Block *block) {
  TimerSource *source = ours(object);
  if (source) source->on_cancel = _Block_copy(block);
  else REAL(dispatch_source_set_cancel_handler)(object, block);
}

void dispatch_source_set_timer(void *object, uint64_t start, uint64_t interval, uint64_t leeway) {
  TimerSource *source = ours(object);
  if (!source) {
    REAL(dispatch_source_set_timer)(object, start, interval, leeway);
    return;
  }
  source->references++;
  vt_event(start, fire, source, &source->is_cancelled);
}

void dispatch_resume(void *object) {
  if (!ours(object)) REAL(dispatch_resume)(object);
}

void dispatch_source_cancel(void *object) {
  TimerSource *source = ours(object);
  if (!source) {
    REAL(dispatch_source_cancel)(object);
    return;
  }
  source->is_cancelled = 1;
  if (source->on_cancel) source->on_cancel->invoke(source->on_cancel);
}

void dispatch_release(void *object) {
  TimerSource *source = ours(object);
  if (source) release(source);
  else REAL(dispatch_release)(object);
}
