// A program without Foundation, one of whose threads opens it: that thread is the main one for CFRunLoop. Its functions are found
// in the whole process, as those of a library that a program links.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef void *object;

static object (*currentLoop)(void);
static object (*mainLoop)(void);
static object (*createTimer)(object, double, double, unsigned long, long, void (*)(object, void *), void *);
static void (*addTimer)(object, object, object);
static void (*release)(object);
static void (*stop)(object);
static int (*isWaiting)(object);
static int (*runInMode)(object, double, unsigned char);
static double (*now)(void);
static object defaultMode;
static atomic_int mayStop, wasPosted;
static pthread_t opener;

static void *find(const char *name) {
  void *found = dlsym(RTLD_DEFAULT, name);
  if (!found) {
    printf("no %s\n", name);
    exit(1);
  }
  return found;
}

static void fired(object timer, void *info) {
  (void)timer;
  (void)info;
  printf("fired\n");
  stop(currentLoop());
}

static void runWithTimer(void) {
  object timer = createTimer(NULL, now() + 0.005, 0, 0, 0, fired, NULL);
  object keeper = createTimer(NULL, now() + 1000, 0, 0, 0, fired, NULL);
  addTimer(currentLoop(), timer, defaultMode);
  addTimer(currentLoop(), keeper, defaultMode);
  printf("result %d\n", runInMode(defaultMode, 10, 0));
  release(timer);
  release(keeper);
}

static void *opening(void *path) {
  opener = pthread_self();
  if (!dlopen(path, RTLD_NOW | RTLD_GLOBAL)) {
    printf("not opened: %s\n", dlerror());
    exit(1);
  }
  currentLoop = find("CFRunLoopGetCurrent");
  mainLoop = find("CFRunLoopGetMain");
  createTimer = find("CFRunLoopTimerCreate");
  addTimer = find("CFRunLoopAddTimer");
  release = find("CFRelease");
  stop = find("CFRunLoopStop");
  isWaiting = find("CFRunLoopIsWaiting");
  runInMode = find("CFRunLoopRunInMode");
  now = find("CFAbsoluteTimeGetCurrent");
  defaultMode = *(object *)find("kCFRunLoopDefaultMode");
  printf("of the thread that opened it: main %d\n", currentLoop() == mainLoop());
  runWithTimer();
  return NULL;
}

// From the main dispatch queue.
static void posted(void *info) {
  (void)info;
  printf("main queue: on the thread that opened it %d\n", pthread_equal(pthread_self(), opener) != 0);
  atomic_store(&wasPosted, 1);
}

// Runs the main loop, on its thread, until it is stopped from outside.
static void *waiting(void *path) {
  opening(path);
  atomic_store(&mayStop, 1);
  printf("stopped %d\n", runInMode(defaultMode, 10, 0));
  return NULL;
}

int main(int count, char **words) {
  alarm(280);
  // With a second word, the main dispatch queue is used too, which the toolchain's loop does not serve on such a thread.
  if (count < 2) return 2;
  pthread_t thread;
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (pthread_create(&thread, NULL, waiting, words[1])) return 1;
  while (!atomic_load(&mayStop)) usleep(1000);
  if (count > 2) {
    void (*dispatch)(void *, void *, void (*)(void *)) = find("dispatch_async_f");
    dispatch(find("_dispatch_main_q"), NULL, posted);
    while (!atomic_load(&wasPosted)) usleep(1000);
  }
  while (!isWaiting(mainLoop())) usleep(1000);
  stop(mainLoop());
  pthread_join(thread, NULL);
  printf("of the first thread: main %d\n", currentLoop() == mainLoop());
  runWithTimer();
  return 0;
}
