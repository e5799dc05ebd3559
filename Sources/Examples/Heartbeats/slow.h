/* A handler that takes long: it reads a byte from standard input, and waits for a second one while its loop can not. */
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

/* 0 at the end of the input. */
static inline int handle_slowly(void) {
  char byte;
  if (read(0, &byte, 1) != 1) return 0;
  printf("in\n"), fflush(stdout);
  /* Some loops make the descriptor one that does not block. */
  struct pollfd input = {0, POLLIN, 0};
  if (poll(&input, 1, -1) != 1 || read(0, &byte, 1) != 1) return 0;
  printf("out\n"), fflush(stdout);
  return 1;
}
