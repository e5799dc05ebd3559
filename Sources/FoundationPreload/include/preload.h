// Nothing to call: see preload.c.
#pragma once
