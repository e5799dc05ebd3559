/* What the recipes have in common. */
#ifndef RECIPE_H
#define RECIPE_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "runloop.h"

#define MILLISECONDS 1000000LL

/* Ends the program when a function of the run loop failed. */
static inline int check(const char *what, int result) {
  if (result >= 0) return result;
  fprintf(stderr, "%s: %s\n", what, rl_error_text(result));
  exit(1);
}

/* For the functions that create items. */
static int failure;

/* Adds an item that was created just now to the default mode. */
static inline rl_item *add(const char *what, rl_item *item) {
  check(what, failure);
  check(what, rl_loop_add(rl_loop_current(), item, NULL));
  return item;
}

/* Takes an item out and frees its handle. */
static inline void drop(rl_item *item) {
  check("invalidate", rl_item_invalidate(item));
  check("free", rl_item_free(item));
}

/* Runs until something stops the loop; ends the program when that takes too long. */
static inline void run(void) {
  alarm(30);
  if (check("run", rl_loop_run(rl_loop_current(), NULL, RL_FOREVER, 0)) != RL_STOPPED) exit(2);
}

#endif
