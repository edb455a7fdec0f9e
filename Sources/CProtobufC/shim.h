#ifndef ARRANGE_C_PROTOBUF_C_H
#define ARRANGE_C_PROTOBUF_C_H

#include <protobuf-c/protobuf-c.h>

#endif
