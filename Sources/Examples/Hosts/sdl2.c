/* A run loop in SDL 2, which can not wait for descriptors: a thread waits and sends an event. */
#include <SDL.h>
#include <poll.h>
#include <unistd.h>
#include "host.h"

static Uint32 ready;
static SDL_sem *served;
static int stop[2], is_running = 1;

/* Sends one event at a time: the next one when the main thread has served the guest. */
static int watch(void *context) {
  const host_guest *guest = context;
  struct pollfd entries[] = {{guest->descriptor, POLLIN, 0}, {stop[0], POLLIN, 0}};
  while (poll(entries, 2, -1) >= 0 && !entries[1].revents) {
    SDL_Event event = {.type = ready};
    SDL_PushEvent(&event);
    SDL_SemWait(served);
  }
  return 0;
}

int host_run(const host_guest *guest, void (*started)(void)) {
  if (SDL_Init(SDL_INIT_VIDEO) != 0 || pipe(stop) != 0) return 1;
  SDL_Window *window = SDL_CreateWindow("hosted", 0, 0, 320, 240, 0);
  ready = SDL_RegisterEvents(1);
  served = SDL_CreateSemaphore(0);
  SDL_Thread *watcher = SDL_CreateThread(watch, "run loop", (void *)guest);
  started();
  while (is_running) {
    SDL_Event event;
    /* What makes no descriptor readable: blocks that were performed without a wake-up. */
    if (guest->prepare()) guest->dispatch();
    if (!is_running || !SDL_WaitEvent(&event)) break;
    if (event.type == SDL_QUIT) break;
    if (event.type != ready) continue;
    guest->dispatch();
    SDL_SemPost(served);
  }
  if (write(stop[1], "", 1) != 1) return 1;
  SDL_SemPost(served);
  SDL_WaitThread(watcher, NULL);
  SDL_DestroySemaphore(served);
  SDL_DestroyWindow(window);
  SDL_Quit();
  return 0;
}

void host_quit(void) { is_running = 0; }
