/* Generated from Protos by the command generate-protos. Do not edit. */

#ifndef ARRANGE_C_PROTOS_H
#define ARRANGE_C_PROTOS_H

#include "arrange/v1/changes.pb-c.h"
#include "arrange/v1/collections.pb-c.h"
#include "arrange/v1/connection.pb-c.h"
#include "arrange/v1/descriptor_set.h"
#include "arrange/v1/frame.pb-c.h"
#include "arrange/v1/health.pb-c.h"
#include "arrange/v1/model.pb-c.h"
#include "arrange/v1/nodes.pb-c.h"
#include "arrange/v1/operations.pb-c.h"
#include "arrange/v1/overlays.pb-c.h"
#include "arrange/v1/reflection.pb-c.h"
#include "arrange/v1/server.pb-c.h"
#include "arrange/v1/sinks.pb-c.h"
#include "arrange/v1/strategies.pb-c.h"
#include "arrange/v1/time.pb-c.h"
#include "arrange/v1/views.pb-c.h"

#endif
