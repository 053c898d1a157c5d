#ifndef VALISE_CYAML_SHIM_H
#define VALISE_CYAML_SHIM_H

#include <yaml.h>

#endif
