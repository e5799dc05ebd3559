// CFRunLoop's functions for a process in which this library comes before libFoundation: preloaded, or linked into the
// program.
//
// It needs the C library and nothing else, since every child of a process inherits its environment: a `sh` that loads it
// does nothing here, since it never calls these functions. The first call looks for libFoundation, opens the engine beside this
// library, and lets that fill in the table. When anything is missing, the table keeps the toolchain's functions.
#define _GNU_SOURCE
#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../CFoundationHooks/hooks.h"

#define EXPORTED __attribute__((visibility("default")))

// ---- The table ----

static struct cf_hooks real;
// While the decision is being made: the toolchain's functions, and a count.
static struct cf_hooks interim;
static struct cf_hooks served;
static uint32_t loopsAsked;
static int32_t isServed;

// At first the functions that decide which are to be called.
static const struct cf_hooks *begin(void);
#define BEGIN(name, result, parameters, arguments) \
  static result begin_##name parameters { return begin()->name arguments; }
CF_HOOKS(BEGIN)
#undef BEGIN
static const struct cf_hooks beginning = {
#define MEMBER(name, result, parameters, arguments) .name = begin_##name,
    CF_HOOKS(MEMBER)
#undef MEMBER
};
static _Atomic(const struct cf_hooks *) current = &beginning;

static cf_object countedGet0(pthread_t thread) {
  loopsAsked++;
  return real._CFRunLoopGet0(thread);
}

// Linked into a program, the engine is there already.
extern int32_t mainspring_foundation_engine(const struct cf_engine_call *call) __attribute__((weak));

static void say(const char *what, const char *why) {
  if (getenv("MAINSPRING_FOUNDATION_QUIET")) return;
  fprintf(stderr, "mainspring: %s%s%s: the toolchain's run loop is used\n", what, *why ? ": " : "", why);
}

// The engine's library is beside this one.
static cf_engine openEngine(void) {
  if (mainspring_foundation_engine) return mainspring_foundation_engine;
  Dl_info info;
  char path[4096];
  if (!dladdr((const void *)&openEngine, &info) || !info.dli_fname) return NULL;
  const char *slash = strrchr(info.dli_fname, '/');
  int length = slash ? (int)(slash - info.dli_fname) + 1 : 0;
  int size = snprintf(path, sizeof path, "%.*slibMainspringFoundationEngine.so", length, info.dli_fname);
  if (size < 0 || (size_t)size >= sizeof path) return NULL;
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    say("its engine can not be opened", reason ? reason : path);
    return NULL;
  }
  return (cf_engine)dlsym(library, CF_ENGINE);
}

static void decide(void) {
  // By its name: it may have been opened late, and for one library only.
  void *foundation = dlopen("libFoundation.so", RTLD_LAZY | RTLD_NOLOAD);
  const char *missing = NULL;
#define FIND(name, result, parameters, arguments)                                             \
  real.name = (__typeof__(real.name))dlsym(foundation ? foundation : RTLD_NEXT, #name);       \
  if (!real.name) missing = #name;
  CF_HOOKS(FIND)
#undef FIND
  served = real;
  interim = real;
  interim._CFRunLoopGet0 = countedGet0;
  if (missing) {
    say("this Foundation has no such function", missing);
    return;
  }
  const char *wish = getenv("MAINSPRING_FOUNDATION");
  if (wish && (!strcmp(wish, "0") || !strcmp(wish, "off"))) return;
  cf_engine engine = openEngine();
  struct cf_engine_call call = {foundation, &real, &served, &loopsAsked};
  isServed = engine && engine(&call);
}

// One thread decides, and others wait for it. What it calls while it decides gets the interim table.
static const struct cf_hooks *begin(void) {
  static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  static int hasBegun;
  pthread_mutex_lock(&lock);
  if (!hasBegun) {
    hasBegun = 1;
    decide();
    atomic_store_explicit(&current, isServed ? &served : &real, memory_order_release);
  }
  const struct cf_hooks *decided = atomic_load_explicit(&current, memory_order_acquire);
  pthread_mutex_unlock(&lock);
  return decided == &beginning ? &interim : decided;
}

static inline const struct cf_hooks *hooks(void) { return atomic_load_explicit(&current, memory_order_acquire); }

EXPORTED int32_t mainspring_foundation_begin(void) {
  begin();
  return isServed;
}

// ---- The functions ----

#define SERVE(name, result, parameters, arguments) \
  EXPORTED result name parameters;                 \
  result name parameters { return hooks()->name arguments; }
CF_HOOKS(SERVE)
