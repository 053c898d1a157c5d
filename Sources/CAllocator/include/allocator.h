#pragma once

/// What jemalloc does by itself from a program's first allocation on, where a program is linked with it.
extern const char *malloc_conf;
