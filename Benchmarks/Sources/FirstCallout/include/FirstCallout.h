#pragma once
#include <stdint.h>

// What a process that was started to call back once says of itself, as the bytes that it is.
typedef struct {
  int64_t time;   // CLOCK_MONOTONIC in nanoseconds, at the first instruction of the callout
  int64_t memory; // resident bytes then
} FirstCallout;

// Called first in the callout: writes a FirstCallout to standard output.
void first_callout_report(void);
