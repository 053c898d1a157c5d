#ifndef VALISE_CLIBFUZZER_SHIM_H
#define VALISE_CLIBFUZZER_SHIM_H

#include <stddef.h>
#include <stdint.h>

// libFuzzer brings no header; this is its entry point for a program with a main of its own.
int LLVMFuzzerRunDriver(
    int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

#endif
