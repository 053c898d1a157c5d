#ifndef VALISE_CQRENCODE_SHIM_H
#define VALISE_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
