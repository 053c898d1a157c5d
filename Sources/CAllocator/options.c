#include "allocator.h"

// Memory in pages of two megabytes: a build takes and fills eighty megabytes in a tenth of a second, and the
// kernel hands them out quicker than four kilobytes at a time. And an arena for two cores, where eight would
// be usual: what the threads that read lists gave back is there for those that come after them.
const char *malloc_conf = "thp:always,narenas_ratio:0.5";
