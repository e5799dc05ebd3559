// The functions of CFRunLoop, in place of the toolchain's: see shim.c.
#pragma once
#include <stdint.h>

// Decides now who serves, instead of at the first call of one of the functions. 1: the engine does; 0: the toolchain.
int32_t mainspring_foundation_begin(void);
