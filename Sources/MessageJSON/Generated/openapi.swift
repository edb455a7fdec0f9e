// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// The addresses below `/v1` as an OpenAPI document.
package let openAPIDocument = #"""
{
 "openapi": "3.1.0",
 "info": {
  "title": "Arrange",
  "version": "1",
  "description": "Ordered lists over HTTP. Documentation/http.md explains what all addresses have in common."
 },
 "servers": [
  {
   "url": "/v1"
  }
 ],
 "security": [
  {
   "bearer": []
  },
  {
   "ticket": []
  },
  {}
 ],
 "paths": {
  "/collections/{collection}": {
   "put": {
    "operationId": "put_collections_collection",
    "tags": ["Collections"],
    "summary": "Creates an empty collection.",
    "description": "Creates an empty collection.\n\nWithout a `strategy` the collection gets the server's default one. Ends with ALREADY_EXISTS if the name is taken,\nand with INVALID_ARGUMENT for a strategy that the server does not have.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "If-None-Match",
      "in": "header",
      "schema": {
       "const": "*"
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "strategy": {
          "type": "string",
          "description": "The name of the ordering strategy, with any parameters that differ from the defaults, such as\n\"lexorank:jitter=40,step=64\"; empty: the server's default. At most 128 bytes. A strategy that the server does not\nhave is refused with INVALID_ARGUMENT. See Strategies/List."
         },
         "fields": {
          "$ref": "#/components/schemas/Fields",
          "description": "Fields of the collection itself, such as a title, in any order."
         },
         "outline": {
          "$ref": "#/components/schemas/OutlineSettings",
          "description": "Makes the collection an outline, with these limits; not set: it is flat. It can't be changed later."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CollectionInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   },
   "patch": {
    "operationId": "patch_collections_collection",
    "tags": ["Collections"],
    "summary": "Changes the fields of the collection itself. Its content and its version do not change.",
    "description": "Changes the fields of the collection itself. Its content and its version do not change.\n\nFields that `set` does not name keep their values, unless `remove` names them or `replace_all` is set.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "set": {
          "$ref": "#/components/schemas/Fields",
          "description": "Fields to set, in any order."
         },
         "remove": {
          "type": "array",
          "items": {
           "type": "string"
          },
          "description": "Names of fields to remove, except those in `set`; at most 64. Names of fields that do not exist are ignored."
         },
         "replace_all": {
          "type": "boolean",
          "description": "Whether all fields that `set` does not name are removed."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CollectionInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   },
   "delete": {
    "operationId": "delete_collections_collection",
    "tags": ["Collections"],
    "summary": "Permanently deletes a collection with its content and its history.",
    "description": "Permanently deletes a collection with its content and its history.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "204": {
      "description": "It is done."
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   },
   "get": {
    "operationId": "get_collections_collection",
    "tags": ["Collections"],
    "summary": "Reads one page of a collection or of a view.",
    "description": "Reads one page of a collection or of a view.\n\nFor the next page, pass `next_page_token` of the response as `page_token`. All pages of one read are of one\nversion. Ends with ABORTED if the version of `page_token` is no longer kept, and with OUT_OF_RANGE if the version of\n`at` is not: the message names the oldest one that is.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "page_size",
      "in": "query",
      "schema": {
       "type": "integer"
      }
     },
     {
      "name": "page_token",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "at",
      "in": "query",
      "schema": {
       "description": "The number of a version, or its name.",
       "anyOf": [
        {
         "type": "integer",
         "minimum": 0
        },
        {
         "type": "string",
         "minLength": 1,
         "maxLength": 128
        }
       ]
      }
     },
     {
      "name": "section",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "from",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0,
       "maximum": 2147483647
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0,
       "maximum": 2147483647
      }
     },
     {
      "name": "around",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "before",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0,
       "maximum": 2147483647
      }
     },
     {
      "name": "after",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0,
       "maximum": 2147483647
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "If-None-Match",
      "in": "header",
      "schema": {
       "type": "string",
       "pattern": "^\"[0-9]+@[0-9a-f]{16}\"$"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/FetchResponse"
        }
       }
      }
     },
     "304": {
      "description": "The list is still at the version of If-None-Match."
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/info": {
   "get": {
    "operationId": "get_collections_collection_info",
    "tags": ["Collections"],
    "summary": "Describes a collection or a stored view, without its content.",
    "description": "Describes a collection or a stored view, without its content.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CollectionInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections": {
   "get": {
    "operationId": "get_collections",
    "tags": ["Collections"],
    "summary": "Lists the collections and stored views, in ascending order of the bytes of their names, one page per call.",
    "description": "Lists the collections and stored views, in ascending order of the bytes of their names, one page per call.\n\nFor the next page, pass `next_page_token` of the response as `page_token`. The version and the size of views are 0,\nbecause views would have to be evaluated to know them.",
    "parameters": [
     {
      "name": "page_size",
      "in": "query",
      "schema": {
       "type": "integer"
      }
     },
     {
      "name": "page_token",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ListCollectionsResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/apply": {
   "post": {
    "operationId": "post_collections_collection_apply",
    "tags": ["Collections"],
    "summary": "Changes the content of a collection: all operations or none, in one commit.",
    "description": "Changes the content of a collection: all operations or none, in one commit.\n\nThis is the only way to change content. When the response arrives, the change is on disk. If the call fails,\n`Status.processed` says whether the transaction took effect; with a request id it can be retried without taking\neffect twice.\n\nEnds with ABORTED if the collection or an element does not have the required version, with OUT_OF_RANGE for too\nmany operations or elements, and with RESOURCE_EXHAUSTED for too many bytes. See the operations for further errors.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     },
     {
      "name": "If-Match",
      "in": "header",
      "schema": {
       "type": "string",
       "pattern": "^\"[0-9]+@[0-9a-f]{16}\"$"
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "operations": {
          "type": "array",
          "items": {
           "$ref": "#/components/schemas/Operation"
          },
          "description": "1 to 10000 operations, which name at most 100000 elements together. More is refused with OUT_OF_RANGE.\n\nTwo other limits are checked before anything is changed, and refused with RESOURCE_EXHAUSTED. What a transaction\nwrites has at most 10485760 bytes: the ids and fields that it inserts, for updates the previous fields and the new\nones, and the ids and order keys of elements that it moves, rekeys, or removes, also with a section. And the\nresponse must fit the largest frame that the caller accepts, see `Hello.largest_frame`."
         },
         "request_id": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Makes a retry safe: a second transaction with the same request id changes nothing and gets the response of the\nfirst, also after a restart of the server. 1 to 64 bytes, best random; empty: no request id."
         },
         "if_version": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The version that the collection must have; otherwise the call ends with ABORTED. When left out: any version."
         },
         "if_history": {
          "$ref": "#/components/schemas/HistoryID",
          "description": "The history to which `if_version` must belong, as it was received with the version; otherwise the call ends with\nABORTED. 0: any history. Without it, the condition can hold for other content: if an older copy of the data is\nrestored, the same version number is used again."
         },
         "stack": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "The stack on which the commit becomes a step, so that Undo can undo it: any id that the caller chooses, such as one for\neach tab or for each account. At most 16 bytes; empty: it can't be undone. Servers before version 0.5.0 ignore it."
         },
         "group": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Consecutive commits of a stack with the same group are one step, up to 1000 of them, such as a move and the field that\nit sets, or what somebody types. At most 16 bytes; empty: the commit is a step of its own. Needs `stack`."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApplyResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/items": {
   "post": {
    "operationId": "post_collections_collection_items",
    "tags": ["Collections"],
    "summary": "Changes the content of a collection: all operations or none, in one commit.",
    "description": "Changes the content of a collection: all operations or none, in one commit.\n\nThis is the only way to change content. When the response arrives, the change is on disk. If the call fails,\n`Status.processed` says whether the transaction took effect; with a request id it can be retried without taking\neffect twice.\n\nEnds with ABORTED if the collection or an element does not have the required version, with OUT_OF_RANGE for too\nmany operations or elements, and with RESOURCE_EXHAUSTED for too many bytes. See the operations for further errors.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     },
     {
      "name": "If-Match",
      "in": "header",
      "schema": {
       "type": "string",
       "pattern": "^\"[0-9]+@[0-9a-f]{16}\"$"
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "id": {
          "type": "string",
          "description": "The id; empty: the server makes one, a UUIDv7, which the result contains. An id that is taken is refused with\nALREADY_EXISTS."
         },
         "fields": {
          "$ref": "#/components/schemas/Fields",
          "description": "The fields, in any order."
         },
         "first": {
          "type": "boolean",
          "description": "At the start. Must be true."
         },
         "last": {
          "type": "boolean",
          "description": "At the end. Must be true."
         },
         "before": {
          "type": "string",
          "description": "Directly before the element with this id, the anchor."
         },
         "after": {
          "type": "string",
          "description": "Directly after the element with this id, the anchor."
         },
         "at": {
          "$ref": "#/components/schemas/Int64",
          "description": "At this index. For a move, it is the index of the first moved element after the move. An index past the end is\nrefused with OUT_OF_RANGE."
         },
         "if_anchor_missing": {
          "$ref": "#/components/schemas/AnchorPolicy",
          "description": "What happens if the anchor does not exist, or is not among the siblings."
         },
         "section": {
          "type": "string",
          "description": "The id of the section, which must exist, except for the default section, which has the empty id.\nWhen left out: the section of the anchor, and without an anchor the default section."
         },
         "parent": {
          "type": "string",
          "description": "The id of the item below which the items go, in an outline; empty: the top of the section. When left out: the\nparent of the anchor, and without an anchor the top of the section. The section follows from a parent, so that\n`section` can only be named as well to say where the items go if the parent is missing. Refused with\nFAILED_PRECONDITION if the collection is flat."
         },
         "if_parent_missing": {
          "$ref": "#/components/schemas/ParentPolicy",
          "description": "What happens if the parent does not exist."
         },
         "request_id": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Makes a retry safe: a second transaction with the same request id changes nothing and gets the response of the\nfirst, also after a restart of the server. 1 to 64 bytes, best random; empty: no request id."
         },
         "if_version": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The version that the collection must have; otherwise the call ends with ABORTED. When left out: any version."
         },
         "if_history": {
          "$ref": "#/components/schemas/HistoryID",
          "description": "The history to which `if_version` must belong, as it was received with the version; otherwise the call ends with\nABORTED. 0: any history. Without it, the condition can hold for other content: if an older copy of the data is\nrestored, the same version number is used again."
         },
         "stack": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "The stack on which the commit becomes a step, so that Undo can undo it: any id that the caller chooses, such as one for\neach tab or for each account. At most 16 bytes; empty: it can't be undone. Servers before version 0.5.0 ignore it."
         },
         "group": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Consecutive commits of a stack with the same group are one step, up to 1000 of them, such as a move and the field that\nit sets, or what somebody types. At most 16 bytes; empty: the commit is a step of its own. Needs `stack`."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApplyResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/items/{id}": {
   "patch": {
    "operationId": "patch_collections_collection_items_id",
    "tags": ["Collections"],
    "summary": "Changes the content of a collection: all operations or none, in one commit.",
    "description": "Changes the content of a collection: all operations or none, in one commit.\n\nThis is the only way to change content. When the response arrives, the change is on disk. If the call fails,\n`Status.processed` says whether the transaction took effect; with a request id it can be retried without taking\neffect twice.\n\nEnds with ABORTED if the collection or an element does not have the required version, with OUT_OF_RANGE for too\nmany operations or elements, and with RESOURCE_EXHAUSTED for too many bytes. See the operations for further errors.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "id",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     },
     {
      "name": "If-Match",
      "in": "header",
      "schema": {
       "type": "string",
       "pattern": "^\"[0-9]+@[0-9a-f]{16}\"$"
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "if_content_version": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The content version that the element must have, see `Element.content_version`; otherwise the transaction ends\nwith ABORTED. When left out: any content version."
         },
         "set": {
          "$ref": "#/components/schemas/Fields",
          "description": "Fields to set, in any order."
         },
         "remove": {
          "type": "array",
          "items": {
           "type": "string"
          },
          "description": "Names of fields to remove, except those in `set`. At most 64. Names of fields that do not exist are ignored."
         },
         "replace_all": {
          "type": "boolean",
          "description": "Whether all fields that `set` does not name are removed."
         },
         "request_id": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Makes a retry safe: a second transaction with the same request id changes nothing and gets the response of the\nfirst, also after a restart of the server. 1 to 64 bytes, best random; empty: no request id."
         },
         "if_version": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The version that the collection must have; otherwise the call ends with ABORTED. When left out: any version."
         },
         "if_history": {
          "$ref": "#/components/schemas/HistoryID",
          "description": "The history to which `if_version` must belong, as it was received with the version; otherwise the call ends with\nABORTED. 0: any history. Without it, the condition can hold for other content: if an older copy of the data is\nrestored, the same version number is used again."
         },
         "stack": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "The stack on which the commit becomes a step, so that Undo can undo it: any id that the caller chooses, such as one for\neach tab or for each account. At most 16 bytes; empty: it can't be undone. Servers before version 0.5.0 ignore it."
         },
         "group": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Consecutive commits of a stack with the same group are one step, up to 1000 of them, such as a move and the field that\nit sets, or what somebody types. At most 16 bytes; empty: the commit is a step of its own. Needs `stack`."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApplyResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   },
   "delete": {
    "operationId": "delete_collections_collection_items_id",
    "tags": ["Collections"],
    "summary": "Changes the content of a collection: all operations or none, in one commit.",
    "description": "Changes the content of a collection: all operations or none, in one commit.\n\nThis is the only way to change content. When the response arrives, the change is on disk. If the call fails,\n`Status.processed` says whether the transaction took effect; with a request id it can be retried without taking\neffect twice.\n\nEnds with ABORTED if the collection or an element does not have the required version, with OUT_OF_RANGE for too\nmany operations or elements, and with RESOURCE_EXHAUSTED for too many bytes. See the operations for further errors.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "id",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "if_section",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "if_parent",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "if_content_version",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0
      }
     },
     {
      "name": "if_placement_version",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0
      }
     },
     {
      "name": "descendants",
      "in": "query",
      "schema": {
       "$ref": "#/components/schemas/DescendantPolicy"
      }
     },
     {
      "name": "stack",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "group",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     },
     {
      "name": "If-Match",
      "in": "header",
      "schema": {
       "type": "string",
       "pattern": "^\"[0-9]+@[0-9a-f]{16}\"$"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApplyResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/items/{id}/move": {
   "post": {
    "operationId": "post_collections_collection_items_id_move",
    "tags": ["Collections"],
    "summary": "Changes the content of a collection: all operations or none, in one commit.",
    "description": "Changes the content of a collection: all operations or none, in one commit.\n\nThis is the only way to change content. When the response arrives, the change is on disk. If the call fails,\n`Status.processed` says whether the transaction took effect; with a request id it can be retried without taking\neffect twice.\n\nEnds with ABORTED if the collection or an element does not have the required version, with OUT_OF_RANGE for too\nmany operations or elements, and with RESOURCE_EXHAUSTED for too many bytes. See the operations for further errors.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "id",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     },
     {
      "name": "If-Match",
      "in": "header",
      "schema": {
       "type": "string",
       "pattern": "^\"[0-9]+@[0-9a-f]{16}\"$"
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "if_content_version": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The content version that the element must have, see `Element.content_version`; otherwise the transaction ends\nwith ABORTED. When left out: any content version."
         },
         "if_section": {
          "type": "string",
          "description": "The id of the section that the item must be in, such as the one in which a person saw it; otherwise the transaction\nends with ABORTED, and the message says where the item is. When left out: any section. Refused with\nINVALID_ARGUMENT for sections."
         },
         "if_placement_version": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The placement version that the element must have, see `Element.placement_version`; otherwise the transaction ends\nwith ABORTED, and the message says where the element is. When left out: any placement version."
         },
         "if_parent": {
          "type": "string",
          "description": "The id of the item that must be the parent; empty: the item must be at the top of its section. Otherwise the\ntransaction ends with ABORTED, and the message says where the item is. When left out: any parent. Refused with\nINVALID_ARGUMENT for sections."
         },
         "first": {
          "type": "boolean",
          "description": "At the start. Must be true."
         },
         "last": {
          "type": "boolean",
          "description": "At the end. Must be true."
         },
         "before": {
          "type": "string",
          "description": "Directly before the element with this id, the anchor."
         },
         "after": {
          "type": "string",
          "description": "Directly after the element with this id, the anchor."
         },
         "at": {
          "$ref": "#/components/schemas/Int64",
          "description": "At this index. For a move, it is the index of the first moved element after the move. An index past the end is\nrefused with OUT_OF_RANGE."
         },
         "if_anchor_missing": {
          "$ref": "#/components/schemas/AnchorPolicy",
          "description": "What happens if the anchor does not exist, or is not among the siblings."
         },
         "section": {
          "type": "string",
          "description": "The id of the section, which must exist, except for the default section, which has the empty id.\nWhen left out: the section of the anchor, and without an anchor the section of the first item."
         },
         "parent": {
          "type": "string",
          "description": "The id of the item below which the items go, in an outline; empty: the top of the section. When left out: the\nparent of the anchor, and without an anchor that of the first item, or the top of the section that is named. The\nsection follows from a parent, so that `section` can only be named as well to say where the items go if the parent\nis missing. Refused with FAILED_PRECONDITION if the collection is flat."
         },
         "if_parent_missing": {
          "$ref": "#/components/schemas/ParentPolicy",
          "description": "What happens if the parent does not exist."
         },
         "if_cycle": {
          "$ref": "#/components/schemas/CyclePolicy",
          "description": "What happens with items that contain the place, so that they can't go there."
         },
         "request_id": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Makes a retry safe: a second transaction with the same request id changes nothing and gets the response of the\nfirst, also after a restart of the server. 1 to 64 bytes, best random; empty: no request id."
         },
         "if_version": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The version that the collection must have; otherwise the call ends with ABORTED. When left out: any version."
         },
         "if_history": {
          "$ref": "#/components/schemas/HistoryID",
          "description": "The history to which `if_version` must belong, as it was received with the version; otherwise the call ends with\nABORTED. 0: any history. Without it, the condition can hold for other content: if an older copy of the data is\nrestored, the same version number is used again."
         },
         "stack": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "The stack on which the commit becomes a step, so that Undo can undo it: any id that the caller chooses, such as one for\neach tab or for each account. At most 16 bytes; empty: it can't be undone. Servers before version 0.5.0 ignore it."
         },
         "group": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Consecutive commits of a stack with the same group are one step, up to 1000 of them, such as a move and the field that\nit sets, or what somebody types. At most 16 bytes; empty: the commit is a step of its own. Needs `stack`."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApplyResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/sections": {
   "post": {
    "operationId": "post_collections_collection_sections",
    "tags": ["Collections"],
    "summary": "Changes the content of a collection: all operations or none, in one commit.",
    "description": "Changes the content of a collection: all operations or none, in one commit.\n\nThis is the only way to change content. When the response arrives, the change is on disk. If the call fails,\n`Status.processed` says whether the transaction took effect; with a request id it can be retried without taking\neffect twice.\n\nEnds with ABORTED if the collection or an element does not have the required version, with OUT_OF_RANGE for too\nmany operations or elements, and with RESOURCE_EXHAUSTED for too many bytes. See the operations for further errors.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     },
     {
      "name": "If-Match",
      "in": "header",
      "schema": {
       "type": "string",
       "pattern": "^\"[0-9]+@[0-9a-f]{16}\"$"
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "id": {
          "type": "string",
          "description": "The id; empty: the server makes one, a UUIDv7, which the result contains. An id that is taken is refused with\nALREADY_EXISTS."
         },
         "fields": {
          "$ref": "#/components/schemas/Fields",
          "description": "The fields, in any order."
         },
         "first": {
          "type": "boolean",
          "description": "At the start. Must be true."
         },
         "last": {
          "type": "boolean",
          "description": "At the end. Must be true."
         },
         "before": {
          "type": "string",
          "description": "Directly before the element with this id, the anchor."
         },
         "after": {
          "type": "string",
          "description": "Directly after the element with this id, the anchor."
         },
         "at": {
          "$ref": "#/components/schemas/Int64",
          "description": "At this index. For a move, it is the index of the first moved element after the move. An index past the end is\nrefused with OUT_OF_RANGE."
         },
         "if_anchor_missing": {
          "$ref": "#/components/schemas/AnchorPolicy",
          "description": "What happens if the anchor does not exist, or is not among the siblings."
         },
         "request_id": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Makes a retry safe: a second transaction with the same request id changes nothing and gets the response of the\nfirst, also after a restart of the server. 1 to 64 bytes, best random; empty: no request id."
         },
         "if_version": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The version that the collection must have; otherwise the call ends with ABORTED. When left out: any version."
         },
         "if_history": {
          "$ref": "#/components/schemas/HistoryID",
          "description": "The history to which `if_version` must belong, as it was received with the version; otherwise the call ends with\nABORTED. 0: any history. Without it, the condition can hold for other content: if an older copy of the data is\nrestored, the same version number is used again."
         },
         "stack": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "The stack on which the commit becomes a step, so that Undo can undo it: any id that the caller chooses, such as one for\neach tab or for each account. At most 16 bytes; empty: it can't be undone. Servers before version 0.5.0 ignore it."
         },
         "group": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Consecutive commits of a stack with the same group are one step, up to 1000 of them, such as a move and the field that\nit sets, or what somebody types. At most 16 bytes; empty: the commit is a step of its own. Needs `stack`."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApplyResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/sections/{id}": {
   "patch": {
    "operationId": "patch_collections_collection_sections_id",
    "tags": ["Collections"],
    "summary": "Changes the content of a collection: all operations or none, in one commit.",
    "description": "Changes the content of a collection: all operations or none, in one commit.\n\nThis is the only way to change content. When the response arrives, the change is on disk. If the call fails,\n`Status.processed` says whether the transaction took effect; with a request id it can be retried without taking\neffect twice.\n\nEnds with ABORTED if the collection or an element does not have the required version, with OUT_OF_RANGE for too\nmany operations or elements, and with RESOURCE_EXHAUSTED for too many bytes. See the operations for further errors.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "id",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     },
     {
      "name": "If-Match",
      "in": "header",
      "schema": {
       "type": "string",
       "pattern": "^\"[0-9]+@[0-9a-f]{16}\"$"
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "if_content_version": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The content version that the element must have, see `Element.content_version`; otherwise the transaction ends\nwith ABORTED. When left out: any content version."
         },
         "set": {
          "$ref": "#/components/schemas/Fields",
          "description": "Fields to set, in any order."
         },
         "remove": {
          "type": "array",
          "items": {
           "type": "string"
          },
          "description": "Names of fields to remove, except those in `set`. At most 64. Names of fields that do not exist are ignored."
         },
         "replace_all": {
          "type": "boolean",
          "description": "Whether all fields that `set` does not name are removed."
         },
         "request_id": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Makes a retry safe: a second transaction with the same request id changes nothing and gets the response of the\nfirst, also after a restart of the server. 1 to 64 bytes, best random; empty: no request id."
         },
         "if_version": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The version that the collection must have; otherwise the call ends with ABORTED. When left out: any version."
         },
         "if_history": {
          "$ref": "#/components/schemas/HistoryID",
          "description": "The history to which `if_version` must belong, as it was received with the version; otherwise the call ends with\nABORTED. 0: any history. Without it, the condition can hold for other content: if an older copy of the data is\nrestored, the same version number is used again."
         },
         "stack": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "The stack on which the commit becomes a step, so that Undo can undo it: any id that the caller chooses, such as one for\neach tab or for each account. At most 16 bytes; empty: it can't be undone. Servers before version 0.5.0 ignore it."
         },
         "group": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Consecutive commits of a stack with the same group are one step, up to 1000 of them, such as a move and the field that\nit sets, or what somebody types. At most 16 bytes; empty: the commit is a step of its own. Needs `stack`."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApplyResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   },
   "delete": {
    "operationId": "delete_collections_collection_sections_id",
    "tags": ["Collections"],
    "summary": "Changes the content of a collection: all operations or none, in one commit.",
    "description": "Changes the content of a collection: all operations or none, in one commit.\n\nThis is the only way to change content. When the response arrives, the change is on disk. If the call fails,\n`Status.processed` says whether the transaction took effect; with a request id it can be retried without taking\neffect twice.\n\nEnds with ABORTED if the collection or an element does not have the required version, with OUT_OF_RANGE for too\nmany operations or elements, and with RESOURCE_EXHAUSTED for too many bytes. See the operations for further errors.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "id",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "only_if_empty",
      "in": "query",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "if_content_version",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0
      }
     },
     {
      "name": "if_placement_version",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0
      }
     },
     {
      "name": "stack",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "group",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     },
     {
      "name": "If-Match",
      "in": "header",
      "schema": {
       "type": "string",
       "pattern": "^\"[0-9]+@[0-9a-f]{16}\"$"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApplyResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/sections/{id}/move": {
   "post": {
    "operationId": "post_collections_collection_sections_id_move",
    "tags": ["Collections"],
    "summary": "Changes the content of a collection: all operations or none, in one commit.",
    "description": "Changes the content of a collection: all operations or none, in one commit.\n\nThis is the only way to change content. When the response arrives, the change is on disk. If the call fails,\n`Status.processed` says whether the transaction took effect; with a request id it can be retried without taking\neffect twice.\n\nEnds with ABORTED if the collection or an element does not have the required version, with OUT_OF_RANGE for too\nmany operations or elements, and with RESOURCE_EXHAUSTED for too many bytes. See the operations for further errors.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "id",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     },
     {
      "name": "If-Match",
      "in": "header",
      "schema": {
       "type": "string",
       "pattern": "^\"[0-9]+@[0-9a-f]{16}\"$"
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "if_content_version": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The content version that the element must have, see `Element.content_version`; otherwise the transaction ends\nwith ABORTED. When left out: any content version."
         },
         "if_section": {
          "type": "string",
          "description": "The id of the section that the item must be in, such as the one in which a person saw it; otherwise the transaction\nends with ABORTED, and the message says where the item is. When left out: any section. Refused with\nINVALID_ARGUMENT for sections."
         },
         "if_placement_version": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The placement version that the element must have, see `Element.placement_version`; otherwise the transaction ends\nwith ABORTED, and the message says where the element is. When left out: any placement version."
         },
         "if_parent": {
          "type": "string",
          "description": "The id of the item that must be the parent; empty: the item must be at the top of its section. Otherwise the\ntransaction ends with ABORTED, and the message says where the item is. When left out: any parent. Refused with\nINVALID_ARGUMENT for sections."
         },
         "first": {
          "type": "boolean",
          "description": "At the start. Must be true."
         },
         "last": {
          "type": "boolean",
          "description": "At the end. Must be true."
         },
         "before": {
          "type": "string",
          "description": "Directly before the element with this id, the anchor."
         },
         "after": {
          "type": "string",
          "description": "Directly after the element with this id, the anchor."
         },
         "at": {
          "$ref": "#/components/schemas/Int64",
          "description": "At this index. For a move, it is the index of the first moved element after the move. An index past the end is\nrefused with OUT_OF_RANGE."
         },
         "if_anchor_missing": {
          "$ref": "#/components/schemas/AnchorPolicy",
          "description": "What happens if the anchor does not exist, or is not among the siblings."
         },
         "request_id": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Makes a retry safe: a second transaction with the same request id changes nothing and gets the response of the\nfirst, also after a restart of the server. 1 to 64 bytes, best random; empty: no request id."
         },
         "if_version": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The version that the collection must have; otherwise the call ends with ABORTED. When left out: any version."
         },
         "if_history": {
          "$ref": "#/components/schemas/HistoryID",
          "description": "The history to which `if_version` must belong, as it was received with the version; otherwise the call ends with\nABORTED. 0: any history. Without it, the condition can hold for other content: if an older copy of the data is\nrestored, the same version number is used again."
         },
         "stack": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "The stack on which the commit becomes a step, so that Undo can undo it: any id that the caller chooses, such as one for\neach tab or for each account. At most 16 bytes; empty: it can't be undone. Servers before version 0.5.0 ignore it."
         },
         "group": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Consecutive commits of a stack with the same group are one step, up to 1000 of them, such as a move and the field that\nit sets, or what somebody types. At most 16 bytes; empty: the commit is a step of its own. Needs `stack`."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApplyResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/transact": {
   "post": {
    "operationId": "post_transact",
    "tags": ["Collections"],
    "summary": "Changes several collections: all steps or none, in one commit for each collection that changes.",
    "description": "Changes several collections: all steps or none, in one commit for each collection that changes.\n\nNobody ever sees only a part of it: the commits become durable together, and a view of several of the collections\nshows them as one change. Use it also to hand items from one collection to another.\n\nEnds with the errors of Apply, whose field begins with `steps[n]`, and with ALREADY_EXISTS if an item is transferred\nto a collection that has its id. All collections must belong to the same node of a service; otherwise the call ends with\nFAILED_PRECONDITION.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/TransactRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TransactResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/undo": {
   "post": {
    "operationId": "post_collections_collection_undo",
    "tags": ["Collections"],
    "summary": "Undoes the newest step of a stack, or makes a step again that was undone, in one commit. Nothing is overwritten that",
    "description": "Undoes the newest step of a stack, or makes a step again that was undone, in one commit. Nothing is overwritten that\nothers did later.\n\nA stack belongs to the caller's principal and to the id that the caller chose, `ApplyRequest.stack`. What it has\nfollows from the commits that are kept: it survives restarts, and any device of the principal can go on with it. A\nstep is one commit, or several with the same `group`. Of a step\n\n- a field is restored if it still has the value that the step wrote, and nobody else has written it since,\n- an element that was moved goes back if nobody else has placed it since: behind its old predecessor, else behind the next\none further up that is still in its old section, else before its old successor, else to the beginning,\n- an element that was inserted is removed if nobody else has changed or placed it since; a section only if it is empty,\n- an element that was removed comes back with its id and its fields, to the place to which a moved one goes back; a\nsection with its items.\n\nA step that is a transaction over several collections is undone in all of them at once; a transfer only as a whole.\n\nWhat others have changed since is kept, and named in the response; what they have undone themselves does not count. Others\nare all principals and stacks but the caller's. If nothing of a step can be undone,\n`changed` is false, and the next call is about the step before it.\n\nNeeds the permissions that the changes would need as operations of Apply: `move` for moves and `write` for all others.\nEnds with NOT_FOUND if `of` is no step of the stack, and with ABORTED if the step is not `expect`. Servers before\nversion 0.5.0 don't have this call and ignore `stack`; those that have it name \"undo\" in `ServerInfoResponse.features`.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "stack": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "The id of the stack, as in `ApplyRequest.stack`. Required; at most 16 bytes."
         },
         "of": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The version of a commit of the step to undo, or, with `redo`, of the commit that undid the step. When left out: the\nnewest step that can be undone."
         },
         "redo": {
          "type": "boolean",
          "description": "Whether the newest step that was undone is made again. Each new commit of the stack forgets what was undone."
         },
         "expect": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The newest version of the step, as a response or a dry run has named it in `undoes`; if another step is next, the call\nends with ABORTED."
         },
         "dry_run": {
          "type": "boolean",
          "description": "Whether nothing is changed, and only the response wanted."
         },
         "request_id": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Makes a retry safe, as in `ApplyRequest.request_id`."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/UndoResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/views/{view}": {
   "get": {
    "operationId": "get_views_view",
    "tags": ["Collections"],
    "summary": "Reads one page of a collection or of a view.",
    "description": "Reads one page of a collection or of a view.\n\nFor the next page, pass `next_page_token` of the response as `page_token`. All pages of one read are of one\nversion. Ends with ABORTED if the version of `page_token` is no longer kept, and with OUT_OF_RANGE if the version of\n`at` is not: the message names the oldest one that is.",
    "parameters": [
     {
      "name": "view",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "page_size",
      "in": "query",
      "schema": {
       "type": "integer"
      }
     },
     {
      "name": "page_token",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "at",
      "in": "query",
      "schema": {
       "description": "The number of a version, or its name.",
       "anyOf": [
        {
         "type": "integer",
         "minimum": 0
        },
        {
         "type": "string",
         "minLength": 1,
         "maxLength": 128
        }
       ]
      }
     },
     {
      "name": "section",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "from",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0,
       "maximum": 2147483647
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0,
       "maximum": 2147483647
      }
     },
     {
      "name": "around",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "before",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0,
       "maximum": 2147483647
      }
     },
     {
      "name": "after",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0,
       "maximum": 2147483647
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "If-None-Match",
      "in": "header",
      "schema": {
       "type": "string",
       "pattern": "^\"[0-9]+@[0-9a-f]{16}\"$"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/FetchResponse"
        }
       }
      }
     },
     "304": {
      "description": "The list is still at the version of If-None-Match."
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   },
   "put": {
    "operationId": "put_views_view",
    "tags": ["Views"],
    "summary": "Stores a view under a name, or redefines the view of that name.",
    "description": "Stores a view under a name, or redefines the view of that name.\n\nThe subscribers of a redefined view get the resulting changes. Ends with ALREADY_EXISTS if a collection has the\nname, with NOT_FOUND if a collection of the view does not exist, and with INVALID_ARGUMENT for an invalid\ndefinition.",
    "parameters": [
     {
      "name": "view",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "view": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/View"
           }
          ],
          "description": "The definition of the view. Required."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ViewInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   },
   "delete": {
    "operationId": "delete_views_view",
    "tags": ["Views"],
    "summary": "Deletes a stored view. Its collections are not affected.",
    "description": "Deletes a stored view. Its collections are not affected.\n\nSubscriptions to the view end with NOT_FOUND. The call ends with NOT_FOUND if there is no stored view of the name.",
    "parameters": [
     {
      "name": "view",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "204": {
      "description": "It is done."
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/query": {
   "post": {
    "operationId": "post_query",
    "tags": ["Collections"],
    "summary": "Reads one page of a collection or of a view.",
    "description": "Reads one page of a collection or of a view.\n\nFor the next page, pass `next_page_token` of the response as `page_token`. All pages of one read are of one\nversion. Ends with ABORTED if the version of `page_token` is no longer kept, and with OUT_OF_RANGE if the version of\n`at` is not: the message names the oldest one that is.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/FetchRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/FetchResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/diff": {
   "get": {
    "operationId": "get_collections_collection_diff",
    "tags": ["Collections"],
    "summary": "Returns the changes from one version of a collection to another, as one batch.",
    "description": "Returns the changes from one version of a collection to another, as one batch.\n\nHow long it takes depends on the number of changes between the two, not on the size of the collection. Ends with\nOUT_OF_RANGE if one of the versions is not kept, and with RESOURCE_EXHAUSTED if the commits between have more than\n100000 changes, or if the batch does not fit a frame: then read both versions.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "from",
      "in": "query",
      "schema": {
       "description": "The number of a version, or its name.",
       "anyOf": [
        {
         "type": "integer",
         "minimum": 0
        },
        {
         "type": "string",
         "minLength": 1,
         "maxLength": 128
        }
       ]
      }
     },
     {
      "name": "to",
      "in": "query",
      "schema": {
       "description": "The number of a version, or its name.",
       "anyOf": [
        {
         "type": "integer",
         "minimum": 0
        },
        {
         "type": "string",
         "minLength": 1,
         "maxLength": 128
        }
       ]
      }
     },
     {
      "name": "profile",
      "in": "query",
      "schema": {
       "$ref": "#/components/schemas/BatchProfile"
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/DiffResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/restore": {
   "post": {
    "operationId": "post_collections_collection_restore",
    "tags": ["Collections"],
    "summary": "Takes a collection back to the content of an earlier version, in one commit with as few moves as possible.",
    "description": "Takes a collection back to the content of an earlier version, in one commit with as few moves as possible.\n\nNothing of the history is lost: it is a commit like any other. What comes back has its id and its fields, also if it was\ntransferred to another collection, which keeps it. Other writes to the collection wait meanwhile. Limits of sections\nare not checked. Ends with OUT_OF_RANGE if the version is not kept, with ABORTED if the collection does not have the\nrequired version, and with RESOURCE_EXHAUSTED if the commit would write more than 67108864 bytes, if the collection\nwould have more elements than it may have, or if the commits in between have more than 100000 changes.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     },
     {
      "name": "If-Match",
      "in": "header",
      "schema": {
       "type": "string",
       "pattern": "^\"[0-9]+@[0-9a-f]{16}\"$"
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "to": {
          "$ref": "#/components/schemas/VersionReference",
          "description": "The version whose content the collection gets. Required."
         },
         "keep": {
          "$ref": "#/components/schemas/RestoreKeep",
          "description": "What stays of that which the version does not have."
         },
         "request_id": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Makes a retry safe: a second request with the same request id changes nothing and gets the response of the first.\n1 to 64 bytes, best random; empty: no request id."
         },
         "if_version": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The version that the collection must have; otherwise the call ends with ABORTED. When left out: any version."
         },
         "if_history": {
          "$ref": "#/components/schemas/HistoryID",
          "description": "The history to which `if_version` must belong; otherwise the call ends with ABORTED. 0: any history. See\n`ApplyRequest.if_history`."
         },
         "dry_run": {
          "type": "boolean",
          "description": "Whether nothing is changed, and the response says what would change. The conditions and the request id are then not\nlooked at."
         },
         "stack": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "The stack on which the commit becomes a step, so that Undo can undo it, see `ApplyRequest.stack`."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/RestoreResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/history": {
   "get": {
    "operationId": "get_collections_collection_history",
    "tags": ["Collections"],
    "summary": "Reads the commits between two versions of a collection.",
    "description": "Reads the commits between two versions of a collection.\n\nBoth versions are included; without a last version, the commits up to the newest are read. The response may have\nfewer commits than requested, so that it fits a frame. To continue, call again from the version after the last\ncommit. A commit that is larger than a frame is returned in parts: if the last commit is a part, call again from\nits version with `from_change`.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "from",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0
      }
     },
     {
      "name": "to",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer"
      }
     },
     {
      "name": "from_change",
      "in": "query",
      "schema": {
       "type": "integer"
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/HistoryResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/strategy": {
   "post": {
    "operationId": "post_collections_collection_strategy",
    "tags": ["Collections"],
    "summary": "Changes the ordering strategy of a collection, in one commit.",
    "description": "Changes the ordering strategy of a collection, in one commit.\n\nNothing moves: only order keys change, and subscribers get no update. Repeating the call has no further effect,\nunless `renew_keys` or `if_version` is set.\n\nEnds with INVALID_ARGUMENT for a strategy that the server does not have, and with ABORTED if the collection does\nnot have the required version.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "If-Match",
      "in": "header",
      "schema": {
       "type": "string",
       "pattern": "^\"[0-9]+@[0-9a-f]{16}\"$"
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "strategy": {
          "type": "string",
          "description": "The strategy, with any parameters that differ from the defaults, such as \"lexorank:jitter=40\". Required. At most\n128 bytes. A strategy that the server does not have is refused with INVALID_ARGUMENT."
         },
         "renew_keys": {
          "type": "boolean",
          "description": "Whether all elements get new keys even if the collection already has this strategy."
         },
         "if_version": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The version that the collection must have; otherwise the call ends with ABORTED. When left out: any version."
         },
         "if_history": {
          "$ref": "#/components/schemas/HistoryID",
          "description": "The history to which `if_version` must belong; otherwise the call ends with ABORTED. 0: any history. See\n`ApplyRequest.if_history`."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ChangeStrategyResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/keys/rotate": {
   "post": {
    "operationId": "post_collections_collection_keys_rotate",
    "tags": ["Collections"],
    "summary": "Gives some elements of a collection new order keys: one step of renewing all keys of a collection while it is in",
    "description": "Gives some elements of a collection new order keys: one step of renewing all keys of a collection while it is in\nuse.\n\nOne call is one step, and one commit in which nothing moves. Repeat the call with the `generation` of the response\nuntil `remaining` is 0. Ends with FAILED_PRECONDITION if the strategy has no generations of keys; of the built-in\nstrategies, \"lexorank\" has them.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "generation": {
          "$ref": "#/components/schemas/Int64",
          "description": "`generation` of the previous step's response. When left out: a new generation, or the one in progress."
         },
         "limit": {
          "$ref": "#/components/schemas/Int64",
          "description": "The maximum number of elements to rekey in this step, and so in one commit, 1 to 10000; 0: 1000. Other values are\nrefused with OUT_OF_RANGE."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/RotateKeysResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/explain": {
   "post": {
    "operationId": "post_collections_collection_explain",
    "tags": ["Collections"],
    "summary": "Explains what a transaction would write, without carrying it out, with statistics of the order keys.",
    "description": "Explains what a transaction would write, without carrying it out, with statistics of the order keys.\n\nNothing is written. Without operations, only the statistics are returned.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "operations": {
          "type": "array",
          "items": {
           "$ref": "#/components/schemas/Operation"
          },
          "description": "The operations of the transaction, as for Apply; without operations the response has only the statistics."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ExplainResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/keys/verify": {
   "get": {
    "operationId": "get_collections_collection_keys_verify",
    "tags": ["Collections"],
    "summary": "Checks all stored order keys of a collection.",
    "description": "Checks all stored order keys of a collection.\n\nChangeStrategy with `renew_keys` repairs them.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/VerifyKeysResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/changes": {
   "get": {
    "operationId": "get_collections_collection_changes",
    "tags": ["Changes"],
    "summary": "Subscribes to a collection or a view: sends its content, and then every change.",
    "description": "Subscribes to a collection or a view: sends its content, and then every change.\n\nWithout a `resume_token` the stream begins with a snapshot. With one, it begins with a single batch that leads from\nthe version of the token to the newest version; if that is not possible, it begins with a snapshot whose `reason`\nsays why. Batches follow. Only durable changes are sent. Without credit the server sends nothing and keeps nothing:\nthe changes since the last message are sent as one batch when there is credit again.\n\nEnds with NOT_FOUND if the collection or view does not exist or is deleted. Ends with UNAVAILABLE if the server\nstops, if its storage fails, or if a stored view gets a definition that another part of the server evaluates. The\nstatus UNAVAILABLE has the detail \"resume_token\": the last token that was sent. Between the pages of a snapshot\nthis detail is missing: resume with the last token received before the snapshot, or, if there was none, subscribe\nagain without a token.\n\nWith `at`, the stream tells of the past: see there.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "token",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "profile",
      "in": "query",
      "schema": {
       "$ref": "#/components/schemas/BatchProfile"
      }
     },
     {
      "name": "threshold",
      "in": "query",
      "schema": {
       "type": "integer"
      }
     },
     {
      "name": "interval",
      "in": "query",
      "schema": {
       "type": "number",
       "minimum": 0
      }
     },
     {
      "name": "progress",
      "in": "query",
      "schema": {
       "type": "number",
       "minimum": 0
      }
     },
     {
      "name": "largest",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0
      }
     },
     {
      "name": "keys",
      "in": "query",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "authors",
      "in": "query",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "own",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "at",
      "in": "query",
      "schema": {
       "description": "The number of a version, or its name.",
       "anyOf": [
        {
         "type": "integer",
         "minimum": 0
        },
        {
         "type": "string",
         "minLength": 1,
         "maxLength": 128
        }
       ]
      }
     },
     {
      "name": "play_to",
      "in": "query",
      "schema": {
       "description": "The number of a version, or its name.",
       "anyOf": [
        {
         "type": "integer",
         "minimum": 0
        },
        {
         "type": "string",
         "minLength": 1,
         "maxLength": 128
        }
       ]
      }
     },
     {
      "name": "folding",
      "in": "query",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Folding"
        }
       }
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Last-Event-ID",
      "in": "header",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "wait",
      "in": "query",
      "schema": {
       "type": "number",
       "minimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "text/event-stream": {
        "schema": {
         "type": "string"
        }
       },
       "application/json": {
        "schema": {
         "type": "object",
         "required": ["messages"],
         "properties": {
          "messages": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/SubscribeResponse"
           }
          }
         }
        }
       }
      }
     },
     "204": {
      "description": "Nothing has changed in the time that was waited."
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/views/{view}/changes": {
   "get": {
    "operationId": "get_views_view_changes",
    "tags": ["Changes"],
    "summary": "Subscribes to a collection or a view: sends its content, and then every change.",
    "description": "Subscribes to a collection or a view: sends its content, and then every change.\n\nWithout a `resume_token` the stream begins with a snapshot. With one, it begins with a single batch that leads from\nthe version of the token to the newest version; if that is not possible, it begins with a snapshot whose `reason`\nsays why. Batches follow. Only durable changes are sent. Without credit the server sends nothing and keeps nothing:\nthe changes since the last message are sent as one batch when there is credit again.\n\nEnds with NOT_FOUND if the collection or view does not exist or is deleted. Ends with UNAVAILABLE if the server\nstops, if its storage fails, or if a stored view gets a definition that another part of the server evaluates. The\nstatus UNAVAILABLE has the detail \"resume_token\": the last token that was sent. Between the pages of a snapshot\nthis detail is missing: resume with the last token received before the snapshot, or, if there was none, subscribe\nagain without a token.\n\nWith `at`, the stream tells of the past: see there.",
    "parameters": [
     {
      "name": "view",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "token",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "profile",
      "in": "query",
      "schema": {
       "$ref": "#/components/schemas/BatchProfile"
      }
     },
     {
      "name": "threshold",
      "in": "query",
      "schema": {
       "type": "integer"
      }
     },
     {
      "name": "interval",
      "in": "query",
      "schema": {
       "type": "number",
       "minimum": 0
      }
     },
     {
      "name": "progress",
      "in": "query",
      "schema": {
       "type": "number",
       "minimum": 0
      }
     },
     {
      "name": "largest",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0
      }
     },
     {
      "name": "keys",
      "in": "query",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "authors",
      "in": "query",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "own",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "at",
      "in": "query",
      "schema": {
       "description": "The number of a version, or its name.",
       "anyOf": [
        {
         "type": "integer",
         "minimum": 0
        },
        {
         "type": "string",
         "minLength": 1,
         "maxLength": 128
        }
       ]
      }
     },
     {
      "name": "play_to",
      "in": "query",
      "schema": {
       "description": "The number of a version, or its name.",
       "anyOf": [
        {
         "type": "integer",
         "minimum": 0
        },
        {
         "type": "string",
         "minLength": 1,
         "maxLength": 128
        }
       ]
      }
     },
     {
      "name": "folding",
      "in": "query",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Folding"
        }
       }
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Last-Event-ID",
      "in": "header",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "wait",
      "in": "query",
      "schema": {
       "type": "number",
       "minimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "text/event-stream": {
        "schema": {
         "type": "string"
        }
       },
       "application/json": {
        "schema": {
         "type": "object",
         "required": ["messages"],
         "properties": {
          "messages": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/SubscribeResponse"
           }
          }
         }
        }
       }
      }
     },
     "204": {
      "description": "Nothing has changed in the time that was waited."
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/query/changes": {
   "get": {
    "operationId": "get_query_changes",
    "tags": ["Changes"],
    "summary": "Subscribes to a collection or a view: sends its content, and then every change.",
    "description": "Subscribes to a collection or a view: sends its content, and then every change.\n\nWithout a `resume_token` the stream begins with a snapshot. With one, it begins with a single batch that leads from\nthe version of the token to the newest version; if that is not possible, it begins with a snapshot whose `reason`\nsays why. Batches follow. Only durable changes are sent. Without credit the server sends nothing and keeps nothing:\nthe changes since the last message are sent as one batch when there is credit again.\n\nEnds with NOT_FOUND if the collection or view does not exist or is deleted. Ends with UNAVAILABLE if the server\nstops, if its storage fails, or if a stored view gets a definition that another part of the server evaluates. The\nstatus UNAVAILABLE has the detail \"resume_token\": the last token that was sent. Between the pages of a snapshot\nthis detail is missing: resume with the last token received before the snapshot, or, if there was none, subscribe\nagain without a token.\n\nWith `at`, the stream tells of the past: see there.",
    "parameters": [
     {
      "name": "view",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "token",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "profile",
      "in": "query",
      "schema": {
       "$ref": "#/components/schemas/BatchProfile"
      }
     },
     {
      "name": "threshold",
      "in": "query",
      "schema": {
       "type": "integer"
      }
     },
     {
      "name": "interval",
      "in": "query",
      "schema": {
       "type": "number",
       "minimum": 0
      }
     },
     {
      "name": "progress",
      "in": "query",
      "schema": {
       "type": "number",
       "minimum": 0
      }
     },
     {
      "name": "largest",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0
      }
     },
     {
      "name": "keys",
      "in": "query",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "authors",
      "in": "query",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "own",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "at",
      "in": "query",
      "schema": {
       "description": "The number of a version, or its name.",
       "anyOf": [
        {
         "type": "integer",
         "minimum": 0
        },
        {
         "type": "string",
         "minLength": 1,
         "maxLength": 128
        }
       ]
      }
     },
     {
      "name": "play_to",
      "in": "query",
      "schema": {
       "description": "The number of a version, or its name.",
       "anyOf": [
        {
         "type": "integer",
         "minimum": 0
        },
        {
         "type": "string",
         "minLength": 1,
         "maxLength": 128
        }
       ]
      }
     },
     {
      "name": "folding",
      "in": "query",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Folding"
        }
       }
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Last-Event-ID",
      "in": "header",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "wait",
      "in": "query",
      "schema": {
       "type": "number",
       "minimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "text/event-stream": {
        "schema": {
         "type": "string"
        }
       },
       "application/json": {
        "schema": {
         "type": "object",
         "required": ["messages"],
         "properties": {
          "messages": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/SubscribeResponse"
           }
          }
         }
        }
       }
      }
     },
     "204": {
      "description": "Nothing has changed in the time that was waited."
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/strategies": {
   "get": {
    "operationId": "get_strategies",
    "tags": ["Strategies"],
    "summary": "Lists the ordering strategies that the server has, with the default one.",
    "description": "Lists the ordering strategies that the server has, with the default one.\n\nThe strategies are in ascending order of the bytes of their names.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ListStrategiesResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/server": {
   "get": {
    "operationId": "get_server",
    "tags": ["Server"],
    "summary": "Describes the server: its version, statistics and limits, and the nodes if it is one of several; and the caller: who it is,",
    "description": "Describes the server: its version, statistics and limits, and the nodes if it is one of several; and the caller: who it is,\nand what it may do.\n\nWithout the permission `admin` the statistics are 0, and there are no nodes.",
    "parameters": [
     {
      "name": "name",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ServerInfoResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/health": {
   "get": {
    "operationId": "get_health",
    "tags": ["Health"],
    "summary": "Returns whether the server, or one service of it, can currently serve.",
    "description": "Returns whether the server, or one service of it, can currently serve.\n\nEnds with NOT_FOUND if the server does not have the service.",
    "parameters": [
     {
      "name": "service",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/HealthCheckResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/views/{view}/definition": {
   "get": {
    "operationId": "get_views_view_definition",
    "tags": ["Views"],
    "summary": "Returns a stored view.",
    "description": "Returns a stored view.\n\nEnds with NOT_FOUND if there is no stored view of the name.",
    "parameters": [
     {
      "name": "view",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ViewInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/views": {
   "get": {
    "operationId": "get_views",
    "tags": ["Views"],
    "summary": "Lists the stored views, in ascending order of the bytes of their names, one page per call.",
    "description": "Lists the stored views, in ascending order of the bytes of their names, one page per call.\n\nFor the next page, pass `next_page_token` of the response as `page_token`.",
    "parameters": [
     {
      "name": "page_size",
      "in": "query",
      "schema": {
       "type": "integer"
      }
     },
     {
      "name": "page_token",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ListViewsResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/views/{view}/place": {
   "post": {
    "operationId": "post_views_view_place",
    "tags": ["Views"],
    "summary": "Moves rows of a view into a gap between other rows, or inserts items there.",
    "description": "Moves rows of a view into a gap between other rows, or inserts items there.\n\nOf all states of the underlying lists in which the view shows exactly the old rows with the dragged ones in the gap,\nthe one with the least effect is taken. If that needs effects that are not allowed, nothing changes: the call ends\nwith FAILED_PRECONDITION, and the field of the error lists them, such as \"allow[section,sort]\": \"section\", \"sort\" and\n\"collection\", separated by commas.\nIn a part that shows an overlay, rows are placed in the overlay, and nothing else changes: what needs another effect\nends with FAILED_PRECONDITION.\nNeeds the permission `read` for the view, `move` for the collection of the gap unless that shows the caller's own\noverlay, and `write` where fields are written or items inserted. In a view with VIEW_RIGHTS_DEFINER, which needs\n`View.may_move`, the caller needs these permissions for the view, and its definer for the collections; the response then\nnames rows alone: no collection, no version, and no field that is written.",
    "parameters": [
     {
      "name": "view",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "view": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/View"
           }
          ],
          "description": "A view that is given in the request, in place of a name; not set if `name` is that of a stored view."
         },
         "rows": {
          "type": "array",
          "items": {
           "type": "string"
          },
          "description": "The ids of the rows to move, in their new order, each once; at most 1000. They may be of several sections, and no\nlonger be shown."
         },
         "section": {
          "type": "string",
          "description": "The id of the view's section that has the gap; it counts where neither `previous` nor `next` is given. Empty: the\ndefault section."
         },
         "previous": {
          "type": "string",
          "description": "The id of the row that was seen before the gap; empty: nothing was seen there."
         },
         "next": {
          "type": "string",
          "description": "The id of the row that was seen after the gap; empty: nothing was seen there. Without `previous` and `next`, the gap\nis at the end of the section."
         },
         "aim": {
          "$ref": "#/components/schemas/PlaceAim",
          "description": "The side of the gap to which the rows are placed, if items are hidden in it."
         },
         "seen": {
          "type": "string",
          "contentEncoding": "base64url",
          "description": "The resume token of the list as it was seen; empty: unknown. At most 1024 bytes. With it, the gap is found again\nalthough the rows on both sides are gone."
         },
         "allow": {
          "type": "array",
          "items": {
           "$ref": "#/components/schemas/PlaceEffect"
          },
          "description": "The effects that are allowed besides PLACE_EFFECT_PLACE and PLACE_EFFECT_GROUP_FIELD."
         },
         "dry_run": {
          "type": "boolean",
          "description": "Whether nothing is changed, and only the answer wanted."
         },
         "request_id": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Makes a retry safe, as in ApplyRequest; 1 to 64 bytes, best random; empty: no request id."
         },
         "items": {
          "type": "array",
          "items": {
           "$ref": "#/components/schemas/NewElement"
          },
          "description": "The items to insert, in place of `rows`; at most 1000."
         },
         "stack": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "The stack on which the placing becomes a step, so that Collections/Undo can undo it, see `ApplyRequest.stack`. Placings\nin an overlay are no steps."
         },
         "group": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Joins consecutive commits of a stack to one step, see `ApplyRequest.group`."
         },
         "parent": {
          "type": "string",
          "description": "The id of the row of that item; empty: the top of the section. The gap is among its children. When left out: the\nparent that the rows have, if the gap permits that, and otherwise that of a neighbour. Refused with\nFAILED_PRECONDITION where the part does not show what is below what."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/PlaceRowsResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/query/place": {
   "post": {
    "operationId": "post_query_place",
    "tags": ["Views"],
    "summary": "Moves rows of a view into a gap between other rows, or inserts items there.",
    "description": "Moves rows of a view into a gap between other rows, or inserts items there.\n\nOf all states of the underlying lists in which the view shows exactly the old rows with the dragged ones in the gap,\nthe one with the least effect is taken. If that needs effects that are not allowed, nothing changes: the call ends\nwith FAILED_PRECONDITION, and the field of the error lists them, such as \"allow[section,sort]\": \"section\", \"sort\" and\n\"collection\", separated by commas.\nIn a part that shows an overlay, rows are placed in the overlay, and nothing else changes: what needs another effect\nends with FAILED_PRECONDITION.\nNeeds the permission `read` for the view, `move` for the collection of the gap unless that shows the caller's own\noverlay, and `write` where fields are written or items inserted. In a view with VIEW_RIGHTS_DEFINER, which needs\n`View.may_move`, the caller needs these permissions for the view, and its definer for the collections; the response then\nnames rows alone: no collection, no version, and no field that is written.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/PlaceRowsRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/PlaceRowsResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/overlays": {
   "get": {
    "operationId": "get_collections_collection_overlays",
    "tags": ["Overlays"],
    "summary": "Lists the shared overlays of a collection and those of one principal.",
    "description": "Lists the shared overlays of a collection and those of one principal.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "principal",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ListOverlaysResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/versions/{version}": {
   "put": {
    "operationId": "put_collections_collection_versions_version",
    "tags": ["Versions"],
    "summary": "Gives a version a name. A name that is in use refers to the new version from then on.",
    "description": "Gives a version a name. A name that is in use refers to the new version from then on.\n\nEnds with OUT_OF_RANGE if the version is not kept, and with RESOURCE_EXHAUSTED if the collection has 100 names.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "version",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "version": {
          "$ref": "#/components/schemas/VersionReference",
          "description": "The version; not set: the newest."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/NamedVersion"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   },
   "delete": {
    "operationId": "delete_collections_collection_versions_version",
    "tags": ["Versions"],
    "summary": "Deletes a name. Commits that were kept because of it are trimmed with the next checkpoint.",
    "description": "Deletes a name. Commits that were kept because of it are trimmed with the next checkpoint.\n\nEnds with NOT_FOUND if there is no such name.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "version",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "204": {
      "description": "It is done."
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/versions": {
   "get": {
    "operationId": "get_collections_collection_versions",
    "tags": ["Versions"],
    "summary": "Lists the versions with names, the newest first.",
    "description": "Lists the versions with names, the newest first.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ListVersionsResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/bin": {
   "get": {
    "operationId": "get_collections_collection_bin",
    "tags": ["Bin"],
    "summary": "Lists the removed items and sections that the collection does not have again, the newest first.",
    "description": "Lists the removed items and sections that the collection does not have again, the newest first.\n\nAn item that was removed with its section is not listed by itself, unless the collection has the section again. An\nelement that was removed several times is listed for each of them. For the next page, pass `next_page_token` of the response as `page_token`; a page can have\nfewer elements than wanted, or none, and still not be the last one.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "page_size",
      "in": "query",
      "schema": {
       "type": "integer"
      }
     },
     {
      "name": "page_token",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ListBinResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   },
   "delete": {
    "operationId": "delete_collections_collection_bin",
    "tags": ["Bin"],
    "summary": "Removes everything from the bin for good, in a commit that changes nothing else. With it goes the whole history up to",
    "description": "Removes everything from the bin for good, in a commit that changes nothing else. With it goes the whole history up to\nnow: earlier versions can't be read any more. The commits are removed from the store once the next checkpoint is\ncomplete, which begins at once.\n\nEnds with FAILED_PRECONDITION if a version has a name, because it would not stay readable.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/EmptyBinResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/bin/put-back": {
   "post": {
    "operationId": "post_collections_collection_bin_put-back",
    "tags": ["Bin"],
    "summary": "Puts removed elements back, in one commit: with their ids and fields, at their old neighbours.",
    "description": "Puts removed elements back, in one commit: with their ids and fields, at their old neighbours.\n\nAn item goes behind the item that was before it, or else behind the next one further up that is still in the section;\nelse before the item that was after it; else to the start of the section. Sections likewise, with those of their\nitems that the collection does not have again. Ends with NOT_FOUND if an element is not in the bin, with ALREADY_EXISTS if the\ncollection has its id again, and with FAILED_PRECONDITION if the section of an item is not there and not put back as\nwell, or would exceed its limit.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "elements": {
          "type": "array",
          "items": {
           "$ref": "#/components/schemas/RemovedElement"
          },
          "description": "The elements, 1 to 1000, each named once."
         },
         "request_id": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "Makes a retry safe: a second request with the same request id changes nothing and gets the response of the first.\n1 to 64 bytes, best random; empty: no request id."
         },
         "stack": {
          "oneOf": [
           {
            "type": "string"
           },
           {
            "$ref": "#/components/schemas/Bytes"
           }
          ],
          "description": "The stack on which the commit becomes a step, so that Undo can undo it, see `ApplyRequest.stack`."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApplyResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/followers": {
   "get": {
    "operationId": "get_collections_collection_followers",
    "tags": ["Changes"],
    "summary": "Lists the subscriptions that are currently open on this server.",
    "description": "Lists the subscriptions that are currently open on this server.\n\nWithout a name, these are the subscriptions to all collections and views. Only those to collections and views for\nwhich the caller has the permission `manage` are included. At most `limit` followers are listed; the counts include\nthe others. It is fine to repeat this call every few seconds.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer"
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/FollowersResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/followers": {
   "get": {
    "operationId": "get_followers",
    "tags": ["Changes"],
    "summary": "Lists the subscriptions that are currently open on this server.",
    "description": "Lists the subscriptions that are currently open on this server.\n\nWithout a name, these are the subscriptions to all collections and views. Only those to collections and views for\nwhich the caller has the permission `manage` are included. At most `limit` followers are listed; the counts include\nthe others. It is fine to repeat this call every few seconds.",
    "parameters": [
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer"
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/FollowersResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/server/access": {
   "get": {
    "operationId": "get_server_access",
    "tags": ["Server"],
    "summary": "Tells who may do what: the roles and principals of the access file that is in force. Nothing in it is secret: of a token",
    "description": "Tells who may do what: the roles and principals of the access file that is in force. Nothing in it is secret: of a token\nit has the expiry alone.\n\nEnds with PERMISSION_DENIED without the permission `admin`.",
    "parameters": [
     {
      "name": "containing",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer"
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ServerAccessResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/server/log": {
   "get": {
    "operationId": "get_server_log",
    "tags": ["Server"],
    "summary": "Reads the newest lines of the log of the answering server, of which it keeps 1000, and at most 1 MiB, in memory.",
    "description": "Reads the newest lines of the log of the answering server, of which it keeps 1000, and at most 1 MiB, in memory.\n\nEnds with PERMISSION_DENIED without the permission `admin`.",
    "parameters": [
     {
      "name": "after",
      "in": "query",
      "schema": {
       "type": "integer",
       "minimum": 0
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer"
      }
     },
     {
      "name": "severity",
      "in": "query",
      "schema": {
       "$ref": "#/components/schemas/LogSeverity"
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ServerLogResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/sinks/{sink}": {
   "put": {
    "operationId": "put_sinks_sink",
    "tags": ["Sinks"],
    "summary": "Creates a sink. Its first message about each collection has the whole list, and those after it the changes.",
    "description": "Creates a sink. Its first message about each collection has the whole list, and those after it the changes.\n\nEnds with ALREADY_EXISTS if there is one of the name, with RESOURCE_EXHAUSTED if there are 100 sinks, and with NOT_FOUND if\nthere is no such view.",
    "parameters": [
     {
      "name": "sink",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "If-None-Match",
      "in": "header",
      "schema": {
       "const": "*"
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "settings": {
          "$ref": "#/components/schemas/SinkSettings",
          "description": "What it delivers. Required."
         },
         "paused": {
          "type": "boolean",
          "description": "Whether it is created paused."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SinkInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   },
   "get": {
    "operationId": "get_sinks_sink",
    "tags": ["Sinks"],
    "summary": "Describes a sink.",
    "description": "Describes a sink.\n\nEnds with NOT_FOUND if there is no such sink.",
    "parameters": [
     {
      "name": "sink",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SinkInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   },
   "patch": {
    "operationId": "patch_sinks_sink",
    "tags": ["Sinks"],
    "summary": "Replaces the settings of a sink. Its positions are kept.",
    "description": "Replaces the settings of a sink. Its positions are kept.\n\nEnds with NOT_FOUND if there is no such sink, and with FAILED_PRECONDITION if the configuration of the server declares it.",
    "parameters": [
     {
      "name": "sink",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "settings": {
          "$ref": "#/components/schemas/SinkSettings",
          "description": "What it delivers from now on. Required."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SinkInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   },
   "delete": {
    "operationId": "delete_sinks_sink",
    "tags": ["Sinks"],
    "summary": "Deletes a sink with its positions. Returns what it was.",
    "description": "Deletes a sink with its positions. Returns what it was.\n\nEnds with NOT_FOUND if there is no such sink, and with FAILED_PRECONDITION if the configuration of the server declares it.",
    "parameters": [
     {
      "name": "sink",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SinkInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/sinks": {
   "get": {
    "operationId": "get_sinks",
    "tags": ["Sinks"],
    "summary": "Lists the sinks that the caller may manage, in ascending order of the bytes of their names.",
    "description": "Lists the sinks that the caller may manage, in ascending order of the bytes of their names.",
    "parameters": [
     {
      "name": "containing",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ListSinksResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/sinks/{sink}/pause": {
   "post": {
    "operationId": "post_sinks_sink_pause",
    "tags": ["Sinks"],
    "summary": "Pauses a sink: nothing is delivered until it is resumed. Requests that were sent are not taken back.",
    "description": "Pauses a sink: nothing is delivered until it is resumed. Requests that were sent are not taken back.\n\nEnds with NOT_FOUND if there is no such sink.",
    "parameters": [
     {
      "name": "sink",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SinkInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/sinks/{sink}/resume": {
   "post": {
    "operationId": "post_sinks_sink_resume",
    "tags": ["Sinks"],
    "summary": "Resumes a sink, also for collections for which the server has paused it. Deliveries that were to be tried again later are",
    "description": "Resumes a sink, also for collections for which the server has paused it. Deliveries that were to be tried again later are\ntried at once.\n\nEnds with NOT_FOUND if there is no such sink.",
    "parameters": [
     {
      "name": "sink",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SinkInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/collections/{collection}/sinks/{sink}/replay": {
   "post": {
    "operationId": "post_collections_collection_sinks_sink_replay",
    "tags": ["Sinks"],
    "summary": "Delivers the commits of a collection after a version again, or the whole list. Of a view it is always the whole. Returns the",
    "description": "Delivers the commits of a collection after a version again, or the whole list. Of a view it is always the whole. Returns the\nsink.\n\nEnds with NOT_FOUND if there is no such sink, or if it does not deliver the collection, and with OUT_OF_RANGE if the\nversion is not kept.",
    "parameters": [
     {
      "name": "collection",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "sink",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {
         "after": {
          "$ref": "#/components/schemas/UInt64",
          "description": "The version after which commits are delivered again. When left out: the whole list is delivered. A view has none."
         }
        },
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SinkInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/sinks/{sink}/test": {
   "post": {
    "operationId": "post_sinks_sink_test",
    "tags": ["Sinks"],
    "summary": "Sends a message of the type `arrange.test` at once, also if the sink is paused, and returns what became of it. With a mirror",
    "description": "Sends a message of the type `arrange.test` at once, also if the sink is paused, and returns what became of it. With a mirror\nit connects and looks at the tables and the rights, and changes nothing.\n\nEnds with NOT_FOUND if there is no such sink.",
    "parameters": [
     {
      "name": "sink",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TestSinkResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/sinks/{sink}/status": {
   "get": {
    "operationId": "get_sinks_sink_status",
    "tags": ["Sinks"],
    "summary": "Says how far a sink has delivered its collections, on all nodes, those that lag most first.",
    "description": "Says how far a sink has delivered its collections, on all nodes, those that lag most first.\n\nEnds with NOT_FOUND if there is no such sink.",
    "parameters": [
     {
      "name": "sink",
      "in": "path",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer"
      }
     },
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SinkStatusResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/Create": {
   "post": {
    "operationId": "post_Collections_Create",
    "tags": ["Collections"],
    "summary": "Creates an empty collection.",
    "description": "Creates an empty collection.\n\nWithout a `strategy` the collection gets the server's default one. Ends with ALREADY_EXISTS if the name is taken,\nand with INVALID_ARGUMENT for a strategy that the server does not have.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateCollectionRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CollectionInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/Get": {
   "post": {
    "operationId": "post_Collections_Get",
    "tags": ["Collections"],
    "summary": "Describes a collection or a stored view, without its content.",
    "description": "Describes a collection or a stored view, without its content.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/GetCollectionRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CollectionInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/List": {
   "post": {
    "operationId": "post_Collections_List",
    "tags": ["Collections"],
    "summary": "Lists the collections and stored views, in ascending order of the bytes of their names, one page per call.",
    "description": "Lists the collections and stored views, in ascending order of the bytes of their names, one page per call.\n\nFor the next page, pass `next_page_token` of the response as `page_token`. The version and the size of views are 0,\nbecause views would have to be evaluated to know them.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ListCollectionsRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ListCollectionsResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/Update": {
   "post": {
    "operationId": "post_Collections_Update",
    "tags": ["Collections"],
    "summary": "Changes the fields of the collection itself. Its content and its version do not change.",
    "description": "Changes the fields of the collection itself. Its content and its version do not change.\n\nFields that `set` does not name keep their values, unless `remove` names them or `replace_all` is set.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateCollectionRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CollectionInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/Delete": {
   "post": {
    "operationId": "post_Collections_Delete",
    "tags": ["Collections"],
    "summary": "Permanently deletes a collection with its content and its history.",
    "description": "Permanently deletes a collection with its content and its history.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/DeleteCollectionRequest"
       }
      }
     }
    },
    "responses": {
     "204": {
      "description": "It is done."
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/Apply": {
   "post": {
    "operationId": "post_Collections_Apply",
    "tags": ["Collections"],
    "summary": "Changes the content of a collection: all operations or none, in one commit.",
    "description": "Changes the content of a collection: all operations or none, in one commit.\n\nThis is the only way to change content. When the response arrives, the change is on disk. If the call fails,\n`Status.processed` says whether the transaction took effect; with a request id it can be retried without taking\neffect twice.\n\nEnds with ABORTED if the collection or an element does not have the required version, with OUT_OF_RANGE for too\nmany operations or elements, and with RESOURCE_EXHAUSTED for too many bytes. See the operations for further errors.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     },
     {
      "name": "If-Match",
      "in": "header",
      "schema": {
       "type": "string",
       "pattern": "^\"[0-9]+@[0-9a-f]{16}\"$"
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ApplyRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApplyResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/Transact": {
   "post": {
    "operationId": "post_Collections_Transact",
    "tags": ["Collections"],
    "summary": "Changes several collections: all steps or none, in one commit for each collection that changes.",
    "description": "Changes several collections: all steps or none, in one commit for each collection that changes.\n\nNobody ever sees only a part of it: the commits become durable together, and a view of several of the collections\nshows them as one change. Use it also to hand items from one collection to another.\n\nEnds with the errors of Apply, whose field begins with `steps[n]`, and with ALREADY_EXISTS if an item is transferred\nto a collection that has its id. All collections must belong to the same node of a service; otherwise the call ends with\nFAILED_PRECONDITION.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/TransactRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TransactResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/Undo": {
   "post": {
    "operationId": "post_Collections_Undo",
    "tags": ["Collections"],
    "summary": "Undoes the newest step of a stack, or makes a step again that was undone, in one commit. Nothing is overwritten that",
    "description": "Undoes the newest step of a stack, or makes a step again that was undone, in one commit. Nothing is overwritten that\nothers did later.\n\nA stack belongs to the caller's principal and to the id that the caller chose, `ApplyRequest.stack`. What it has\nfollows from the commits that are kept: it survives restarts, and any device of the principal can go on with it. A\nstep is one commit, or several with the same `group`. Of a step\n\n- a field is restored if it still has the value that the step wrote, and nobody else has written it since,\n- an element that was moved goes back if nobody else has placed it since: behind its old predecessor, else behind the next\none further up that is still in its old section, else before its old successor, else to the beginning,\n- an element that was inserted is removed if nobody else has changed or placed it since; a section only if it is empty,\n- an element that was removed comes back with its id and its fields, to the place to which a moved one goes back; a\nsection with its items.\n\nA step that is a transaction over several collections is undone in all of them at once; a transfer only as a whole.\n\nWhat others have changed since is kept, and named in the response; what they have undone themselves does not count. Others\nare all principals and stacks but the caller's. If nothing of a step can be undone,\n`changed` is false, and the next call is about the step before it.\n\nNeeds the permissions that the changes would need as operations of Apply: `move` for moves and `write` for all others.\nEnds with NOT_FOUND if `of` is no step of the stack, and with ABORTED if the step is not `expect`. Servers before\nversion 0.5.0 don't have this call and ignore `stack`; those that have it name \"undo\" in `ServerInfoResponse.features`.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UndoRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/UndoResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/Fetch": {
   "post": {
    "operationId": "post_Collections_Fetch",
    "tags": ["Collections"],
    "summary": "Reads one page of a collection or of a view.",
    "description": "Reads one page of a collection or of a view.\n\nFor the next page, pass `next_page_token` of the response as `page_token`. All pages of one read are of one\nversion. Ends with ABORTED if the version of `page_token` is no longer kept, and with OUT_OF_RANGE if the version of\n`at` is not: the message names the oldest one that is.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/FetchRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/FetchResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/Diff": {
   "post": {
    "operationId": "post_Collections_Diff",
    "tags": ["Collections"],
    "summary": "Returns the changes from one version of a collection to another, as one batch.",
    "description": "Returns the changes from one version of a collection to another, as one batch.\n\nHow long it takes depends on the number of changes between the two, not on the size of the collection. Ends with\nOUT_OF_RANGE if one of the versions is not kept, and with RESOURCE_EXHAUSTED if the commits between have more than\n100000 changes, or if the batch does not fit a frame: then read both versions.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/DiffRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/DiffResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/Restore": {
   "post": {
    "operationId": "post_Collections_Restore",
    "tags": ["Collections"],
    "summary": "Takes a collection back to the content of an earlier version, in one commit with as few moves as possible.",
    "description": "Takes a collection back to the content of an earlier version, in one commit with as few moves as possible.\n\nNothing of the history is lost: it is a commit like any other. What comes back has its id and its fields, also if it was\ntransferred to another collection, which keeps it. Other writes to the collection wait meanwhile. Limits of sections\nare not checked. Ends with OUT_OF_RANGE if the version is not kept, with ABORTED if the collection does not have the\nrequired version, and with RESOURCE_EXHAUSTED if the commit would write more than 67108864 bytes, if the collection\nwould have more elements than it may have, or if the commits in between have more than 100000 changes.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     },
     {
      "name": "If-Match",
      "in": "header",
      "schema": {
       "type": "string",
       "pattern": "^\"[0-9]+@[0-9a-f]{16}\"$"
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/RestoreRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/RestoreResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/Erase": {
   "post": {
    "operationId": "post_Collections_Erase",
    "tags": ["Collections"],
    "summary": "Removes items for good: from the collection, if it still has them, from its bin, and from what is kept of its history. The",
    "description": "Removes items for good: from the collection, if it still has them, from its bin, and from what is kept of its history. The\nresponse comes when the files of the server have nothing of their content any more.\n\nThe history begins anew with the commit that the call makes: no earlier version can be read, nothing of before can be undone or\nput back, a client that resumes from before gets the whole collection, and a transaction of before that is sent again is carried\nout again. Other items keep their present content. Ends with NOT_FOUND, and erases nothing, if neither the collection nor its\nhistory has one of the items, and with FAILED_PRECONDITION if a version has a name, because it would not stay\nreadable: `delete_names` deletes the names.\n\nThe ids of the items are not erased everywhere: an overlay of the collection may still name them. What else has the\ncontent: backups that were made before, collections to which the items were transferred, and clients.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/EraseRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/EraseResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/History": {
   "post": {
    "operationId": "post_Collections_History",
    "tags": ["Collections"],
    "summary": "Reads the commits between two versions of a collection.",
    "description": "Reads the commits between two versions of a collection.\n\nBoth versions are included; without a last version, the commits up to the newest are read. The response may have\nfewer commits than requested, so that it fits a frame. To continue, call again from the version after the last\ncommit. A commit that is larger than a frame is returned in parts: if the last commit is a part, call again from\nits version with `from_change`.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/HistoryRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/HistoryResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/ChangeStrategy": {
   "post": {
    "operationId": "post_Collections_ChangeStrategy",
    "tags": ["Collections"],
    "summary": "Changes the ordering strategy of a collection, in one commit.",
    "description": "Changes the ordering strategy of a collection, in one commit.\n\nNothing moves: only order keys change, and subscribers get no update. Repeating the call has no further effect,\nunless `renew_keys` or `if_version` is set.\n\nEnds with INVALID_ARGUMENT for a strategy that the server does not have, and with ABORTED if the collection does\nnot have the required version.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "If-Match",
      "in": "header",
      "schema": {
       "type": "string",
       "pattern": "^\"[0-9]+@[0-9a-f]{16}\"$"
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ChangeStrategyRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ChangeStrategyResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/RotateKeys": {
   "post": {
    "operationId": "post_Collections_RotateKeys",
    "tags": ["Collections"],
    "summary": "Gives some elements of a collection new order keys: one step of renewing all keys of a collection while it is in",
    "description": "Gives some elements of a collection new order keys: one step of renewing all keys of a collection while it is in\nuse.\n\nOne call is one step, and one commit in which nothing moves. Repeat the call with the `generation` of the response\nuntil `remaining` is 0. Ends with FAILED_PRECONDITION if the strategy has no generations of keys; of the built-in\nstrategies, \"lexorank\" has them.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/RotateKeysRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/RotateKeysResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/Explain": {
   "post": {
    "operationId": "post_Collections_Explain",
    "tags": ["Collections"],
    "summary": "Explains what a transaction would write, without carrying it out, with statistics of the order keys.",
    "description": "Explains what a transaction would write, without carrying it out, with statistics of the order keys.\n\nNothing is written. Without operations, only the statistics are returned.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ExplainRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ExplainResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Collections/VerifyKeys": {
   "post": {
    "operationId": "post_Collections_VerifyKeys",
    "tags": ["Collections"],
    "summary": "Checks all stored order keys of a collection.",
    "description": "Checks all stored order keys of a collection.\n\nChangeStrategy with `renew_keys` repairs them.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/VerifyKeysRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/VerifyKeysResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Changes/Subscribe": {
   "post": {
    "operationId": "post_Changes_Subscribe",
    "tags": ["Changes"],
    "summary": "Subscribes to a collection or a view: sends its content, and then every change.",
    "description": "Subscribes to a collection or a view: sends its content, and then every change.\n\nWithout a `resume_token` the stream begins with a snapshot. With one, it begins with a single batch that leads from\nthe version of the token to the newest version; if that is not possible, it begins with a snapshot whose `reason`\nsays why. Batches follow. Only durable changes are sent. Without credit the server sends nothing and keeps nothing:\nthe changes since the last message are sent as one batch when there is credit again.\n\nEnds with NOT_FOUND if the collection or view does not exist or is deleted. Ends with UNAVAILABLE if the server\nstops, if its storage fails, or if a stored view gets a definition that another part of the server evaluates. The\nstatus UNAVAILABLE has the detail \"resume_token\": the last token that was sent. Between the pages of a snapshot\nthis detail is missing: resume with the last token received before the snapshot, or, if there was none, subscribe\nagain without a token.\n\nWith `at`, the stream tells of the past: see there.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Last-Event-ID",
      "in": "header",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "wait",
      "in": "query",
      "schema": {
       "type": "number",
       "minimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SubscribeRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "text/event-stream": {
        "schema": {
         "type": "string"
        }
       },
       "application/json": {
        "schema": {
         "type": "object",
         "required": ["messages"],
         "properties": {
          "messages": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/SubscribeResponse"
           }
          }
         }
        }
       }
      }
     },
     "204": {
      "description": "Nothing has changed in the time that was waited."
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Strategies/List": {
   "post": {
    "operationId": "post_Strategies_List",
    "tags": ["Strategies"],
    "summary": "Lists the ordering strategies that the server has, with the default one.",
    "description": "Lists the ordering strategies that the server has, with the default one.\n\nThe strategies are in ascending order of the bytes of their names.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ListStrategiesRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ListStrategiesResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Server/Info": {
   "post": {
    "operationId": "post_Server_Info",
    "tags": ["Server"],
    "summary": "Describes the server: its version, statistics and limits, and the nodes if it is one of several; and the caller: who it is,",
    "description": "Describes the server: its version, statistics and limits, and the nodes if it is one of several; and the caller: who it is,\nand what it may do.\n\nWithout the permission `admin` the statistics are 0, and there are no nodes.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ServerInfoRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ServerInfoResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Health/Check": {
   "post": {
    "operationId": "post_Health_Check",
    "tags": ["Health"],
    "summary": "Returns whether the server, or one service of it, can currently serve.",
    "description": "Returns whether the server, or one service of it, can currently serve.\n\nEnds with NOT_FOUND if the server does not have the service.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/HealthCheckRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/HealthCheckResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Health/Watch": {
   "post": {
    "operationId": "post_Health_Watch",
    "tags": ["Health"],
    "summary": "Sends whether the server, or one service of it, can serve: the current state, and then each change of it.",
    "description": "Sends whether the server, or one service of it, can serve: the current state, and then each change of it.\n\nFor a service that the server does not have, the state is SERVING_STATUS_SERVICE_UNKNOWN. A client without credit\ngets only the latest state when it has credit again, not each state in between. The stream ends only with the\nconnection or the server; the client libraries then continue it on the next connection.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/HealthCheckRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "text/event-stream": {
        "schema": {
         "type": "string"
        }
       },
       "application/json": {
        "schema": {
         "type": "object",
         "required": ["messages"],
         "properties": {
          "messages": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/HealthCheckResponse"
           }
          }
         }
        }
       }
      }
     },
     "204": {
      "description": "Nothing has changed in the time that was waited."
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Reflection/Describe": {
   "post": {
    "operationId": "post_Reflection_Describe",
    "tags": ["Reflection"],
    "summary": "Returns the serialised descriptor set of this specification, as the server was built with it.",
    "description": "Returns the serialised descriptor set of this specification, as the server was built with it.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/DescribeRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/DescribeResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Views/Define": {
   "post": {
    "operationId": "post_Views_Define",
    "tags": ["Views"],
    "summary": "Stores a view under a name, or redefines the view of that name.",
    "description": "Stores a view under a name, or redefines the view of that name.\n\nThe subscribers of a redefined view get the resulting changes. Ends with ALREADY_EXISTS if a collection has the\nname, with NOT_FOUND if a collection of the view does not exist, and with INVALID_ARGUMENT for an invalid\ndefinition.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/DefineViewRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ViewInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Views/Get": {
   "post": {
    "operationId": "post_Views_Get",
    "tags": ["Views"],
    "summary": "Returns a stored view.",
    "description": "Returns a stored view.\n\nEnds with NOT_FOUND if there is no stored view of the name.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/GetViewRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ViewInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Views/List": {
   "post": {
    "operationId": "post_Views_List",
    "tags": ["Views"],
    "summary": "Lists the stored views, in ascending order of the bytes of their names, one page per call.",
    "description": "Lists the stored views, in ascending order of the bytes of their names, one page per call.\n\nFor the next page, pass `next_page_token` of the response as `page_token`.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ListViewsRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ListViewsResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Views/Delete": {
   "post": {
    "operationId": "post_Views_Delete",
    "tags": ["Views"],
    "summary": "Deletes a stored view. Its collections are not affected.",
    "description": "Deletes a stored view. Its collections are not affected.\n\nSubscriptions to the view end with NOT_FOUND. The call ends with NOT_FOUND if there is no stored view of the name.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/DeleteViewRequest"
       }
      }
     }
    },
    "responses": {
     "204": {
      "description": "It is done."
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Views/Parse": {
   "post": {
    "operationId": "post_Views_Parse",
    "tags": ["Views"],
    "summary": "Reads the text of a view, or writes a view as text. Looks at no collection and needs no permission. An error in the text",
    "description": "Reads the text of a view, or writes a view as text. Looks at no collection and needs no permission. An error in the text\nis part of the response.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ParseViewRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ParseViewResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Views/Place": {
   "post": {
    "operationId": "post_Views_Place",
    "tags": ["Views"],
    "summary": "Moves rows of a view into a gap between other rows, or inserts items there.",
    "description": "Moves rows of a view into a gap between other rows, or inserts items there.\n\nOf all states of the underlying lists in which the view shows exactly the old rows with the dragged ones in the gap,\nthe one with the least effect is taken. If that needs effects that are not allowed, nothing changes: the call ends\nwith FAILED_PRECONDITION, and the field of the error lists them, such as \"allow[section,sort]\": \"section\", \"sort\" and\n\"collection\", separated by commas.\nIn a part that shows an overlay, rows are placed in the overlay, and nothing else changes: what needs another effect\nends with FAILED_PRECONDITION.\nNeeds the permission `read` for the view, `move` for the collection of the gap unless that shows the caller's own\noverlay, and `write` where fields are written or items inserted. In a view with VIEW_RIGHTS_DEFINER, which needs\n`View.may_move`, the caller needs these permissions for the view, and its definer for the collections; the response then\nnames rows alone: no collection, no version, and no field that is written.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/PlaceRowsRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/PlaceRowsResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Overlays/Create": {
   "post": {
    "operationId": "post_Overlays_Create",
    "tags": ["Overlays"],
    "summary": "Creates an overlay without entries.",
    "description": "Creates an overlay without entries.\n\nEnds with ALREADY_EXISTS if there is one of the name, with NOT_FOUND if there is no such collection, and with\nRESOURCE_EXHAUSTED if the principal has 1000 overlays of the collection, or it has 1000 shared ones.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateOverlayRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/OverlayInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Overlays/Get": {
   "post": {
    "operationId": "post_Overlays_Get",
    "tags": ["Overlays"],
    "summary": "Returns the entries of an overlay in their sequence, a page per call.",
    "description": "Returns the entries of an overlay in their sequence, a page per call.\n\nEnds with NOT_FOUND if there is no such overlay.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/GetOverlayRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/GetOverlayResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Overlays/List": {
   "post": {
    "operationId": "post_Overlays_List",
    "tags": ["Overlays"],
    "summary": "Lists the shared overlays of a collection and those of one principal.",
    "description": "Lists the shared overlays of a collection and those of one principal.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ListOverlaysRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ListOverlaysResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Overlays/Reset": {
   "post": {
    "operationId": "post_Overlays_Reset",
    "tags": ["Overlays"],
    "summary": "Removes entries, so that the items are where the collection has them. Items without an entry are left alone.",
    "description": "Removes entries, so that the items are where the collection has them. Items without an entry are left alone.\n\nEnds with NOT_FOUND if there is no such overlay.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ResetOverlayRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/OverlayInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Overlays/Delete": {
   "post": {
    "operationId": "post_Overlays_Delete",
    "tags": ["Overlays"],
    "summary": "Deletes an overlay. Subscriptions to views that show it end with NOT_FOUND, and so does the call if there is no such",
    "description": "Deletes an overlay. Subscriptions to views that show it end with NOT_FOUND, and so does the call if there is no such\noverlay.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/DeleteOverlayRequest"
       }
      }
     }
    },
    "responses": {
     "204": {
      "description": "It is done."
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Versions/Set": {
   "post": {
    "operationId": "post_Versions_Set",
    "tags": ["Versions"],
    "summary": "Gives a version a name. A name that is in use refers to the new version from then on.",
    "description": "Gives a version a name. A name that is in use refers to the new version from then on.\n\nEnds with OUT_OF_RANGE if the version is not kept, and with RESOURCE_EXHAUSTED if the collection has 100 names.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetVersionRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/NamedVersion"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Versions/List": {
   "post": {
    "operationId": "post_Versions_List",
    "tags": ["Versions"],
    "summary": "Lists the versions with names, the newest first.",
    "description": "Lists the versions with names, the newest first.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ListVersionsRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ListVersionsResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Versions/Delete": {
   "post": {
    "operationId": "post_Versions_Delete",
    "tags": ["Versions"],
    "summary": "Deletes a name. Commits that were kept because of it are trimmed with the next checkpoint.",
    "description": "Deletes a name. Commits that were kept because of it are trimmed with the next checkpoint.\n\nEnds with NOT_FOUND if there is no such name.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/DeleteVersionRequest"
       }
      }
     }
    },
    "responses": {
     "204": {
      "description": "It is done."
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Bin/List": {
   "post": {
    "operationId": "post_Bin_List",
    "tags": ["Bin"],
    "summary": "Lists the removed items and sections that the collection does not have again, the newest first.",
    "description": "Lists the removed items and sections that the collection does not have again, the newest first.\n\nAn item that was removed with its section is not listed by itself, unless the collection has the section again. An\nelement that was removed several times is listed for each of them. For the next page, pass `next_page_token` of the response as `page_token`; a page can have\nfewer elements than wanted, or none, and still not be the last one.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ListBinRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ListBinResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Bin/PutBack": {
   "post": {
    "operationId": "post_Bin_PutBack",
    "tags": ["Bin"],
    "summary": "Puts removed elements back, in one commit: with their ids and fields, at their old neighbours.",
    "description": "Puts removed elements back, in one commit: with their ids and fields, at their old neighbours.\n\nAn item goes behind the item that was before it, or else behind the next one further up that is still in the section;\nelse before the item that was after it; else to the start of the section. Sections likewise, with those of their\nitems that the collection does not have again. Ends with NOT_FOUND if an element is not in the bin, with ALREADY_EXISTS if the\ncollection has its id again, and with FAILED_PRECONDITION if the section of an item is not there and not put back as\nwell, or would exceed its limit.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     },
     {
      "name": "Idempotency-Key",
      "in": "header",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/PutBackRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApplyResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Bin/Empty": {
   "post": {
    "operationId": "post_Bin_Empty",
    "tags": ["Bin"],
    "summary": "Removes everything from the bin for good, in a commit that changes nothing else. With it goes the whole history up to",
    "description": "Removes everything from the bin for good, in a commit that changes nothing else. With it goes the whole history up to\nnow: earlier versions can't be read any more. The commits are removed from the store once the next checkpoint is\ncomplete, which begins at once.\n\nEnds with FAILED_PRECONDITION if a version has a name, because it would not stay readable.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/EmptyBinRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/EmptyBinResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Server/Backup": {
   "post": {
    "operationId": "post_Server_Backup",
    "tags": ["Server"],
    "summary": "Sends a backup of the server, or of some collections and views, as of one moment: the bytes of a backup file.",
    "description": "Sends a backup of the server, or of some collections and views, as of one moment: the bytes of a backup file.\n\nThe file is sent in pieces, in order. Commits continue meanwhile. A backup can't be resumed: if the connection is\nlost, the client libraries end it with UNAVAILABLE.\n\nEnds with PERMISSION_DENIED without the permission `admin`, with RESOURCE_EXHAUSTED if another backup is running,\nand with NOT_FOUND if one of the names does not exist.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/BackupRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "text/event-stream": {
        "schema": {
         "type": "string"
        }
       },
       "application/json": {
        "schema": {
         "type": "object",
         "required": ["messages"],
         "properties": {
          "messages": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/BackupResponse"
           }
          }
         }
        }
       }
      }
     },
     "204": {
      "description": "Nothing has changed in the time that was waited."
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Changes/Followers": {
   "post": {
    "operationId": "post_Changes_Followers",
    "tags": ["Changes"],
    "summary": "Lists the subscriptions that are currently open on this server.",
    "description": "Lists the subscriptions that are currently open on this server.\n\nWithout a name, these are the subscriptions to all collections and views. Only those to collections and views for\nwhich the caller has the permission `manage` are included. At most `limit` followers are listed; the counts include\nthe others. It is fine to repeat this call every few seconds.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/FollowersRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/FollowersResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Server/Compare": {
   "post": {
    "operationId": "post_Server_Compare",
    "tags": ["Server"],
    "summary": "Compares ordering strategies by running them on the same workloads, and reports what each of them wrote.",
    "description": "Compares ordering strategies by running them on the same workloads, and reports what each of them wrote.\n\nThe plan is YAML; without one, the standard plan is used. The first messages report the progress; when all\noperations are done, messages with the pieces of the report follow, which is JSON. The comparison includes the\nstrategies of this server. It uses lists of its own and does not touch collections. It occupies one processor, with\nlow priority, until it is done. Cancelling the stream ends the comparison. It can't be resumed: if the connection\nis lost, the client libraries end it with UNAVAILABLE.\n\nEnds with PERMISSION_DENIED without the permission `admin`, with RESOURCE_EXHAUSTED if another comparison is\nrunning, and with INVALID_ARGUMENT for an invalid plan.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CompareRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "text/event-stream": {
        "schema": {
         "type": "string"
        }
       },
       "application/json": {
        "schema": {
         "type": "object",
         "required": ["messages"],
         "properties": {
          "messages": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/CompareResponse"
           }
          }
         }
        }
       }
      }
     },
     "204": {
      "description": "Nothing has changed in the time that was waited."
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Server/Access": {
   "post": {
    "operationId": "post_Server_Access",
    "tags": ["Server"],
    "summary": "Tells who may do what: the roles and principals of the access file that is in force. Nothing in it is secret: of a token",
    "description": "Tells who may do what: the roles and principals of the access file that is in force. Nothing in it is secret: of a token\nit has the expiry alone.\n\nEnds with PERMISSION_DENIED without the permission `admin`.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ServerAccessRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ServerAccessResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Server/Log": {
   "post": {
    "operationId": "post_Server_Log",
    "tags": ["Server"],
    "summary": "Reads the newest lines of the log of the answering server, of which it keeps 1000, and at most 1 MiB, in memory.",
    "description": "Reads the newest lines of the log of the answering server, of which it keeps 1000, and at most 1 MiB, in memory.\n\nEnds with PERMISSION_DENIED without the permission `admin`.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ServerLogRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ServerLogResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Sinks/Create": {
   "post": {
    "operationId": "post_Sinks_Create",
    "tags": ["Sinks"],
    "summary": "Creates a sink. Its first message about each collection has the whole list, and those after it the changes.",
    "description": "Creates a sink. Its first message about each collection has the whole list, and those after it the changes.\n\nEnds with ALREADY_EXISTS if there is one of the name, with RESOURCE_EXHAUSTED if there are 100 sinks, and with NOT_FOUND if\nthere is no such view.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateSinkRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SinkInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Sinks/Get": {
   "post": {
    "operationId": "post_Sinks_Get",
    "tags": ["Sinks"],
    "summary": "Describes a sink.",
    "description": "Describes a sink.\n\nEnds with NOT_FOUND if there is no such sink.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/GetSinkRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SinkInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Sinks/List": {
   "post": {
    "operationId": "post_Sinks_List",
    "tags": ["Sinks"],
    "summary": "Lists the sinks that the caller may manage, in ascending order of the bytes of their names.",
    "description": "Lists the sinks that the caller may manage, in ascending order of the bytes of their names.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ListSinksRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ListSinksResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Sinks/Update": {
   "post": {
    "operationId": "post_Sinks_Update",
    "tags": ["Sinks"],
    "summary": "Replaces the settings of a sink. Its positions are kept.",
    "description": "Replaces the settings of a sink. Its positions are kept.\n\nEnds with NOT_FOUND if there is no such sink, and with FAILED_PRECONDITION if the configuration of the server declares it.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateSinkRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SinkInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Sinks/Pause": {
   "post": {
    "operationId": "post_Sinks_Pause",
    "tags": ["Sinks"],
    "summary": "Pauses a sink: nothing is delivered until it is resumed. Requests that were sent are not taken back.",
    "description": "Pauses a sink: nothing is delivered until it is resumed. Requests that were sent are not taken back.\n\nEnds with NOT_FOUND if there is no such sink.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/PauseSinkRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SinkInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Sinks/Resume": {
   "post": {
    "operationId": "post_Sinks_Resume",
    "tags": ["Sinks"],
    "summary": "Resumes a sink, also for collections for which the server has paused it. Deliveries that were to be tried again later are",
    "description": "Resumes a sink, also for collections for which the server has paused it. Deliveries that were to be tried again later are\ntried at once.\n\nEnds with NOT_FOUND if there is no such sink.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ResumeSinkRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SinkInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Sinks/Replay": {
   "post": {
    "operationId": "post_Sinks_Replay",
    "tags": ["Sinks"],
    "summary": "Delivers the commits of a collection after a version again, or the whole list. Of a view it is always the whole. Returns the",
    "description": "Delivers the commits of a collection after a version again, or the whole list. Of a view it is always the whole. Returns the\nsink.\n\nEnds with NOT_FOUND if there is no such sink, or if it does not deliver the collection, and with OUT_OF_RANGE if the\nversion is not kept.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ReplaySinkRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SinkInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Sinks/Test": {
   "post": {
    "operationId": "post_Sinks_Test",
    "tags": ["Sinks"],
    "summary": "Sends a message of the type `arrange.test` at once, also if the sink is paused, and returns what became of it. With a mirror",
    "description": "Sends a message of the type `arrange.test` at once, also if the sink is paused, and returns what became of it. With a mirror\nit connects and looks at the tables and the rights, and changes nothing.\n\nEnds with NOT_FOUND if there is no such sink.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/TestSinkRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TestSinkResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Sinks/Delete": {
   "post": {
    "operationId": "post_Sinks_Delete",
    "tags": ["Sinks"],
    "summary": "Deletes a sink with its positions. Returns what it was.",
    "description": "Deletes a sink with its positions. Returns what it was.\n\nEnds with NOT_FOUND if there is no such sink, and with FAILED_PRECONDITION if the configuration of the server declares it.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/DeleteSinkRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SinkInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  },
  "/Sinks/Status": {
   "post": {
    "operationId": "post_Sinks_Status",
    "tags": ["Sinks"],
    "summary": "Says how far a sink has delivered its collections, on all nodes, those that lag most first.",
    "description": "Says how far a sink has delivered its collections, on all nodes, those that lag most first.\n\nEnds with NOT_FOUND if there is no such sink.",
    "parameters": [
     {
      "name": "Request-Timeout",
      "in": "header",
      "schema": {
       "type": "number",
       "exclusiveMinimum": 0
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SinkStatusRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The answer.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SinkStatusResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Problem"
     },
     "401": {
      "$ref": "#/components/responses/Problem"
     },
     "403": {
      "$ref": "#/components/responses/Problem"
     },
     "404": {
      "$ref": "#/components/responses/Problem"
     },
     "409": {
      "$ref": "#/components/responses/Problem"
     },
     "412": {
      "$ref": "#/components/responses/Problem"
     },
     "413": {
      "$ref": "#/components/responses/Problem"
     },
     "415": {
      "$ref": "#/components/responses/Problem"
     },
     "429": {
      "$ref": "#/components/responses/Problem"
     },
     "500": {
      "$ref": "#/components/responses/Problem"
     },
     "501": {
      "$ref": "#/components/responses/Problem"
     },
     "503": {
      "$ref": "#/components/responses/Problem"
     },
     "504": {
      "$ref": "#/components/responses/Problem"
     },
     "default": {
      "$ref": "#/components/responses/Problem"
     }
    }
   }
  }
 },
 "components": {
  "schemas": {
   "Int64": {
    "description": "An integer of 64 bits: a number up to 2^53, and a text beyond.",
    "oneOf": [
     {
      "type": "integer",
      "minimum": -9007199254740991,
      "maximum": 9007199254740991
     },
     {
      "type": "string",
      "pattern": "^(0|-?[1-9][0-9]*)$"
     }
    ]
   },
   "UInt64": {
    "description": "An integer of 64 bits that is not negative: a number up to 2^53, and a text beyond.",
    "oneOf": [
     {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     {
      "type": "string",
      "pattern": "^(0|[1-9][0-9]*)$"
     }
    ]
   },
   "HistoryID": {
    "type": "string",
    "pattern": "^[0-9a-f]{16}$"
   },
   "Bytes": {
    "description": "Bytes in base 64 with padding.",
    "type": "object",
    "required": ["$bytes"],
    "additionalProperties": false,
    "properties": {
     "$bytes": {
      "type": "string"
     }
    }
   },
   "Timestamp": {
    "description": "A time as in RFC 3339, or in microseconds since 1970.",
    "type": "object",
    "required": ["$timestamp"],
    "additionalProperties": false,
    "properties": {
     "$timestamp": {
      "type": ["string", "integer"]
     }
    }
   },
   "LargeInteger": {
    "description": "An integer beyond 2^53.",
    "type": "object",
    "required": ["$integer"],
    "additionalProperties": false,
    "properties": {
     "$integer": {
      "type": "string"
     }
    }
   },
   "FieldValue": {
    "description": "The value of a field. A number with a point or an exponent is a double.",
    "oneOf": [
     {
      "type": ["null", "boolean", "number", "string"]
     },
     {
      "$ref": "#/components/schemas/Bytes"
     },
     {
      "$ref": "#/components/schemas/Timestamp"
     },
     {
      "$ref": "#/components/schemas/LargeInteger"
     }
    ]
   },
   "Fields": {
    "description": "The fields of an element: names and values.",
    "type": "object",
    "additionalProperties": {
     "$ref": "#/components/schemas/FieldValue"
    }
   },
   "Problem": {
    "description": "Why a request failed.",
    "type": "object",
    "required": ["type", "title", "status", "code", "detail", "processed"],
    "properties": {
     "type": {
      "type": "string"
     },
     "title": {
      "type": "string"
     },
     "status": {
      "type": "integer"
     },
     "code": {
      "type": "string"
     },
     "detail": {
      "type": "string"
     },
     "field": {
      "type": "string"
     },
     "processed": {
      "type": "string",
      "enum": ["unknown", "not_started", "done"]
     },
     "retry_after_ms": {
      "type": "integer"
     },
     "resume_token": {
      "type": "string"
     }
    }
   },
   "AnchorPolicy": {
    "type": "string",
    "enum": ["fail", "first", "last"],
    "description": "What happens if the anchor of a placement does not exist, or is not among the siblings."
   },
   "ParentPolicy": {
    "type": "string",
    "enum": ["fail", "nearest_ancestor", "last"],
    "description": "What happens if the parent of a place does not exist."
   },
   "CyclePolicy": {
    "type": "string",
    "enum": ["fail", "skip", "beside"],
    "description": "What happens with items that contain the place to which they are to be moved."
   },
   "DescendantPolicy": {
    "type": "string",
    "enum": ["remove", "promote", "refuse"],
    "description": "What becomes of the children of an item that is removed."
   },
   "PlaceAim": {
    "type": "string",
    "enum": ["automatic", "after_previous", "before_next"],
    "description": "The side of a gap to which rows are placed."
   },
   "PlaceEffect": {
    "type": "string",
    "enum": ["place", "group_field", "section", "sort_fields", "collection", "parent"],
    "description": "What placing a row does to its item."
   },
   "HiddenBecause": {
    "type": "string",
    "enum": ["shown", "filter", "cap", "window"],
    "description": "Why a row is not shown after it was placed."
   },
   "ViewRights": {
    "type": "string",
    "enum": ["reader", "definer"],
    "description": "Whose permissions a view uses to read its collections."
   },
   "FilterContext": {
    "type": "string",
    "enum": ["matches", "ancestors", "descendants"],
    "description": "What is shown of an outline because of the items that a filter shows."
   },
   "GroupOrder": {
    "type": "string",
    "enum": ["ascending", "descending", "best_item"],
    "description": "The order of groups that are not declared."
   },
   "SortDirection": {
    "type": "string",
    "enum": ["ascending", "descending"],
    "description": "The direction in which items are sorted."
   },
   "MissingValues": {
    "type": "string",
    "enum": ["last", "first"],
    "description": "The position of items without a value, in either direction."
   },
   "ComparisonOperator": {
    "type": "string",
    "enum": ["equal", "not_equal", "less", "less_or_equal", "greater", "greater_or_equal"],
    "description": "The relation of a field's value to another value."
   },
   "FollowerState": {
    "type": "string",
    "enum": ["current", "waiting_for_credit", "waiting_for_room"],
    "description": "What a subscription is doing."
   },
   "BatchProfile": {
    "type": "string",
    "enum": ["exact", "uikit", "tree"],
    "description": "The form of a batch."
   },
   "SnapshotReason": {
    "type": "string",
    "enum": ["first", "too_many_changes", "too_large", "history_trimmed", "epoch_changed", "view_changed", "past"],
    "description": "Why a subscriber gets a snapshot in place of a batch."
   },
   "KeptReason": {
    "type": "string",
    "enum": ["undone", "changed", "placed", "gone", "id_taken", "section_gone", "not_empty", "full", "not_stored", "parent_gone", "below_itself", "too_deep"],
    "description": "Why a change was not undone."
   },
   "ErasedFiles": {
    "type": "string",
    "enum": ["clean", "later", "database"],
    "description": "What files have of erased items."
   },
   "RestoreKeep": {
    "type": "string",
    "enum": ["none", "later_items"],
    "description": "What stays of that which an earlier version does not have."
   },
   "ChangeKind": {
    "type": "string",
    "enum": ["section_inserted", "section_moved", "section_updated", "section_removed", "item_inserted", "item_moved", "item_updated", "item_removed"],
    "description": "The kind of a change."
   },
   "KeyWriteReason": {
    "type": "string",
    "enum": ["inserted", "moved", "rekeyed"],
    "description": "Why an order key would be written."
   },
   "ServingStatus": {
    "type": "string",
    "enum": ["unknown", "serving", "not_serving", "service_unknown"],
    "description": "Whether a server can serve."
   },
   "LogSeverity": {
    "type": "string",
    "enum": ["trace", "debug", "info", "notice", "warning", "error", "critical"],
    "description": "How severe the event of a line of the log is, in ascending order."
   },
   "SinkMode": {
    "type": "string",
    "enum": ["merged", "commits"],
    "description": "How commits become messages."
   },
   "SinkState": {
    "type": "string",
    "enum": ["caught_up", "sending", "waiting", "paused", "denied"],
    "description": "What a delivery is doing."
   },
   "KeyForm": {
    "type": "string",
    "enum": ["stored", "rank"],
    "description": "How the keys of a strategy are stored."
   },
   "Element": {
    "type": "object",
    "properties": {
     "id": {
      "type": "string",
      "description": "The id of the element."
     },
     "fields": {
      "$ref": "#/components/schemas/Fields",
      "description": "The fields, in ascending order of the bytes of their names."
     },
     "content_version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version of the collection at which the fields last changed. `if_content_version` is compared with it."
     },
     "key": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "The order key, at most 255 bytes; empty for rows of views. The keys of the items of a section, and those of the\nsections of a collection, ascend bytewise in list order. Their format depends on the collection's ordering\nstrategy."
     },
     "origin": {
      "$ref": "#/components/schemas/RowOrigin",
      "description": "The element that this row of a view shows; not set if the element is in a collection, for fixed rows of a view, and\nfor sections that a view makes by flattening or grouping."
     },
     "placement_version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version of the commit that last placed the element, which is one that inserted or moved it; changes of its\nfields and rekeys are none. `if_placement_version` is compared with it. Sent together with the order key. 0 for rows of\nviews, and for an element that was last placed before the server knew placement versions."
     },
     "depth": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The depth of an item of an outline, if the page is one of Fetch: 1 at the top of its section, and one more than that of\nits parent below. Otherwise 0."
     },
     "child_count": {
      "$ref": "#/components/schemas/Int64",
      "description": "The numbers of the children of an item of an outline, and of all items below it, if the page is one of Fetch."
     },
     "descendant_count": {
      "$ref": "#/components/schemas/Int64"
     }
    },
    "required": ["id", "fields", "content_version", "placement_version"],
    "description": "An item or a section at one version."
   },
   "RowOrigin": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection that the element is in."
     },
     "section": {
      "type": "string",
      "description": "The id of the section that the row shows, or of the section in which the item was when the row was sent."
     },
     "item": {
      "type": "string",
      "description": "The id of the item that the row shows; empty if the row is a section of the view."
     },
     "depth": {
      "$ref": "#/components/schemas/UInt64",
      "description": "How deep the item is in an outline, if the view shows what is below items below them: 1 at the top of its section, and one\nmore than that of its parent below. Otherwise 0."
     },
     "context": {
      "type": "boolean",
      "description": "Whether the item is only shown because of one below it that the filter shows."
     }
    },
    "required": ["collection", "section", "item", "depth", "context"],
    "description": "The element that a row of a view shows."
   },
   "Path": {
    "type": "object",
    "properties": {
     "section": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index of the item's section in the collection."
     },
     "item": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index of the item in its section."
     }
    },
    "required": ["section", "item"],
    "description": "The position of an item. In an outline, `item` is the index among its siblings."
   },
   "Placement": {
    "type": "object",
    "properties": {
     "first": {
      "type": "boolean",
      "description": "At the start. Must be true."
     },
     "last": {
      "type": "boolean",
      "description": "At the end. Must be true."
     },
     "before": {
      "type": "string",
      "description": "Directly before the element with this id, the anchor."
     },
     "after": {
      "type": "string",
      "description": "Directly after the element with this id, the anchor."
     },
     "at": {
      "$ref": "#/components/schemas/Int64",
      "description": "At this index. For a move, it is the index of the first moved element after the move. An index past the end is\nrefused with OUT_OF_RANGE."
     },
     "if_anchor_missing": {
      "$ref": "#/components/schemas/AnchorPolicy",
      "description": "What happens if the anchor does not exist, or is not among the siblings."
     }
    },
    "additionalProperties": false,
    "description": "A position among siblings: the items of a section, or the sections of a collection."
   },
   "VersionReference": {
    "type": "object",
    "properties": {
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version."
     },
     "name": {
      "type": "string",
      "description": "The name of a version, see Versions/Set. If there is no such name, the call ends with NOT_FOUND."
     }
    },
    "additionalProperties": false,
    "description": "A version of a collection, as a request names it."
   },
   "CollectionInfo": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name of the collection or of the stored view; empty for a view that was given in the request."
     },
     "strategy": {
      "type": "string",
      "description": "The name of the ordering strategy, such as \"lexorank\"; empty for a view. See Strategies/List."
     },
     "fields": {
      "$ref": "#/components/schemas/Fields",
      "description": "Fields of the collection itself, such as a title, in ascending order of the bytes of their names."
     },
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The number of commits so far; for a view, a number that grows with each change of its content and of its\ndefinition."
     },
     "epoch": {
      "$ref": "#/components/schemas/HistoryID",
      "description": "The random id of the collection's history; new after a restore, so that versions of different histories are never\ncompared. The same for all views."
     },
     "created_at_us": {
      "$ref": "#/components/schemas/Int64",
      "description": "When the collection was created, in microseconds since 1970-01-01T00:00:00Z."
     },
     "section_count": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of sections."
     },
     "item_count": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of items of all sections together."
     },
     "is_view": {
      "type": "boolean",
      "description": "Whether this is a view: it is read and subscribed to like a collection, but can't be written to."
     },
     "problem": {
      "type": "string",
      "description": "Why a view in a list of collections can't be shown, such as that one of its collections was deleted; empty if it\ncan be shown. The view can still be redefined or deleted."
     },
     "history": {
      "$ref": "#/components/schemas/HistoryID",
      "description": "The history to which the version belongs; 0 if unknown, as for version 0, for views, and in lists of collections.\nCopies of a collection that have the same version and the same history are identical up to that version. If an\nolder copy of the data is restored, later versions belong to another history."
     },
     "stored_bytes": {
      "$ref": "#/components/schemas/Int64",
      "description": "The approximate size of the collection in the store, in bytes: its newest checkpoint and the retained commits. Only\nin the responses of Get and List; 0 for views, and if it is unknown, as for a collection that was not used since\nthe start of the server."
     },
     "outline": {
      "$ref": "#/components/schemas/OutlineSettings",
      "description": "The limits of an outline; not set if the collection is flat. Servers before version 0.7.0 have no outlines."
     }
    },
    "required": ["name", "strategy", "fields", "version", "epoch", "created_at_us", "section_count", "item_count", "is_view", "problem", "history", "stored_bytes"],
    "description": "A description of a collection, or of a view, without its content."
   },
   "OutlineSettings": {
    "type": "object",
    "properties": {
     "max_depth": {
      "$ref": "#/components/schemas/Int64",
      "description": "The largest depth of an item, 1 to 256; one at the top of its section has the depth 1. 0: 64. Other values are refused\nwith OUT_OF_RANGE."
     },
     "max_children": {
      "$ref": "#/components/schemas/Int64",
      "description": "The largest number of children of an item, 1 to 1000000; 0: 100000. Other values are refused with OUT_OF_RANGE."
     }
    },
    "description": "What makes a collection an outline, whose items can have children."
   },
   "Operation": {
    "type": "object",
    "properties": {
     "insert_items": {
      "$ref": "#/components/schemas/InsertItems"
     },
     "move_items": {
      "$ref": "#/components/schemas/MoveItems"
     },
     "update_items": {
      "$ref": "#/components/schemas/UpdateItems"
     },
     "remove_items": {
      "$ref": "#/components/schemas/RemoveItems"
     },
     "reorder_items": {
      "$ref": "#/components/schemas/ReorderItems"
     },
     "adopt_items": {
      "$ref": "#/components/schemas/AdoptItems"
     },
     "insert_sections": {
      "$ref": "#/components/schemas/InsertSections"
     },
     "move_sections": {
      "$ref": "#/components/schemas/MoveSections"
     },
     "update_sections": {
      "$ref": "#/components/schemas/UpdateSections"
     },
     "remove_sections": {
      "$ref": "#/components/schemas/RemoveSections"
     },
     "reorder_sections": {
      "$ref": "#/components/schemas/ReorderSections"
     }
    },
    "additionalProperties": false,
    "description": "One edit of a collection. A transaction is a list of operations, applied all or nothing.\n\nAn operation sees the results of the previous operations of the same transaction. An operation names each element\nonce: an id that occurs twice is refused with INVALID_ARGUMENT."
   },
   "NewElement": {
    "type": "object",
    "properties": {
     "id": {
      "type": "string",
      "description": "The id; empty: the server makes one, a UUIDv7, which the result contains. An id that is taken is refused with\nALREADY_EXISTS."
     },
     "fields": {
      "$ref": "#/components/schemas/Fields",
      "description": "The fields, in any order."
     }
    },
    "additionalProperties": false,
    "description": "An item or a section to insert."
   },
   "ElementReference": {
    "type": "object",
    "properties": {
     "id": {
      "type": "string",
      "description": "The id of the element. An element that does not exist is refused with NOT_FOUND."
     },
     "if_content_version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The content version that the element must have, see `Element.content_version`; otherwise the transaction ends\nwith ABORTED. When left out: any content version."
     },
     "if_section": {
      "type": "string",
      "description": "The id of the section that the item must be in, such as the one in which a person saw it; otherwise the transaction\nends with ABORTED, and the message says where the item is. When left out: any section. Refused with\nINVALID_ARGUMENT for sections."
     },
     "if_placement_version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The placement version that the element must have, see `Element.placement_version`; otherwise the transaction ends\nwith ABORTED, and the message says where the element is. When left out: any placement version."
     },
     "if_parent": {
      "type": "string",
      "description": "The id of the item that must be the parent; empty: the item must be at the top of its section. Otherwise the\ntransaction ends with ABORTED, and the message says where the item is. When left out: any parent. Refused with\nINVALID_ARGUMENT for sections."
     }
    },
    "additionalProperties": false,
    "description": "An existing item or section, optionally required to have a certain content and a certain place."
   },
   "ElementUpdate": {
    "type": "object",
    "properties": {
     "id": {
      "type": "string",
      "description": "The id of the element. An element that does not exist is refused with NOT_FOUND."
     },
     "if_content_version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The content version that the element must have, see `Element.content_version`; otherwise the transaction ends\nwith ABORTED. When left out: any content version."
     },
     "set": {
      "$ref": "#/components/schemas/Fields",
      "description": "Fields to set, in any order."
     },
     "remove": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "Names of fields to remove, except those in `set`. At most 64. Names of fields that do not exist are ignored."
     },
     "replace_all": {
      "type": "boolean",
      "description": "Whether all fields that `set` does not name are removed."
     }
    },
    "additionalProperties": false,
    "description": "New values for some fields of an existing item or section."
   },
   "InsertItems": {
    "type": "object",
    "properties": {
     "items": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/NewElement"
      },
      "description": "The items, at least one."
     },
     "section": {
      "type": "string",
      "description": "The id of the section, which must exist, except for the default section, which has the empty id.\nWhen left out: the section of the anchor, and without an anchor the default section."
     },
     "to": {
      "$ref": "#/components/schemas/Placement",
      "description": "The position in the section, or among the children of the parent. When left out: at the end."
     },
     "parent": {
      "type": "string",
      "description": "The id of the item below which the items go, in an outline; empty: the top of the section. When left out: the\nparent of the anchor, and without an anchor the top of the section. The section follows from a parent, so that\n`section` can only be named as well to say where the items go if the parent is missing. Refused with\nFAILED_PRECONDITION if the collection is flat."
     },
     "if_parent_missing": {
      "$ref": "#/components/schemas/ParentPolicy",
      "description": "What happens if the parent does not exist."
     }
    },
    "additionalProperties": false,
    "description": "Inserts items so that they follow each other in the given order."
   },
   "MoveItems": {
    "type": "object",
    "properties": {
     "items": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ElementReference"
      },
      "description": "The items, at least one."
     },
     "section": {
      "type": "string",
      "description": "The id of the section, which must exist, except for the default section, which has the empty id.\nWhen left out: the section of the anchor, and without an anchor the section of the first item."
     },
     "to": {
      "$ref": "#/components/schemas/Placement",
      "description": "The position in the section, or among the children of the parent. When left out: at the end."
     },
     "parent": {
      "type": "string",
      "description": "The id of the item below which the items go, in an outline; empty: the top of the section. When left out: the\nparent of the anchor, and without an anchor that of the first item, or the top of the section that is named. The\nsection follows from a parent, so that `section` can only be named as well to say where the items go if the parent\nis missing. Refused with FAILED_PRECONDITION if the collection is flat."
     },
     "if_parent_missing": {
      "$ref": "#/components/schemas/ParentPolicy",
      "description": "What happens if the parent does not exist."
     },
     "if_cycle": {
      "$ref": "#/components/schemas/CyclePolicy",
      "description": "What happens with items that contain the place, so that they can't go there."
     }
    },
    "additionalProperties": false,
    "description": "Moves items, possibly from several sections, so that they follow each other in the given order. In an outline, what\nis below an item goes along."
   },
   "UpdateItems": {
    "type": "object",
    "properties": {
     "items": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ElementUpdate"
      },
      "description": "The items with their new fields, at least one."
     }
    },
    "additionalProperties": false,
    "description": "Changes fields of items."
   },
   "RemoveItems": {
    "type": "object",
    "properties": {
     "items": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ElementReference"
      },
      "description": "The items, at least one."
     },
     "descendants": {
      "$ref": "#/components/schemas/DescendantPolicy",
      "description": "What becomes of the children of the items, except those that are named as well. Has to be said if there are any."
     }
    },
    "additionalProperties": false,
    "description": "Removes items."
   },
   "AdoptItems": {
    "type": "object",
    "properties": {
     "items": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/AdoptedItem"
      },
      "description": "The items, at least one."
     },
     "section": {
      "type": "string",
      "description": "The id of the section of all the items, which must exist, except for the default section, which has the empty id."
     },
     "parent": {
      "type": "string",
      "description": "The id of the item below which the items go, in an outline; empty, or left out: the top of the section. The section\nfollows from a parent, so that `section` can only be named as well to say where the items go if the parent is\nmissing. Refused with FAILED_PRECONDITION if the collection is flat."
     },
     "if_parent_missing": {
      "$ref": "#/components/schemas/ParentPolicy",
      "description": "What happens if the parent does not exist."
     },
     "if_cycle": {
      "$ref": "#/components/schemas/CyclePolicy",
      "description": "What happens with items that contain the place, so that they can't go there."
     }
    },
    "additionalProperties": false,
    "description": "Adopts items that were placed elsewhere, such as by an offline client, with the order keys that they got there.\nExisting items are moved and keep their fields, others are inserted.\n\nNo item is refused because of its position. The positions of all items of the operation are determined together,\nbefore any of them gets another key, so that their order in the request does not matter:\n\nAn item whose key belongs to the collection's strategy and lies between the keys of `after` and `before` is placed\nby its key. It keeps the key if no other element has it. Otherwise it is placed directly after the element that has\nthe same key, after items of the operation that were placed there in the same way, and gets another key; of equal\nkeys, the item with the smaller bytes of the id comes first. Neighbours in the list count with their current keys,\nitems of the operation with the keys in the request.\n\nAny other item is placed directly after `after`, or else directly before `before`, and gets another key. Items that\nwere placed after it follow it. Items with the same position are in the order of their keys; or, without keys of\nthe strategy, in the order in which they name each other in `before`; or else in the order of the bytes of their\nids.\n\nAn item whose neighbours are both gone, and whose key does not determine a position, is placed at the end; for the\nstrategy \"dense\" at the index that its key contains.\n\nThe result contains the keys."
   },
   "AdoptedItem": {
    "type": "object",
    "properties": {
     "id": {
      "type": "string",
      "description": "The id. Required, because whoever places items elsewhere also makes their ids."
     },
     "fields": {
      "$ref": "#/components/schemas/Fields",
      "description": "The fields if the item does not exist yet, in any order."
     },
     "key": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "The order key. For the strategy \"dense\" it is the index as eight bytes, most significant first."
     },
     "after": {
      "type": "string",
      "description": "The id of the item after which it was placed; empty if it was placed at the start of the section."
     },
     "before": {
      "type": "string",
      "description": "The id of the item before which it was placed; empty if it was placed at the end of the section."
     }
    },
    "additionalProperties": false,
    "description": "An item that was placed elsewhere, with the order key that it got there."
   },
   "ReorderItems": {
    "type": "object",
    "properties": {
     "section": {
      "type": "string",
      "description": "The id of the section of all the items; empty: the default section."
     },
     "items": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The ids of the items in their new order, at least one."
     },
     "parent": {
      "type": "string",
      "description": "The id of the item whose children the items are; empty: they are at the top of the section. The section follows from\na parent: only one of the two is named."
     }
    },
    "additionalProperties": false,
    "description": "Puts the named items of one section, or children of one item, into the given order. They take the positions that they\noccupy together now; other items do not move and keep their keys. As few other keys as possible are written, and the\nresult contains all of them."
   },
   "InsertSections": {
    "type": "object",
    "properties": {
     "sections": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/NewElement"
      },
      "description": "The sections, at least one."
     },
     "to": {
      "$ref": "#/components/schemas/Placement",
      "description": "The position in the collection. When left out: at the end."
     }
    },
    "additionalProperties": false,
    "description": "Inserts sections so that they follow each other in the given order."
   },
   "MoveSections": {
    "type": "object",
    "properties": {
     "sections": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ElementReference"
      },
      "description": "The sections, at least one. An empty id names the default section."
     },
     "to": {
      "$ref": "#/components/schemas/Placement",
      "description": "The position in the collection. When left out: at the end."
     }
    },
    "additionalProperties": false,
    "description": "Moves sections with their items so that they follow each other in the given order."
   },
   "UpdateSections": {
    "type": "object",
    "properties": {
     "sections": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ElementUpdate"
      },
      "description": "The sections with their new fields, at least one. An empty id names the default section."
     }
    },
    "additionalProperties": false,
    "description": "Changes fields of sections."
   },
   "RemoveSections": {
    "type": "object",
    "properties": {
     "sections": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ElementReference"
      },
      "description": "The sections, at least one. An empty id names the default section."
     },
     "only_if_empty": {
      "type": "boolean",
      "description": "Whether the operation ends with FAILED_PRECONDITION if a section has items. Otherwise the items are removed with\ntheir section."
     }
    },
    "additionalProperties": false,
    "description": "Removes sections with their items."
   },
   "ReorderSections": {
    "type": "object",
    "properties": {
     "sections": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The ids of the sections in their new order, at least one. An empty id names the default section."
     }
    },
    "additionalProperties": false,
    "description": "Puts the named sections into the given order. They take the positions that they occupy together now; other sections\ndo not move and keep their keys. As few other keys as possible are written, and the result contains all of them."
   },
   "DefineViewRequest": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name of the view: an id, which must not be the name of a collection. Required."
     },
     "view": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/View"
       }
      ],
      "description": "The definition of the view. Required."
     }
    },
    "additionalProperties": false,
    "description": "A request to store a view under a name. An existing view of the name gets the new definition, and its subscribers get\nthe resulting changes."
   },
   "GetViewRequest": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name of the view. Required."
     }
    },
    "additionalProperties": false,
    "description": "A request for a stored view."
   },
   "ListViewsRequest": {
    "type": "object",
    "properties": {
     "page_size": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of views in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE. The\npage may have fewer so that it fits a frame."
     },
     "page_token": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "`next_page_token` of the previous page; empty: the first page. At most 1024 bytes."
     }
    },
    "additionalProperties": false,
    "description": "A request for a page of the list of stored views."
   },
   "ListViewsResponse": {
    "type": "object",
    "properties": {
     "views": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ViewInfo"
      },
      "description": "The views of the page."
     },
     "next_page_token": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "The token for the next page; empty if this is the last one."
     }
    },
    "required": ["views"],
    "description": "One page of the list of stored views, in ascending order of the bytes of their names; fewer than requested if they\nare large, so that the page fits a frame."
   },
   "DeleteViewRequest": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name of the view. Required."
     }
    },
    "additionalProperties": false,
    "description": "A request to delete a stored view. Its collections are not affected; subscriptions to it end."
   },
   "DeleteViewResponse": {
    "type": "object",
    "properties": {},
    "description": "The view was deleted."
   },
   "PlaceRowsRequest": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name of a stored view; empty if `view` is set."
     },
     "view": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/View"
       }
      ],
      "description": "A view that is given in the request, in place of a name; not set if `name` is that of a stored view."
     },
     "rows": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The ids of the rows to move, in their new order, each once; at most 1000. They may be of several sections, and no\nlonger be shown."
     },
     "section": {
      "type": "string",
      "description": "The id of the view's section that has the gap; it counts where neither `previous` nor `next` is given. Empty: the\ndefault section."
     },
     "previous": {
      "type": "string",
      "description": "The id of the row that was seen before the gap; empty: nothing was seen there."
     },
     "next": {
      "type": "string",
      "description": "The id of the row that was seen after the gap; empty: nothing was seen there. Without `previous` and `next`, the gap\nis at the end of the section."
     },
     "aim": {
      "$ref": "#/components/schemas/PlaceAim",
      "description": "The side of the gap to which the rows are placed, if items are hidden in it."
     },
     "seen": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "The resume token of the list as it was seen; empty: unknown. At most 1024 bytes. With it, the gap is found again\nalthough the rows on both sides are gone."
     },
     "allow": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/PlaceEffect"
      },
      "description": "The effects that are allowed besides PLACE_EFFECT_PLACE and PLACE_EFFECT_GROUP_FIELD."
     },
     "dry_run": {
      "type": "boolean",
      "description": "Whether nothing is changed, and only the answer wanted."
     },
     "request_id": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "Makes a retry safe, as in ApplyRequest; 1 to 64 bytes, best random; empty: no request id."
     },
     "items": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/NewElement"
      },
      "description": "The items to insert, in place of `rows`; at most 1000."
     },
     "stack": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "The stack on which the placing becomes a step, so that Collections/Undo can undo it, see `ApplyRequest.stack`. Placings\nin an overlay are no steps."
     },
     "group": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "Joins consecutive commits of a stack to one step, see `ApplyRequest.group`."
     },
     "parent": {
      "type": "string",
      "description": "The id of the row of that item; empty: the top of the section. The gap is among its children. When left out: the\nparent that the rows have, if the gap permits that, and otherwise that of a neighbour. Refused with\nFAILED_PRECONDITION where the part does not show what is below what."
     }
    },
    "additionalProperties": false,
    "description": "A request to move rows of a view, or to insert items."
   },
   "PlaceRowsResponse": {
    "type": "object",
    "properties": {
     "applied": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/PlacedCommit"
      },
      "description": "The commits, by collection; none if the rows were where they belong, and for a request with `dry_run`."
     },
     "effects": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/RowEffect"
      },
      "description": "What became of each row or item, in the order of the request; none for a repeated request."
     },
     "ambiguous": {
      "type": "boolean",
      "description": "Whether the neighbours were no longer beside each other in this order, so that the place is a guess."
     },
     "overlay": {
      "type": "string",
      "description": "The name of the overlay in which the rows are placed; empty if it is their collection."
     }
    },
    "required": ["applied", "effects", "ambiguous", "overlay"],
    "description": "What was done, or would be."
   },
   "PlacedCommit": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection; empty for a view with VIEW_RIGHTS_DEFINER."
     },
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version of the collection after the commit, or that of the overlay if an overlay was written."
     },
     "history": {
      "$ref": "#/components/schemas/HistoryID",
      "description": "The history to which the version belongs, see `CollectionInfo.history`."
     },
     "replayed": {
      "type": "boolean",
      "description": "Whether it was made by an earlier request with the same request id."
     }
    },
    "required": ["collection", "version", "history", "replayed"],
    "description": "A commit that placed rows."
   },
   "RowEffect": {
    "type": "object",
    "properties": {
     "row": {
      "type": "string",
      "description": "The id of the row, or of the inserted item."
     },
     "from": {
      "$ref": "#/components/schemas/Path",
      "description": "The position in the view before; not set if it was not shown."
     },
     "to": {
      "$ref": "#/components/schemas/Path",
      "description": "The position in the view afterwards, where sections count as before; not set if it is hidden."
     },
     "set": {
      "$ref": "#/components/schemas/Fields",
      "description": "The fields that are written, in ascending order of the bytes of their names."
     },
     "removed": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The names of the fields that are removed."
     },
     "hidden": {
      "$ref": "#/components/schemas/HiddenBecause",
      "description": "Why the row is not shown."
     },
     "hidden_between": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of items of its section that are between the rows on both sides and that the view does not show; counted\namong at most 1000 items, and 0 in a sorted part. Of an outline, its siblings are counted, and 0 where the part does not\nshow what is below what."
     },
     "origin": {
      "$ref": "#/components/schemas/RowOrigin",
      "description": "The item and where it is afterwards; not set for a view with VIEW_RIGHTS_DEFINER."
     },
     "parent": {
      "type": "string",
      "description": "The id of that item; empty: the top of its section. Only if it is another one than before, and not for a view with\nVIEW_RIGHTS_DEFINER."
     }
    },
    "required": ["row", "set", "removed", "hidden", "hidden_between"],
    "description": "What became of a row."
   },
   "ParseViewRequest": {
    "type": "object",
    "properties": {
     "text": {
      "type": "string",
      "description": "The text, at most 32768 bytes; ignored if `view` is set."
     },
     "view": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/View"
       }
      ],
      "description": "A view to write as text; not set for a text to read."
     },
     "locate": {
      "type": "string",
      "description": "The path of a member of the view whose place in the text is asked for, as errors of other calls name it:\n\"view.parts[1].query.collection\". At most 1024 bytes."
     }
    },
    "additionalProperties": false
   },
   "ParseViewResponse": {
    "type": "object",
    "properties": {
     "view": {
      "type": "string",
      "description": "The view; not set where the text has an error."
     },
     "text": {
      "type": "string",
      "description": "The view as text in the canonical form; empty where the text has an error."
     },
     "error": {
      "$ref": "#/components/schemas/ViewTextError",
      "description": "What is wrong with the text."
     },
     "located": {
      "$ref": "#/components/schemas/ViewTextPlace",
      "description": "Where the member `locate` begins, or else the nearest one that it is a part of; not set where neither is in the text."
     }
    },
    "required": ["text"]
   },
   "ViewTextError": {
    "type": "object",
    "properties": {
     "message": {
      "type": "string",
      "description": "One sentence that says what is wrong."
     },
     "place": {
      "$ref": "#/components/schemas/ViewTextPlace",
      "description": "Where that is; not set for an error of the text as a whole."
     },
     "field": {
      "type": "string",
      "description": "The path of the member of the view that is refused; \"view\" where the text can't be read as a view."
     }
    },
    "required": ["message", "field"],
    "description": "An error in the text of a view."
   },
   "ViewTextPlace": {
    "type": "object",
    "properties": {
     "line": {
      "$ref": "#/components/schemas/Int64"
     },
     "column": {
      "$ref": "#/components/schemas/Int64",
      "description": "In Unicode scalars."
     }
    },
    "required": ["line", "column"],
    "description": "A place in a text. Both numbers are counted from 1."
   },
   "ViewInfo": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name of the view."
     },
     "definition": {
      "type": "string",
      "description": "The definition of the view."
     },
     "created_at_us": {
      "$ref": "#/components/schemas/Int64",
      "description": "When the name was first given to a view, in microseconds since 1970-01-01T00:00:00Z."
     },
     "definer": {
      "type": "string",
      "description": "The name of the principal that last defined the view; empty if that was the server's configuration, or a server of\na version that did not store definers."
     }
    },
    "required": ["name", "created_at_us", "definer"],
    "description": "A stored view."
   },
   "View": {
    "type": "object",
    "properties": {
     "parts": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ViewPart"
      },
      "description": "The parts, 1 to 32."
     },
     "window": {
      "$ref": "#/components/schemas/ViewWindow",
      "description": "The rows to which the view is limited. Not set if everything is shown."
     },
     "rights": {
      "$ref": "#/components/schemas/ViewRights",
      "description": "Whose permissions are used to read the collections."
     },
     "may_move": {
      "type": "boolean",
      "description": "Whether rows of a view with VIEW_RIGHTS_DEFINER can be placed: by those who have the permissions that this needs on the\nview, with the permissions of the definer on its collections. Refused in other views, whose rows can always be placed.\nServers before 0.4.0 ignore it, and refuse to place rows in such a view."
     }
    },
    "description": "The definition of a view: parts, whose sections follow each other. An invalid definition is refused with\nINVALID_ARGUMENT, unless another code is named below."
   },
   "ViewWindow": {
    "type": "object",
    "properties": {
     "section": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index of the section among all sections of the view."
     },
     "start": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index of the first item."
     },
     "end": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index after the last item; not below `start`. Indices past the end of the section are left out."
     },
     "around": {
      "$ref": "#/components/schemas/WindowAnchor",
      "description": "The row with which the window moves; not set if the window is a range of indices. If it is set, `section`, `start`\nand `end` must be 0. Servers of versions without this field then show no rows."
     }
    },
    "description": "A range of rows of one section. A view with a window consists of this section only."
   },
   "WindowAnchor": {
    "type": "object",
    "properties": {
     "item": {
      "type": "string",
      "description": "The id of the row. Required."
     },
     "before": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of rows before it, 0 to 5000."
     },
     "after": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of rows after it, 0 to 5000."
     }
    },
    "description": "A row and its neighbours in the same section.\n\nThe window follows the row wherever it moves, also into another section. While the row is not shown, the window stays\naround the nearest row that is left in the section, by the previous order; of two rows at the same distance, the\nlater one. If no row of the section is left, the window is around the row that now has the same index, or else the\nlast row. If the section no longer exists, the window continues at the start of the nearest following section or at\nthe end of the nearest preceding section, whichever is nearer; at the same distance, the later one. If there is no\nsection, nothing is shown until the row is shown again."
   },
   "WindowPlace": {
    "type": "object",
    "properties": {
     "anchor": {
      "type": "string",
      "description": "The id of the row that a window with an anchor is around: the requested row if it is shown, and otherwise the\nnearest row that is left of those that were around it; empty if there is none, and for a window without an anchor."
     },
     "section": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index of the shown section among all sections of the view, without regard to the window.\n\nThis and the following numbers are 0 if no section is shown, and for a view with VIEW_RIGHTS_DEFINER, which does\nnot disclose them."
     },
     "first_item": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index, in the section, of the first row in the window."
     },
     "section_items": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of rows of the section, in the window or not."
     }
    },
    "required": ["anchor", "section", "first_item", "section_items"],
    "description": "The position of a view's window at one version."
   },
   "ViewPart": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The prefix of the ids of the part's sections and items, which is followed by a slash: a letter or a digit and then\nletters, digits, \"-\" and \"_\", at most 32 bytes. Each part has a different name. If a part has no name, a view of\nseveral parts gives it the first free one of \"1\", \"2\" and so on; a view of one part does not change the ids."
     },
     "fixed": {
      "$ref": "#/components/schemas/FixedSection",
      "description": "A section that is given in the view, such as the rows of a menu."
     },
     "query": {
      "$ref": "#/components/schemas/ViewQuery",
      "description": "Items of a collection."
     }
    },
    "description": "A part of a view. Its sections follow those of the previous part."
   },
   "FixedSection": {
    "type": "object",
    "properties": {
     "section": {
      "$ref": "#/components/schemas/ViewRow",
      "description": "The section itself. Required."
     },
     "items": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ViewRow"
      },
      "description": "The items, in list order."
     }
    },
    "description": "A section with fixed content. All fixed sections of a view have at most 1000 items together."
   },
   "ViewRow": {
    "type": "object",
    "properties": {
     "id": {
      "type": "string",
      "description": "The id. For a section, the empty id is that of the default section."
     },
     "fields": {
      "$ref": "#/components/schemas/Fields",
      "description": "The fields, in any order."
     }
    },
    "description": "A section or an item that is given in the view."
   },
   "ViewQuery": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "sections": {
      "$ref": "#/components/schemas/ChosenSections",
      "description": "The sections whose items are shown, in this order. Not set if all are shown, in the order of the collection."
     },
     "own_sections": {
      "type": "boolean",
      "description": "The collection's own sections, including empty ones. Must be true."
     },
     "flat": {
      "$ref": "#/components/schemas/ViewRow",
      "description": "One section, which is given here."
     },
     "grouped": {
      "$ref": "#/components/schemas/Grouping",
      "description": "One section for each value of a field."
     },
     "filter": {
      "$ref": "#/components/schemas/Filter",
      "description": "The condition for items to be shown. Not set if all are shown."
     },
     "sort": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/SortDescriptor"
      },
      "description": "The order of the items of a section: by the first sort descriptor, items that are equal in it by the second, and so\non; finally by the order of the collection. At most 8."
     },
     "cap": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of items that each section shows. When left out: all."
     },
     "only": {
      "$ref": "#/components/schemas/ShownFields",
      "description": "The fields that are shown of items, and of the collection's own sections. Not set if all are shown. Other fields\ncan still be used in the filter, the order and the grouping. The section of a group always has the field by which\nit is grouped. A change of fields that are not shown does not change the view."
     },
     "sums": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The fields whose sums the sections have, each once, at most 8 and each at most 118 bytes long. For a field \"points\" each\nsection has the fields \"sum points\", the sum of all numbers: an integer if all of them are and it has 64 bits, and\notherwise the double nearest to it; \"counted points\", how many items have a number; and \"uncounted points\", how many\nhave none. They are about all items of the section, also behind the cap. Servers of versions without this field ignore\nit."
     },
     "overlay": {
      "$ref": "#/components/schemas/ShownOverlay",
      "description": "The order of the items in place of that of the collection: in sections, among items that are equal in the sort\ndescriptors, and wherever the order of the collection counts. Not set for the order of the collection.\n\nNOT_FOUND if there is no such overlay when the view is shown. Servers of versions without this field ignore it."
     },
     "context": {
      "$ref": "#/components/schemas/FilterContext",
      "description": "What is shown of an outline besides the items that the filter shows; only with a filter. A flat collection has nothing above\nor below its items. Servers of versions without this field ignore it."
     }
    },
    "description": "The rows that are shown of a collection."
   },
   "ShownOverlay": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name. Required. A shared overlay can't be called \"mine\"."
     },
     "own": {
      "type": "boolean",
      "description": "Whether it is the reader's own one, and not one that is shared. The view is then different for each principal."
     }
    },
    "description": "An overlay in whose order a part of a view shows its collection. See `Overlays`."
   },
   "ShownFields": {
    "type": "object",
    "properties": {
     "fields": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The names of the fields, each once; at most 64. Empty if rows show only their ids."
     }
    },
    "description": "The fields that a part of a view shows of its collection."
   },
   "ChosenSections": {
    "type": "object",
    "properties": {
     "sections": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "Ids; at most 256. A section that does not exist is left out until it does."
     }
    },
    "description": "Sections of a collection."
   },
   "Grouping": {
    "type": "object",
    "properties": {
     "field": {
      "type": "string",
      "description": "The name of the field. Required."
     },
     "declared": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/FieldValue"
      },
      "description": "Groups that exist even if they are empty, in this order; at most 256. Null is the group of items without the field,\nor with null in it."
     },
     "order": {
      "$ref": "#/components/schemas/GroupOrder",
      "description": "The order of the groups that are not declared, which come after the declared ones."
     },
     "by": {
      "$ref": "#/components/schemas/SecondGrouping",
      "description": "The second field: there is a section for each pair of values. Not set in a grouping by one field. Servers of versions\nwithout this field ignore it.\n\nSections are ordered by the first value, and those with the same first value by the second. Pairs of declared groups\nexist even if they are empty; at most 256. Neither `order` can be GROUP_ORDER_BEST_ITEM."
     },
     "of_parent": {
      "type": "boolean",
      "description": "Whether `field` is that of the parent of each item of an outline. Items at the top of a section, and those of a flat collection,\nform the group without a value. Servers of versions without this field ignore it."
     }
    },
    "description": "Sections by the value of a field. Items without the field, or with null in it, form a group of their own."
   },
   "SecondGrouping": {
    "type": "object",
    "properties": {
     "field": {
      "type": "string",
      "description": "The name of the field. Required."
     },
     "declared": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/FieldValue"
      },
      "description": "Groups that exist even if they are empty, as in `Grouping.declared`."
     },
     "order": {
      "$ref": "#/components/schemas/GroupOrder",
      "description": "The order of the groups that are not declared, which come after the declared ones."
     }
    },
    "description": "The second field of a grouping by two."
   },
   "SortDescriptor": {
    "type": "object",
    "properties": {
     "field": {
      "type": "string",
      "description": "The name of the field. Required."
     },
     "direction": {
      "$ref": "#/components/schemas/SortDirection",
      "description": "Whether the order is ascending or descending."
     },
     "missing": {
      "$ref": "#/components/schemas/MissingValues",
      "description": "The position of items without the field, or with null in it; in either direction."
     },
     "numbers_last": {
      "type": "boolean",
      "description": "Whether numbers come after texts, in either direction."
     },
     "natural": {
      "type": "boolean",
      "description": "Whether runs of digits in texts compare as numbers: \"item 9\" comes before \"item 10\". If nothing else differs, fewer\nleading zeros come first."
     },
     "ignores_case": {
      "type": "boolean",
      "description": "Whether texts that differ only in case are equal: those with the same lowercase mapping, which depends on no\nlocale."
     },
     "digits_last": {
      "type": "boolean",
      "description": "Whether texts that begin with one of the digits 0 to 9 come after all other texts, in either direction."
     }
    },
    "description": "A field by which items are sorted, and how.\n\nValues of different kinds are grouped, in this order, whatever the direction: numbers, texts, booleans (false, true),\ntimes, byte strings. Numbers compare by their exact values, whether they are integers or not; texts and byte strings\nby their bytes. Items that compare as equal keep the order of the list, even in descending order."
   },
   "Filter": {
    "type": "object",
    "properties": {
     "steps": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/FilterStep"
      },
      "description": "The steps in postfix order: operands before operators. 1 to 256."
     }
    },
    "description": "A condition on the fields of an item, as steps of a stack machine: each step pushes the result of a condition, or\ncombines the topmost results. Exactly one result must be left at the end. A condition on a field that an item does\nnot have, or whose value is of another kind, is false."
   },
   "FilterStep": {
    "type": "object",
    "properties": {
     "exists": {
      "type": "string",
      "description": "The field with this name exists; its value may be null."
     },
     "comparison": {
      "$ref": "#/components/schemas/Comparison",
      "description": "The field's value compares as given with another value."
     },
     "has_prefix": {
      "$ref": "#/components/schemas/TextMatch",
      "description": "The field is a text that begins with another one."
     },
     "contains": {
      "$ref": "#/components/schemas/TextMatch",
      "description": "The field is a text that contains another one."
     },
     "is_one_of": {
      "$ref": "#/components/schemas/Membership",
      "description": "The field's value equals one of a set."
     },
     "all_of": {
      "$ref": "#/components/schemas/Int64",
      "description": "All of the given number of topmost results hold; true for 0."
     },
     "any_of": {
      "$ref": "#/components/schemas/Int64",
      "description": "At least one of the given number of topmost results holds; false for 0."
     },
     "negate": {
      "type": "boolean",
      "description": "The topmost result does not hold. Must be true."
     },
     "principal": {
      "$ref": "#/components/schemas/PrincipalComparison",
      "description": "The field is a text that is, or is not, the name of the reader. The view is then different for each principal."
     }
    },
    "description": "One step of a filter."
   },
   "Comparison": {
    "type": "object",
    "properties": {
     "field": {
      "type": "string",
      "description": "The name of the field. Required."
     },
     "operator": {
      "$ref": "#/components/schemas/ComparisonOperator",
      "description": "The relation that must hold. Required."
     },
     "value": {
      "$ref": "#/components/schemas/FieldValue",
      "description": "The value with which the field's value is compared. Required."
     },
     "ignores_case": {
      "type": "boolean",
      "description": "Whether texts are compared without regard to case."
     }
    },
    "description": "A comparison of a field's value with another one: numbers by their exact values, texts by their bytes."
   },
   "PrincipalComparison": {
    "type": "object",
    "properties": {
     "field": {
      "type": "string",
      "description": "The name of the field. Required."
     },
     "operator": {
      "$ref": "#/components/schemas/ComparisonOperator",
      "description": "The relation that must hold: COMPARISON_OPERATOR_EQUAL or COMPARISON_OPERATOR_NOT_EQUAL. Required."
     }
    },
    "description": "A comparison of a field's value with the name of the principal that reads the view, byte by byte."
   },
   "TextMatch": {
    "type": "object",
    "properties": {
     "field": {
      "type": "string",
      "description": "The name of the field. Required."
     },
     "text": {
      "type": "string",
      "description": "The text to find."
     },
     "ignores_case": {
      "type": "boolean",
      "description": "Whether texts are compared without regard to case."
     }
    },
    "description": "A text to find in a field's value."
   },
   "Membership": {
    "type": "object",
    "properties": {
     "field": {
      "type": "string",
      "description": "The name of the field. Required."
     },
     "values": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/FieldValue"
      },
      "description": "The values. At most 256."
     }
    },
    "description": "A set of values, one of which a field's value must equal."
   },
   "FollowersRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of a collection or of a stored view; empty: all."
     },
     "limit": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of followers in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE. The\ncounts include the followers that are left out."
     }
    },
    "additionalProperties": false,
    "description": "A request for the subscriptions that are currently open."
   },
   "FollowersResponse": {
    "type": "object",
    "properties": {
     "followers": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Follower"
      },
      "description": "The followers, in ascending order of the names that they follow; those of one name with the oldest first."
     },
     "counts": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/FollowerCount"
      },
      "description": "The number of followers of each name that has any, in ascending order of the names; at most 1000 names."
     }
    },
    "required": ["followers", "counts"],
    "description": "The subscriptions that are open on a server."
   },
   "FollowerCount": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of a collection or of a stored view; empty for views that were given in the requests."
     },
     "followers": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of open subscriptions."
     }
    },
    "required": ["collection", "followers"],
    "description": "The number of followers of one name."
   },
   "Follower": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection or of the stored view; empty for a view that was given in the request."
     },
     "principal": {
      "type": "string",
      "description": "The principal of its connection; \"anonymous\" if the server has no access file."
     },
     "client": {
      "type": "string",
      "description": "The name that its client gave itself in `Hello.client_name`; can be empty."
     },
     "address": {
      "type": "string",
      "description": "The network address of its connection, without the port; \"unix\" for a socket of the server's machine."
     },
     "since_us": {
      "$ref": "#/components/schemas/Int64",
      "description": "When it was opened, in microseconds since 1970-01-01T00:00:00Z."
     },
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version of the collection that was last sent to it; 0 before its first snapshot, and for views."
     },
     "state": {
      "$ref": "#/components/schemas/FollowerState",
      "description": "What the subscription is doing."
     }
    },
    "required": ["collection", "principal", "client", "address", "since_us", "version", "state"],
    "description": "One open subscription."
   },
   "SubscribeRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of a collection or of a stored view; empty if `view` is set."
     },
     "resume_token": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "The last `resume_token` received; empty: the stream begins with a snapshot. At most 1024 bytes. A token of another\nserver, of another history of the collection, or of a version that is no longer kept leads to a snapshot. Bytes\nthat are not a token, and a token that was altered, are refused with INVALID_ARGUMENT."
     },
     "profile": {
      "$ref": "#/components/schemas/BatchProfile",
      "description": "The form of the batches."
     },
     "reload_threshold": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of changes in a batch, 0 to 100000; beyond it a snapshot is sent, with 0 for every change.\nOther values are refused with OUT_OF_RANGE. When left out: 100."
     },
     "shortest_interval_us": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The shortest time between two batches, in microseconds; 0: no minimum. At most one hour; more is refused with\nOUT_OF_RANGE."
     },
     "largest_batch_bytes": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The maximum size of a batch together with `own_request_ids`, and the approximate maximum size of a page of a\nsnapshot, in bytes: 4096 to the size of a frame; 0: the size of a frame. A value below 4096 or above 16777216 is\nrefused with OUT_OF_RANGE. If a batch would be larger, a snapshot is sent."
     },
     "order_keys": {
      "type": "boolean",
      "description": "Whether elements are sent with their order keys and placement versions, and batches with those of placed elements.\nRows of views have neither."
     },
     "progress_interval_us": {
      "$ref": "#/components/schemas/UInt64",
      "description": "How often progress is sent if the version advances without a visible change, in microseconds; 0: 10 seconds. At\nmost one hour; more is refused with OUT_OF_RANGE."
     },
     "own_request_prefix": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "The first bytes of the request ids of the subscriber's own transactions; empty: no request ids are named. At most\n64 bytes. Batches name the request ids of their commits that begin with these bytes."
     },
     "view": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/View"
       }
      ],
      "description": "A view that is given in the request, in place of a name; not set if `collection` is the name of the list."
     },
     "name_authors": {
      "type": "boolean",
      "description": "Whether batches name the authors of their commits."
     },
     "at": {
      "$ref": "#/components/schemas/VersionReference",
      "description": "The version with which the stream begins, for which the caller needs the permission `history` as well; not set: the\nnewest. Such a stream does not follow the collection: it ends with OK after the snapshot of that version, or, with\n`play_to`, after the changes up to that version. Elements have no order keys and no placement versions. With a\n`resume_token` of such a stream it continues after the message of the token. Ends with OUT_OF_RANGE if the version is\nnot kept: the message names the oldest one that is. Views are refused with FAILED_PRECONDITION. A server that does not\nknow this field sends a snapshot of the newest version, whose reason is not SNAPSHOT_REASON_PAST."
     },
     "play_to": {
      "$ref": "#/components/schemas/VersionReference",
      "description": "The version up to which the changes after `at` are sent, one commit at a time, at intervals of\n`shortest_interval_us`: as a batch, as progress if nothing visible changed, or as a snapshot if there are more changes\nthan the threshold. Only with `at`, and not below it; otherwise refused with INVALID_ARGUMENT. Not set: no changes."
     },
     "folding": {
      "$ref": "#/components/schemas/Folding",
      "description": "What is collapsed of an outline; not set: nothing. Only with BATCH_PROFILE_TREE; otherwise refused with\nINVALID_ARGUMENT. A stream that resumes with a token of one with another folding begins with a snapshot, whose reason is\nSNAPSHOT_REASON_VIEW_CHANGED."
     }
    },
    "additionalProperties": false,
    "description": "A request to subscribe to the changes of a list."
   },
   "SubscribeResponse": {
    "type": "object",
    "properties": {
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version of the list after the message is applied."
     },
     "epoch": {
      "$ref": "#/components/schemas/HistoryID",
      "description": "The random id of the collection's history; the same for all views."
     },
     "resume_token": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "The token to resume from after this message; empty for all pages of a snapshot but the last."
     },
     "snapshot": {
      "$ref": "#/components/schemas/SnapshotPage",
      "description": "A page of a snapshot. No other message comes between the pages of one snapshot. If the server no longer has the\nversion of the previous pages, the snapshot starts again with page 0, and the previous pages are void."
     },
     "batch": {
      "$ref": "#/components/schemas/ChangeBatch",
      "description": "The changes since the previous message, or since the resume token."
     },
     "progress": {
      "$ref": "#/components/schemas/Progress",
      "description": "The version advanced from that of the previous message to that of this one without a visible change. A\nsubscription that resumes with a token of the newest version gets this message at once, with the token's version."
     },
     "tree": {
      "$ref": "#/components/schemas/TreeBatch",
      "description": "The changes of an outline since the previous message, or since the resume token."
     },
     "own_request_ids": {
      "type": "array",
      "items": {
       "oneOf": [
        {
         "type": "string"
        },
        {
         "$ref": "#/components/schemas/Bytes"
        }
       ]
      },
      "description": "The subscriber's own request ids among those of the commits in the message. Snapshots have none, nor does a batch\nbetween two definitions of a view."
     },
     "authors": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/CommitAuthor"
      },
      "description": "The authors of the commits in the message, in the order of the first commit of each; at most 16, further authors\nare left out. Empty if `name_authors` is not set. Snapshots have none, nor does a batch between two definitions of\na view."
     },
     "window": {
      "$ref": "#/components/schemas/WindowPlace",
      "description": "The position of the view's window after the message; not set if the list is not a view with a window. Changes\noutside the window that move it within its section, without changing its rows, are reported with the next message,\nat the latest with progress."
     }
    },
    "required": ["version", "epoch"],
    "description": "One message of a subscription."
   },
   "CommitAuthor": {
    "type": "object",
    "properties": {
     "principal": {
      "type": "string",
      "description": "The name of the principal; \"anonymous\" for callers without credentials; empty if unknown."
     },
     "commits": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The number of its commits in the message."
     }
    },
    "required": ["principal", "commits"],
    "description": "An author of commits in a batch."
   },
   "Progress": {
    "type": "object",
    "properties": {},
    "description": "The version advanced, and nothing visible changed."
   },
   "SnapshotPage": {
    "type": "object",
    "properties": {
     "reason": {
      "$ref": "#/components/schemas/SnapshotReason",
      "description": "Why a snapshot is sent; the same on all of its pages."
     },
     "page": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of the page, from 0. A second page 0 starts the snapshot again."
     },
     "last": {
      "type": "boolean",
      "description": "Whether this is the last page."
     },
     "size": {
      "$ref": "#/components/schemas/ListSize",
      "description": "The size of the whole list."
     },
     "sections": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/SnapshotSection"
      },
      "description": "The sections of the page, in list order. If `first_item` is not 0, the section continues from the previous page."
     }
    },
    "required": ["reason", "page", "last", "sections"],
    "description": "A page of a snapshot: a part of a list at one version."
   },
   "SnapshotSection": {
    "type": "object",
    "properties": {
     "index": {
      "$ref": "#/components/schemas/Int64",
      "description": "The section's index."
     },
     "section": {
      "$ref": "#/components/schemas/Element",
      "description": "The section itself. Required."
     },
     "first_item": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index, in the section, of the first of `items`; of an outline the number of the section's rows before."
     },
     "items": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Element"
      },
      "description": "The items, in list order; those of an outline in the order in which they are shown, each behind its parent and behind\nwhat is below its previous sibling."
     },
     "depths": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "Of an outline: how deep each of `items` is, from 1 at the top of the section."
     },
     "hidden": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/HiddenRows"
      },
      "description": "The collapsed ones among `items`, and the section itself if it is collapsed, with how much is below them; those below\nwhich nothing is are left out."
     }
    },
    "required": ["index", "first_item", "items", "depths", "hidden"],
    "description": "A section and some of its items, as part of a snapshot."
   },
   "HiddenRows": {
    "type": "object",
    "properties": {
     "row": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index in `items`; -1 for the section."
     },
     "children": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of children, or of the items at the top of the section."
     },
     "descendants": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of items at all depths below it."
     }
    },
    "required": ["row", "children", "descendants"],
    "description": "How much is below a row of a snapshot that is collapsed."
   },
   "ListSize": {
    "type": "object",
    "properties": {
     "sections": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of sections."
     },
     "items": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of items of all sections together."
     }
    },
    "required": ["sections", "items"],
    "description": "The number of sections and items of a list."
   },
   "ChangeBatch": {
    "type": "object",
    "properties": {
     "profile": {
      "$ref": "#/components/schemas/BatchProfile",
      "description": "The form of the batch."
     },
     "from_version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version before. It equals the version after if only the definition of a view changed."
     },
     "commits": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The number of commits in the batch."
     },
     "before": {
      "$ref": "#/components/schemas/ListSize",
      "description": "The size of the whole list before the batch, to be compared before anything is applied."
     },
     "after": {
      "$ref": "#/components/schemas/ListSize",
      "description": "The size of the whole list after the batch."
     },
     "section_deletes": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "The OLD indices of sections that are deleted with all their items."
     },
     "section_inserts": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/SectionInsert"
      },
      "description": "Sections that are inserted with all their items."
     },
     "section_moves": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "Two numbers for each moved section: its OLD index and its NEW index."
     },
     "section_updates": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/SectionUpdate"
      },
      "description": "Sections whose fields changed."
     },
     "item_deletes": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "The OLD positions of deleted items, two numbers for each."
     },
     "item_inserts": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ItemInsert"
      },
      "description": "Inserted items."
     },
     "item_moves": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "Four numbers for each moved item: its OLD position and its NEW position."
     },
     "item_updates": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ItemUpdate"
      },
      "description": "Items whose fields changed."
     },
     "sections_unmoved": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "Sections that were touched but kept their position relative to the others, with their OLD and NEW indices as in\n`section_moves`. They need no action when the batch is applied; they make the composition of batches exact. Batches\nof the profile BATCH_PROFILE_UIKIT, and of views with VIEW_RIGHTS_DEFINER, have none."
     },
     "items_unmoved": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "Items that were touched but kept their position relative to the others, with their OLD and NEW positions as in\n`item_moves`. See `sections_unmoved`."
     },
     "keyed_sections": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "The NEW indices of existing sections that were placed, even at the position where they were before. The keys are in\n`section_keys`. This and the following three lists are empty if `order_keys` is not set in the request. New and\nupdated elements contain their keys. A batch can consist of keys only.\n\nA rekey changes the keys of elements that do not move. Batches do not report this: the keys of elements that were\nnot placed are those of the time when they were sent, and can be out of order with the others until the next\nsnapshot."
     },
     "section_keys": {
      "type": "array",
      "items": {
       "type": "string",
       "contentEncoding": "base64url"
      },
      "description": "The order keys of `keyed_sections`, one for each."
     },
     "keyed_items": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "The NEW positions of existing items that were placed, two numbers for each, even at the position where they were\nbefore. The keys are in `item_keys`."
     },
     "item_keys": {
      "type": "array",
      "items": {
       "type": "string",
       "contentEncoding": "base64url"
      },
      "description": "The order keys of `keyed_items`, one for each."
     },
     "section_placements": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/UInt64"
      },
      "description": "The placement versions of `keyed_sections`, one for each; empty from servers that do not know them."
     },
     "item_placements": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/UInt64"
      },
      "description": "The placement versions of `keyed_items`, one for each; empty from servers that do not know them."
     }
    },
    "required": ["profile", "from_version", "commits"],
    "description": "One coalesced set of changes that takes a list from one version, OLD, to another, NEW. Documentation/batches.md\ndescribes how it is applied.\n\nThe position of a section is its index. The position of an item is two numbers in succession: the index of its\nsection, and its index in the section. Deletes and the sources of moves are positions in OLD, all others are\npositions in NEW. Elements that no list names keep their order and fill the remaining positions. All lists are in\nascending order: deletes by their position in OLD, all others by their position in NEW."
   },
   "SectionInsert": {
    "type": "object",
    "properties": {
     "at": {
      "$ref": "#/components/schemas/Int64",
      "description": "The NEW index."
     },
     "section": {
      "$ref": "#/components/schemas/Element",
      "description": "The section is new."
     },
     "kept_from": {
      "$ref": "#/components/schemas/Int64",
      "description": "The OLD index of the section, which is among the deletes. The receiver takes the section from its own list."
     },
     "items": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ItemRun"
      },
      "description": "The section's items, in list order."
     }
    },
    "required": ["at"],
    "description": "A section that is inserted."
   },
   "ItemRun": {
    "type": "object",
    "properties": {
     "items": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Element"
      },
      "description": "New items; empty if the items are kept."
     },
     "kept_from": {
      "$ref": "#/components/schemas/Path",
      "description": "The OLD position of the first kept item; not set if the items are new."
     },
     "kept": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of kept items."
     }
    },
    "required": ["kept"],
    "description": "Successive items of an inserted section: either new items, or items that were also successive in OLD."
   },
   "ItemInsert": {
    "type": "object",
    "properties": {
     "at": {
      "$ref": "#/components/schemas/Path",
      "description": "The NEW position."
     },
     "item": {
      "$ref": "#/components/schemas/Element",
      "description": "The item is new."
     },
     "kept_from": {
      "$ref": "#/components/schemas/Path",
      "description": "The OLD position of the item, which is among the deletes or in a deleted section. The receiver takes the item\nfrom its own list."
     }
    },
    "description": "An item that is inserted."
   },
   "SectionUpdate": {
    "type": "object",
    "properties": {
     "at": {
      "$ref": "#/components/schemas/Int64",
      "description": "The NEW index."
     },
     "section": {
      "$ref": "#/components/schemas/Element",
      "description": "The section with its new fields."
     },
     "fields_before": {
      "$ref": "#/components/schemas/HistoryID",
      "description": "FNV-1a hash of the fields and the origin before, for the composition of batches."
     }
    },
    "required": ["at", "fields_before"],
    "description": "A section whose fields changed."
   },
   "ItemUpdate": {
    "type": "object",
    "properties": {
     "at": {
      "$ref": "#/components/schemas/Path",
      "description": "The NEW position."
     },
     "item": {
      "$ref": "#/components/schemas/Element",
      "description": "The item with its new fields."
     },
     "fields_before": {
      "$ref": "#/components/schemas/HistoryID",
      "description": "FNV-1a hash of the fields and the origin before, for the composition of batches."
     }
    },
    "required": ["fields_before"],
    "description": "An item whose fields changed."
   },
   "TreeBatch": {
    "type": "object",
    "properties": {
     "from_version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version before."
     },
     "commits": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The number of commits in the batch."
     },
     "before": {
      "$ref": "#/components/schemas/ListSize",
      "description": "The number of sections, and of items at all depths, before the batch; to be compared before anything is applied.\nWhere subtrees are collapsed, only what is shown counts."
     },
     "after": {
      "$ref": "#/components/schemas/ListSize",
      "description": "The same after the batch."
     },
     "owners": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ListOwner"
      },
      "description": "The items whose children are a list that the batch names, and all items above those."
     },
     "section_deletes": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "The OLD indices of sections that are deleted with everything in them, except for items that move elsewhere."
     },
     "section_inserts": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/TreeInsert"
      },
      "description": "Sections that are inserted. Their `list` is -1, and the first of their rows is the section."
     },
     "section_moves": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "Two numbers for each moved section: its OLD index and its NEW index."
     },
     "section_updates": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/SectionUpdate"
      },
      "description": "Sections whose fields changed."
     },
     "sections_unmoved": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "Sections that were touched but kept their position relative to the others, as in `section_moves`. They need no action\nwhen the batch is applied; they make the composition of batches exact."
     },
     "deletes": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "The OLD positions of deleted items, two numbers for each: of everything that is gone those whose parents are still\nthere."
     },
     "inserts": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/TreeInsert"
      },
      "description": "Inserted items: of everything that is new those whose parents were there before."
     },
     "moves": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "Four numbers for each moved item: its OLD position and its NEW position."
     },
     "updates": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/TreeUpdate"
      },
      "description": "Items whose fields changed."
     },
     "unmoved": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "Items that were touched but kept their parent and their position relative to their siblings, as in `moves`. See\n`sections_unmoved`."
     },
     "counts": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/NodeCounts"
      },
      "description": "The counts of collapsed items and sections, where they differ from those before."
     },
     "keyed": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "The NEW positions of existing items and sections that were placed, even at the position where they were before, two\nnumbers for each. This and the following two lists are empty if `order_keys` is not set in the request."
     },
     "keys": {
      "type": "array",
      "items": {
       "type": "string",
       "contentEncoding": "base64url"
      },
      "description": "The order keys of `keyed`, one for each."
     },
     "placements": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/UInt64"
      },
      "description": "The placement versions of `keyed`, one for each."
     }
    },
    "required": ["from_version", "commits", "owners", "section_deletes", "section_inserts", "section_moves", "section_updates", "sections_unmoved", "deletes", "inserts", "moves", "updates", "unmoved", "counts", "keyed", "keys", "placements"],
    "description": "One coalesced set of changes that takes an outline, a collection whose items can have children, from one version, OLD,\nto another, NEW. An item moves with everything below it; what nobody touched is not named, whatever moved above it.\n\nA position is two numbers in succession: a list of siblings, and the index in it. The number of a list is 2 k for the\nitems at the top of the section with the index k, in OLD for positions in OLD and in NEW for positions in NEW, and\n2 k + 1 for the children of `owners[k]`, which are the same list in both versions. Where a section has a position\nitself, the list is -1. Deletes and the sources of moves are positions in OLD, all others are positions in NEW.\n\nAn item that is in both versions and has another parent is a move, also out of something that is deleted and to\nsomething that is inserted. Deletes are in the order in which OLD shows them, all others in that in which NEW shows them."
   },
   "ListOwner": {
    "type": "object",
    "properties": {
     "id": {
      "type": "string",
      "description": "The id of the item."
     },
     "old_list": {
      "$ref": "#/components/schemas/Int64",
      "description": "The list of its OLD position; -1 if it was not there."
     },
     "old_at": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index of its OLD position; -1 if it was not there."
     },
     "new_list": {
      "$ref": "#/components/schemas/Int64",
      "description": "The list of its NEW position; -1 if it is not there."
     },
     "new_at": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index of its NEW position; -1 if it is not there."
     }
    },
    "required": ["id", "old_list", "old_at", "new_list", "new_at"],
    "description": "An item whose children are a list that a batch names, or that is above such an item."
   },
   "TreeInsert": {
    "type": "object",
    "properties": {
     "list": {
      "$ref": "#/components/schemas/Int64",
      "description": "The list of the NEW position."
     },
     "at": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index of the NEW position."
     },
     "rows": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Element"
      },
      "description": "The item, and each further item behind its parent and behind what is below its previous sibling."
     },
     "depths": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Int64"
      },
      "description": "How much deeper than the first of them each of the rows is; 0 for the first."
     }
    },
    "required": ["list", "at", "rows", "depths"],
    "description": "An item that is inserted with everything below it that is new and below nothing else that was there. Items that move\nto one of its lists have their own positions there; the rows fill the others."
   },
   "TreeUpdate": {
    "type": "object",
    "properties": {
     "list": {
      "$ref": "#/components/schemas/Int64",
      "description": "The list of the NEW position."
     },
     "at": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index of the NEW position."
     },
     "item": {
      "$ref": "#/components/schemas/Element",
      "description": "The item with its new fields."
     },
     "fields_before": {
      "$ref": "#/components/schemas/HistoryID",
      "description": "FNV-1a hash of the fields and the origin before, for the composition of batches."
     }
    },
    "required": ["list", "at", "fields_before"],
    "description": "An item whose fields changed."
   },
   "NodeCounts": {
    "type": "object",
    "properties": {
     "list": {
      "$ref": "#/components/schemas/Int64",
      "description": "The list of the NEW position."
     },
     "at": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index of the NEW position."
     },
     "children": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of children, or of the items at the top of a section."
     },
     "descendants": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of items at all depths below it."
     }
    },
    "required": ["list", "at", "children", "descendants"],
    "description": "How much is below a collapsed item or section."
   },
   "Folding": {
    "type": "object",
    "properties": {
     "lazy": {
      "type": "boolean",
      "description": "Whether the nodes named are those that are expanded, and all others are collapsed; otherwise those named are\ncollapsed, and all others are expanded."
     },
     "items": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The ids of items; at most 10000 together with those of sections. Ids that do not exist have no effect."
     },
     "sections": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The ids of sections."
     }
    },
    "additionalProperties": false,
    "description": "What a subscriber does not want to see of an outline. A collapsed item or section is shown with its counts, and nothing\nof what is below it."
   },
   "CreateCollectionRequest": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name of the collection: an id. Required."
     },
     "strategy": {
      "type": "string",
      "description": "The name of the ordering strategy, with any parameters that differ from the defaults, such as\n\"lexorank:jitter=40,step=64\"; empty: the server's default. At most 128 bytes. A strategy that the server does not\nhave is refused with INVALID_ARGUMENT. See Strategies/List."
     },
     "fields": {
      "$ref": "#/components/schemas/Fields",
      "description": "Fields of the collection itself, such as a title, in any order."
     },
     "outline": {
      "$ref": "#/components/schemas/OutlineSettings",
      "description": "Makes the collection an outline, with these limits; not set: it is flat. It can't be changed later."
     }
    },
    "additionalProperties": false,
    "description": "A request to create a collection."
   },
   "GetCollectionRequest": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name of a collection or of a stored view. Required."
     }
    },
    "additionalProperties": false,
    "description": "A request for the description of a collection or of a stored view."
   },
   "ListCollectionsRequest": {
    "type": "object",
    "properties": {
     "page_size": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of collections in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE.\nThe page may have fewer so that it fits a frame."
     },
     "page_token": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "`next_page_token` of the previous page; empty: the first page. At most 1024 bytes."
     }
    },
    "additionalProperties": false,
    "description": "A request for a page of the list of collections."
   },
   "ListCollectionsResponse": {
    "type": "object",
    "properties": {
     "collections": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/CollectionInfo"
      },
      "description": "The collections and stored views of the page."
     },
     "next_page_token": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "The token for the next page; empty if this is the last one."
     }
    },
    "required": ["collections"],
    "description": "One page of the list of collections and stored views, in ascending order of the bytes of their names."
   },
   "UpdateCollectionRequest": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "set": {
      "$ref": "#/components/schemas/Fields",
      "description": "Fields to set, in any order."
     },
     "remove": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "Names of fields to remove, except those in `set`; at most 64. Names of fields that do not exist are ignored."
     },
     "replace_all": {
      "type": "boolean",
      "description": "Whether all fields that `set` does not name are removed."
     }
    },
    "additionalProperties": false,
    "description": "A request to change the fields of a collection itself. Its content and its version do not change."
   },
   "DeleteCollectionRequest": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name of the collection. Required."
     }
    },
    "additionalProperties": false,
    "description": "A request to delete a collection with its content and its history."
   },
   "DeleteCollectionResponse": {
    "type": "object",
    "properties": {},
    "description": "The collection was deleted."
   },
   "ApplyRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "operations": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Operation"
      },
      "description": "1 to 10000 operations, which name at most 100000 elements together. More is refused with OUT_OF_RANGE.\n\nTwo other limits are checked before anything is changed, and refused with RESOURCE_EXHAUSTED. What a transaction\nwrites has at most 10485760 bytes: the ids and fields that it inserts, for updates the previous fields and the new\nones, and the ids and order keys of elements that it moves, rekeys, or removes, also with a section. And the\nresponse must fit the largest frame that the caller accepts, see `Hello.largest_frame`."
     },
     "request_id": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "Makes a retry safe: a second transaction with the same request id changes nothing and gets the response of the\nfirst, also after a restart of the server. 1 to 64 bytes, best random; empty: no request id."
     },
     "if_version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version that the collection must have; otherwise the call ends with ABORTED. When left out: any version."
     },
     "if_history": {
      "$ref": "#/components/schemas/HistoryID",
      "description": "The history to which `if_version` must belong, as it was received with the version; otherwise the call ends with\nABORTED. 0: any history. Without it, the condition can hold for other content: if an older copy of the data is\nrestored, the same version number is used again."
     },
     "stack": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "The stack on which the commit becomes a step, so that Undo can undo it: any id that the caller chooses, such as one for\neach tab or for each account. At most 16 bytes; empty: it can't be undone. Servers before version 0.5.0 ignore it."
     },
     "group": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "Consecutive commits of a stack with the same group are one step, up to 1000 of them, such as a move and the field that\nit sets, or what somebody types. At most 16 bytes; empty: the commit is a step of its own. Needs `stack`."
     }
    },
    "additionalProperties": false,
    "description": "A transaction for one collection."
   },
   "ApplyResponse": {
    "type": "object",
    "properties": {
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The collection's version after the transaction."
     },
     "changed": {
      "type": "boolean",
      "description": "Whether anything changed. If nothing did, no version was made."
     },
     "replayed": {
      "type": "boolean",
      "description": "Whether this is the stored response to an earlier request with the same request id."
     },
     "rekeyed": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of elements that did not move and were rekeyed. For the strategy \"dense\" this is the number of ranks\nthat changed."
     },
     "operations": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/OperationResult"
      },
      "description": "For each operation, the elements that it named."
     },
     "history": {
      "$ref": "#/components/schemas/HistoryID",
      "description": "The history to which the version belongs, see `CollectionInfo.history`."
     }
    },
    "required": ["version", "changed", "replayed", "rekeyed", "operations", "history"],
    "description": "The result of a transaction."
   },
   "OperationResult": {
    "type": "object",
    "properties": {
     "elements": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/PlacedElement"
      },
      "description": "The elements that the operation named, in the order in which it named them."
     }
    },
    "required": ["elements"],
    "description": "The result of one operation."
   },
   "PlacedElement": {
    "type": "object",
    "properties": {
     "id": {
      "type": "string",
      "description": "The id; for an element that was inserted without an id, the one that the server made."
     },
     "key": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "The order key; empty if the element was removed."
     },
     "item": {
      "$ref": "#/components/schemas/Path",
      "description": "The position of an item."
     },
     "section": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index of a section."
     },
     "parent": {
      "type": "string",
      "description": "The id of the parent of an item of an outline; empty at the top of its section."
     },
     "skipped": {
      "type": "boolean",
      "description": "Whether the element was left where it is, because it would have been below itself, see `CyclePolicy`."
     }
    },
    "required": ["id"],
    "description": "An element and its position after the whole transaction."
   },
   "TransactRequest": {
    "type": "object",
    "properties": {
     "steps": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/TransactionStep"
      },
      "description": "What is done, in this order. The limits are those of `ApplyRequest.operations`: 1 to 10000 steps, which name at most\n100000 elements together, and at most 10485760 bytes that are written to each collection. A transfer counts in both\ncollections. The request names at most 16 collections; more is refused with OUT_OF_RANGE."
     },
     "conditions": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/VersionCondition"
      },
      "description": "The versions that collections must have, at most 16; otherwise the call ends with ABORTED."
     },
     "request_id": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "Makes a retry safe: a second transaction with the same request id changes nothing and gets the response of the\nfirst, also after a restart of the server. 1 to 64 bytes, best random; empty: no request id."
     },
     "stack": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "The stack on which the commits become a step, see `ApplyRequest.stack`."
     },
     "group": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "Joins consecutive commits of a stack to one step, see `ApplyRequest.group`."
     }
    },
    "additionalProperties": false,
    "description": "A transaction for several collections."
   },
   "TransactionStep": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection that the step changes; for a transfer, the one that the items leave. Required."
     },
     "operation": {
      "$ref": "#/components/schemas/Operation",
      "description": "An operation on the collection."
     },
     "transfer_items": {
      "$ref": "#/components/schemas/TransferItems",
      "description": "Items of the collection go to another one."
     }
    },
    "additionalProperties": false,
    "description": "One step of a transaction for several collections."
   },
   "TransferItems": {
    "type": "object",
    "properties": {
     "items": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ElementReference"
      },
      "description": "The items, at least one, each named once. Where what is below them goes along, none of them is below another one."
     },
     "target": {
      "type": "string",
      "description": "The name of the collection to which the items go; another one than that of the step. Required."
     },
     "section": {
      "type": "string",
      "description": "The id of the section in that collection, which must exist, except for the default section, which has the empty id.\nWhen left out: the section of the anchor, and without an anchor the default section."
     },
     "to": {
      "$ref": "#/components/schemas/Placement",
      "description": "The position in the section, or among the children of the parent. When left out: at the end."
     },
     "parent": {
      "type": "string",
      "description": "The id of the item below which the items go, if the target is an outline; empty: the top of the section. When left\nout: the parent of the anchor, and without an anchor the top of the section. The section follows from a parent, so\nthat `section` can only be named as well to say where the items go if the parent is missing. Refused with\nFAILED_PRECONDITION if the target is flat."
     },
     "if_parent_missing": {
      "$ref": "#/components/schemas/ParentPolicy",
      "description": "What happens if the parent does not exist."
     },
     "descendants": {
      "$ref": "#/components/schemas/DescendantPolicy",
      "description": "What becomes of the children of the items, except those that are named as well, in the collection that the items\nleave: the items then go without them. When left out: everything below the items goes along, for which the target has\nto be an outline; if it is flat and an item has children, the transaction ends with FAILED_PRECONDITION."
     }
    },
    "additionalProperties": false,
    "description": "Hands items to another collection, where they follow each other in the given order. They keep their ids, their fields\nand their content versions. From one outline to another an item goes with everything below it."
   },
   "VersionCondition": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "if_version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version."
     },
     "if_history": {
      "$ref": "#/components/schemas/HistoryID",
      "description": "The history to which the version must belong, as it was received with the version; 0: any history."
     }
    },
    "additionalProperties": false,
    "description": "The version that a collection must have."
   },
   "TransactResponse": {
    "type": "object",
    "properties": {
     "collections": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/TransactedCollection"
      },
      "description": "The collections that the request named, in ascending order of the bytes of their names."
     },
     "steps": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/OperationResult"
      },
      "description": "For each step, the elements that it named, with their positions after the whole transaction; for a transfer, those in\nthe collection to which the items went."
     },
     "replayed": {
      "type": "boolean",
      "description": "Whether this is the stored response to an earlier request with the same request id."
     }
    },
    "required": ["collections", "steps", "replayed"],
    "description": "The result of a transaction for several collections."
   },
   "TransactedCollection": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name of the collection."
     },
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version after the transaction."
     },
     "changed": {
      "type": "boolean",
      "description": "Whether anything changed in the collection. If nothing did, no version was made."
     },
     "rekeyed": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of elements that did not move and were rekeyed."
     },
     "history": {
      "$ref": "#/components/schemas/HistoryID",
      "description": "The history to which the version belongs, see `CollectionInfo.history`."
     }
    },
    "required": ["name", "version", "changed", "rekeyed", "history"],
    "description": "A collection after a transaction that named it."
   },
   "UndoRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "stack": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "The id of the stack, as in `ApplyRequest.stack`. Required; at most 16 bytes."
     },
     "of": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version of a commit of the step to undo, or, with `redo`, of the commit that undid the step. When left out: the\nnewest step that can be undone."
     },
     "redo": {
      "type": "boolean",
      "description": "Whether the newest step that was undone is made again. Each new commit of the stack forgets what was undone."
     },
     "expect": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The newest version of the step, as a response or a dry run has named it in `undoes`; if another step is next, the call\nends with ABORTED."
     },
     "dry_run": {
      "type": "boolean",
      "description": "Whether nothing is changed, and only the response wanted."
     },
     "request_id": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "Makes a retry safe, as in `ApplyRequest.request_id`."
     }
    },
    "additionalProperties": false,
    "description": "A request to undo a step of a stack, or to make one again."
   },
   "UndoResponse": {
    "type": "object",
    "properties": {
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The collection's version afterwards."
     },
     "changed": {
      "type": "boolean",
      "description": "Whether anything changed, or would change in a dry run. If nothing did, no version was made."
     },
     "replayed": {
      "type": "boolean",
      "description": "Whether this is the stored response to an earlier request with the same request id."
     },
     "undoes": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/UInt64"
      },
      "description": "The versions of the commits of the step, in ascending order; none if there is no step."
     },
     "undone": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/UndoneChange"
      },
      "description": "The changes that were undone, at most 1000 of them, and fewer if they would not fit a frame."
     },
     "kept": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/UndoneChange"
      },
      "description": "The changes that were kept, at most 1000 of them, and fewer if they would not fit a frame."
     },
     "undone_count": {
      "$ref": "#/components/schemas/Int64",
      "description": "The numbers of all changes that were undone, and that were kept."
     },
     "kept_count": {
      "$ref": "#/components/schemas/Int64"
     },
     "can_undo": {
      "type": "boolean",
      "description": "Whether there are steps to undo, and steps to make again, afterwards; for a dry run, now."
     },
     "can_redo": {
      "type": "boolean"
     },
     "rekeyed": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of elements that were not part of this and were rekeyed."
     },
     "history": {
      "$ref": "#/components/schemas/HistoryID",
      "description": "The history to which the version belongs, see `CollectionInfo.history`."
     },
     "collections": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/TransactedCollection"
      },
      "description": "If the step is a transaction over several collections: all of them that took part, in ascending order of the bytes of\ntheir names. `changed` says whether anything changed in any of them."
     }
    },
    "required": ["version", "changed", "replayed", "undoes", "undone", "kept", "undone_count", "kept_count", "can_undo", "can_redo", "rekeyed", "history", "collections"],
    "description": "What was undone."
   },
   "UndoneChange": {
    "type": "object",
    "properties": {
     "kind": {
      "$ref": "#/components/schemas/ChangeKind",
      "description": "What the step had done."
     },
     "id": {
      "type": "string",
      "description": "The id of the element."
     },
     "field": {
      "type": "string",
      "description": "The name of the field, if the step had changed fields; each field is a change."
     },
     "reason": {
      "$ref": "#/components/schemas/KeptReason",
      "description": "Why the change was kept; KEPT_REASON_UNDONE if it was undone."
     },
     "by_version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version of the newest commit since the step that is the reason; 0 if there is none."
     },
     "by": {
      "type": "string",
      "description": "The name of the principal that made that commit; empty if unknown."
     },
     "collection": {
      "type": "string",
      "description": "The collection in which the change was made, if the step is a transaction over several collections; else empty."
     }
    },
    "required": ["kind", "id", "field", "reason", "by_version", "by", "collection"],
    "description": "A change of a step, and what became of it."
   },
   "FetchRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of a collection or of a stored view; empty if `view` is set."
     },
     "section": {
      "$ref": "#/components/schemas/SectionWindow",
      "description": "A range of the items of one section."
     },
     "around": {
      "$ref": "#/components/schemas/AroundWindow",
      "description": "An item and its neighbours."
     },
     "page_size": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of items in the response, 1 to 5000; 0: 1000. Other values are refused with OUT_OF_RANGE. The\npage may have fewer so that it fits a frame."
     },
     "page_token": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "`next_page_token` of the previous page, which then determines `window`; empty: the first page. At most 1024 bytes.\nIf the version of the token is no longer kept, the call ends with ABORTED."
     },
     "view": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/View"
       }
      ],
      "description": "A view that is given in the request, in place of a name; not set if `collection` is the name of the list."
     },
     "at": {
      "$ref": "#/components/schemas/VersionReference",
      "description": "The version to read, for which the caller needs the permission `history` as well; not set: the newest. Its elements\nhave no order keys and no placement versions. To read its next pages, send this again with `page_token`. A view of\nseveral collections needs a name that a version of each of them has; a view with the rights of its definer, or with an\noverlay, is refused with FAILED_PRECONDITION."
     }
    },
    "additionalProperties": false,
    "description": "A request to read a part of a collection or of a view."
   },
   "SectionWindow": {
    "type": "object",
    "properties": {
     "section": {
      "type": "string",
      "description": "The id of the section; empty: the default section."
     },
     "start": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index of the first item."
     },
     "end": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index after the last item; not below `start`. Indices past the end of the section are left out of the\nresponse. When left out: the end of the section."
     }
    },
    "additionalProperties": false,
    "description": "A range of the items of one section."
   },
   "AroundWindow": {
    "type": "object",
    "properties": {
     "item": {
      "type": "string",
      "description": "The id of the item. Required."
     },
     "before": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of items before it."
     },
     "after": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of items after it."
     }
    },
    "additionalProperties": false,
    "description": "An item and its neighbours in the same section."
   },
   "FetchResponse": {
    "type": "object",
    "properties": {
     "collection": {
      "$ref": "#/components/schemas/CollectionInfo",
      "description": "The collection or the view, at the version that is read. A view that was given in the request has an empty name."
     },
     "sections": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/SectionSlice"
      },
      "description": "The sections of the page, in list order."
     },
     "next_page_token": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "The token for the next page; empty if this is the last one."
     },
     "window": {
      "$ref": "#/components/schemas/WindowPlace",
      "description": "The position of the view's window; not set if the list is not a view with a window."
     },
     "past": {
      "type": "boolean",
      "description": "Whether this is the version that `FetchRequest.at` names. A server that does not know that field answers with the\nnewest version, and without this."
     }
    },
    "required": ["sections", "past"],
    "description": "One page of a read. All pages of one read are of one version."
   },
   "SectionSlice": {
    "type": "object",
    "properties": {
     "index": {
      "$ref": "#/components/schemas/Int64",
      "description": "The section's index in the collection."
     },
     "section": {
      "$ref": "#/components/schemas/Element",
      "description": "The section itself. Required."
     },
     "item_count": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of items of the whole section, those below others included."
     },
     "first_item": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index, in the section, of the first item of the run."
     },
     "items": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Element"
      },
      "description": "The items of the run, in list order; those of an outline with their depths, and each before the items below it."
     },
     "ancestors": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The ids of the ancestors of the first item of the run, from the top down, so that pages of an outline can be joined."
     }
    },
    "required": ["index", "item_count", "first_item", "items"],
    "description": "A section and a run of its items."
   },
   "DiffRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "from": {
      "$ref": "#/components/schemas/VersionReference",
      "description": "The version that the changes begin with. Required."
     },
     "to": {
      "$ref": "#/components/schemas/VersionReference",
      "description": "The version to which the changes lead, which may be the earlier one; not set: the newest."
     },
     "profile": {
      "$ref": "#/components/schemas/BatchProfile",
      "description": "The form of the batch; BATCH_PROFILE_TREE for outlines, and only for those, otherwise refused with FAILED_PRECONDITION."
     }
    },
    "additionalProperties": false,
    "description": "A request for the changes from one version to another."
   },
   "DiffResponse": {
    "type": "object",
    "properties": {
     "from_version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version that the changes begin with."
     },
     "to_version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version to which they lead."
     },
     "batch": {
      "$ref": "#/components/schemas/ChangeBatch",
      "description": "The changes; not set for an outline. `commits` of the batch is the number of commits between the two versions."
     },
     "tree": {
      "$ref": "#/components/schemas/TreeBatch",
      "description": "The changes of an outline."
     }
    },
    "required": ["from_version", "to_version"],
    "description": "The changes from one version to another."
   },
   "RestoreRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "to": {
      "$ref": "#/components/schemas/VersionReference",
      "description": "The version whose content the collection gets. Required."
     },
     "keep": {
      "$ref": "#/components/schemas/RestoreKeep",
      "description": "What stays of that which the version does not have."
     },
     "request_id": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "Makes a retry safe: a second request with the same request id changes nothing and gets the response of the first.\n1 to 64 bytes, best random; empty: no request id."
     },
     "if_version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version that the collection must have; otherwise the call ends with ABORTED. When left out: any version."
     },
     "if_history": {
      "$ref": "#/components/schemas/HistoryID",
      "description": "The history to which `if_version` must belong; otherwise the call ends with ABORTED. 0: any history. See\n`ApplyRequest.if_history`."
     },
     "dry_run": {
      "type": "boolean",
      "description": "Whether nothing is changed, and the response says what would change. The conditions and the request id are then not\nlooked at."
     },
     "stack": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "The stack on which the commit becomes a step, so that Undo can undo it, see `ApplyRequest.stack`."
     }
    },
    "additionalProperties": false,
    "description": "A request to take a collection back to an earlier content."
   },
   "EraseRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "items": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The ids of the items, 1 to 100."
     },
     "delete_names": {
      "type": "boolean",
      "description": "Whether the names of versions are deleted; otherwise the call ends with FAILED_PRECONDITION if there are any."
     }
    },
    "additionalProperties": false,
    "description": "A request to erase items."
   },
   "EraseResponse": {
    "type": "object",
    "properties": {
     "removed": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "Those that the collection still had. The others were in its history only."
     },
     "oldest_kept": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The oldest version that can be read from now on: the one that the call made."
     },
     "deleted_names": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The names of versions that were deleted."
     },
     "files": {
      "$ref": "#/components/schemas/ErasedFiles",
      "description": "Whether the files of the server have the content."
     },
     "other_nodes": {
      "type": "boolean",
      "description": "Whether the service has other nodes, which may have the content in memory until they read the collection again, or end."
     }
    },
    "required": ["removed", "oldest_kept", "deleted_names", "files", "other_nodes"],
    "description": "Items that were erased."
   },
   "RestoreResponse": {
    "type": "object",
    "properties": {
     "restored": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version whose content it has. In the stored response to a request that named the version: the one that has the name\nnow, or 0 if none has it any more."
     },
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The collection's version afterwards."
     },
     "changed": {
      "type": "boolean",
      "description": "Whether anything changed, or would change. If nothing did, no version was made."
     },
     "replayed": {
      "type": "boolean",
      "description": "Whether this is the stored response to an earlier request with the same request id."
     },
     "history": {
      "$ref": "#/components/schemas/HistoryID",
      "description": "The history to which the version belongs, see `CollectionInfo.history`."
     },
     "changes": {
      "$ref": "#/components/schemas/ChangeBatch",
      "description": "What would change; only set with `dry_run`, and not for an outline."
     },
     "tree": {
      "$ref": "#/components/schemas/TreeBatch",
      "description": "What would change in an outline; only set with `dry_run`."
     }
    },
    "required": ["restored", "version", "changed", "replayed", "history"],
    "description": "A collection that was taken back."
   },
   "HistoryRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "from": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The first version; 0 stands for 1. Versions that are no longer kept are left out, see\n`HistoryResponse.oldest_kept`."
     },
     "to": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The last version, which is included. When left out: the newest."
     },
     "limit": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of commits in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE. The\nresponse may have fewer so that it fits a frame."
     },
     "from_change": {
      "$ref": "#/components/schemas/Int64",
      "description": "The first change of the first commit to return, counted from 0: to continue a commit that was returned in part, see\n`Commit.change_count`."
     }
    },
    "additionalProperties": false,
    "description": "A request for commits of a collection."
   },
   "HistoryResponse": {
    "type": "object",
    "properties": {
     "oldest_kept": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The oldest version whose commit is still kept."
     },
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The newest version."
     },
     "commits": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Commit"
      },
      "description": "The commits, in ascending order of versions, without gaps."
     }
    },
    "required": ["oldest_kept", "version", "commits"],
    "description": "The commits between two versions; fewer than requested if they are large, so that the response fits a frame.\n\nTo continue, ask again from the version after the last one. A commit that is larger than a frame is returned in\nparts: if the last one is a part, ask again from its version with `from_change`."
   },
   "Commit": {
    "type": "object",
    "properties": {
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version that it made."
     },
     "time_us": {
      "$ref": "#/components/schemas/Int64",
      "description": "When it was made, in microseconds since 1970-01-01T00:00:00Z."
     },
     "request_id": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "The request id of the transaction; empty if it had none."
     },
     "rekeyed": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of elements that did not move and were rekeyed."
     },
     "changes": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Change"
      },
      "description": "The changes, in the order in which they were made."
     },
     "first_change": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of changes of the commit that precede these, in other parts of it."
     },
     "change_count": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of changes of the whole commit if it is larger than a frame and returned in parts; 0 if `changes` has\nall changes. If the sum of `first_change` and the number of `changes` is less, request the rest with `from` set to\n`version` and `from_change` set to that sum."
     },
     "author": {
      "type": "string",
      "description": "The name of the principal that made the commit; \"anonymous\" for a caller without credentials; empty if unknown, as\nin commits of servers of version 0.1."
     },
     "transaction": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "The id that the commits of one transaction for several collections have in common, 16 bytes; empty for commits of\nApply."
     },
     "stack": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "The stack on which it is a step, and the group that joins it to others, see `ApplyRequest.stack`; empty if it has none."
     },
     "group": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ]
     },
     "undoes": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/UInt64"
      },
      "description": "The versions of the commits that it undoes, in ascending order; none if it was not made by Undo."
     },
     "redo": {
      "type": "boolean",
      "description": "Whether it makes again what was undone: `undoes` is the commit that had undone it."
     }
    },
    "required": ["version", "time_us", "rekeyed", "first_change", "change_count", "author", "redo"],
    "description": "A durable transaction, in readable form."
   },
   "Change": {
    "type": "object",
    "properties": {
     "kind": {
      "$ref": "#/components/schemas/ChangeKind",
      "description": "What changed."
     },
     "id": {
      "type": "string",
      "description": "The id of the element."
     },
     "from": {
      "$ref": "#/components/schemas/Path",
      "description": "The previous path; for a section `item` is 0, and for an item with a parent `section`. Not set for an insert."
     },
     "to": {
      "$ref": "#/components/schemas/Path",
      "description": "The new path; for a section `item` is 0, and for an item with a parent `section`. Not set for a removal."
     },
     "before": {
      "$ref": "#/components/schemas/Fields",
      "description": "The previous fields; not set if they did not change or there were none."
     },
     "after": {
      "$ref": "#/components/schemas/Fields",
      "description": "The new fields; not set if they did not change or there are none."
     },
     "fields_left_out": {
      "type": "boolean",
      "description": "Whether the previous fields were not kept, because the transaction removed more than 4 MiB of content."
     },
     "transferred": {
      "type": "string",
      "description": "The name of the collection from which an inserted item was transferred, or to which a removed one was; empty if it was\nnot, and if the caller may not see that collection."
     },
     "from_parent": {
      "type": "string",
      "description": "The ids of the previous and of the new parent of an item of an outline; empty at the top of its section."
     },
     "to_parent": {
      "type": "string"
     }
    },
    "required": ["kind", "id", "fields_left_out", "transferred"],
    "description": "One change of one element. Its paths are those at the moment of the change."
   },
   "ChangeStrategyRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "strategy": {
      "type": "string",
      "description": "The strategy, with any parameters that differ from the defaults, such as \"lexorank:jitter=40\". Required. At most\n128 bytes. A strategy that the server does not have is refused with INVALID_ARGUMENT."
     },
     "renew_keys": {
      "type": "boolean",
      "description": "Whether all elements get new keys even if the collection already has this strategy."
     },
     "if_version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version that the collection must have; otherwise the call ends with ABORTED. When left out: any version."
     },
     "if_history": {
      "$ref": "#/components/schemas/HistoryID",
      "description": "The history to which `if_version` must belong; otherwise the call ends with ABORTED. 0: any history. See\n`ApplyRequest.if_history`."
     }
    },
    "additionalProperties": false,
    "description": "A request to change the ordering strategy of a collection."
   },
   "ChangeStrategyResponse": {
    "type": "object",
    "properties": {
     "strategy": {
      "type": "string",
      "description": "The current strategy of the collection."
     },
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The collection's version after the change."
     },
     "changed": {
      "type": "boolean",
      "description": "Whether the strategy or any key changed."
     },
     "rekeyed": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of elements that were rekeyed."
     }
    },
    "required": ["strategy", "version", "changed", "rekeyed"],
    "description": "The result of a change of strategy."
   },
   "RotateKeysRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "generation": {
      "$ref": "#/components/schemas/Int64",
      "description": "`generation` of the previous step's response. When left out: a new generation, or the one in progress."
     },
     "limit": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of elements to rekey in this step, and so in one commit, 1 to 10000; 0: 1000. Other values are\nrefused with OUT_OF_RANGE."
     }
    },
    "additionalProperties": false,
    "description": "A request for one step of giving a whole collection new order keys, a few at a time, while it is in use."
   },
   "RotateKeysResponse": {
    "type": "object",
    "properties": {
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The collection's version after the step."
     },
     "rekeyed": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of elements that were rekeyed in this step."
     },
     "remaining": {
      "$ref": "#/components/schemas/Int64",
      "description": "An upper bound of the number of remaining elements; 0 if all have new keys."
     },
     "generation": {
      "$ref": "#/components/schemas/Int64",
      "description": "The generation to pass to the next step."
     }
    },
    "required": ["version", "rekeyed", "remaining", "generation"],
    "description": "The result of one step of giving a collection new order keys."
   },
   "ExplainRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "operations": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Operation"
      },
      "description": "The operations of the transaction, as for Apply; without operations the response has only the statistics."
     }
    },
    "additionalProperties": false,
    "description": "A request to find out what a transaction would write."
   },
   "ExplainResponse": {
    "type": "object",
    "properties": {
     "strategy": {
      "type": "string",
      "description": "The strategy of the collection."
     },
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version to which the transaction was applied."
     },
     "journal_bytes": {
      "$ref": "#/components/schemas/Int64",
      "description": "The size of the commit in the journal, in bytes; 0 if nothing would change."
     },
     "rekeyed": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of elements that do not move and would be rekeyed. For the strategy \"dense\" this is the number of ranks\nthat would change."
     },
     "writes": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/KeyWrite"
      },
      "description": "The order keys that would be written, in the order of writing: the first 1000, or fewer so that the response fits a\nframe."
     },
     "write_count": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of order keys that would be written."
     },
     "gaps": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Gap"
      },
      "description": "The room next to placed elements: for each of the first 100 operations that place something, the room before and\nafter the first element that it names; for fewer operations if the response would not fit a frame."
     },
     "statistics": {
      "$ref": "#/components/schemas/KeyStatistics",
      "description": "Statistics of the collection's order keys."
     }
    },
    "required": ["strategy", "version", "journal_bytes", "rekeyed", "writes", "write_count", "gaps"],
    "description": "What a transaction would write, and statistics of the collection's order keys."
   },
   "KeyWrite": {
    "type": "object",
    "properties": {
     "id": {
      "type": "string",
      "description": "The id of the element."
     },
     "reason": {
      "$ref": "#/components/schemas/KeyWriteReason",
      "description": "Why the key would be written."
     },
     "before": {
      "type": "string",
      "description": "The previous key in readable form; empty if there was none."
     },
     "after": {
      "type": "string",
      "description": "The new key in readable form."
     }
    },
    "required": ["id", "reason", "before", "after"],
    "description": "An order key that would be written."
   },
   "Gap": {
    "type": "object",
    "properties": {
     "id": {
      "type": "string",
      "description": "The id of the element, the first one that the operation names."
     },
     "before": {
      "$ref": "#/components/schemas/GapRoom",
      "description": "The room before the element."
     },
     "after": {
      "$ref": "#/components/schemas/GapRoom",
      "description": "The room after the element."
     }
    },
    "required": ["id"],
    "description": "The room before and after an element that an operation places."
   },
   "GapRoom": {
    "type": "object",
    "properties": {
     "following": {
      "$ref": "#/components/schemas/Int64",
      "description": "How many fit if each goes after the previous one."
     },
     "nested": {
      "$ref": "#/components/schemas/Int64",
      "description": "How many fit if each goes between the last two, which takes the most room."
     }
    },
    "required": ["following", "nested"],
    "description": "The number of elements that fit into a gap before neighbours must be rekeyed. 10000 stands for that many or more."
   },
   "KeyStatistics": {
    "type": "object",
    "properties": {
     "key_count": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of keys."
     },
     "total_bytes": {
      "$ref": "#/components/schemas/Int64",
      "description": "The total length of all keys, in bytes; 0 if they follow from ranks and are not stored."
     },
     "longest_bytes": {
      "$ref": "#/components/schemas/Int64",
      "description": "The length of the longest key, in bytes."
     }
    },
    "required": ["key_count", "total_bytes", "longest_bytes"],
    "description": "Statistics of the order keys of a collection, of sections and items together."
   },
   "VerifyKeysRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     }
    },
    "additionalProperties": false,
    "description": "A request to check the order keys of a collection."
   },
   "VerifyKeysResponse": {
    "type": "object",
    "properties": {
     "strategy": {
      "type": "string",
      "description": "The strategy of the collection."
     },
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version that was checked."
     },
     "checked": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of keys that were checked."
     },
     "problem_count": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of keys that have a problem."
     },
     "problems": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/KeyProblem"
      },
      "description": "The first 100 problems, in list order, or fewer so that the response fits a frame."
     },
     "order_only": {
      "type": "boolean",
      "description": "Whether the server does not have the strategy, so that keys were only compared with each other, and not checked for\nwhether the strategy makes such keys."
     }
    },
    "required": ["strategy", "version", "checked", "problem_count", "problems", "order_only"],
    "description": "The problems of the stored order keys of a collection."
   },
   "KeyProblem": {
    "type": "object",
    "properties": {
     "id": {
      "type": "string",
      "description": "The id of the element."
     },
     "item": {
      "$ref": "#/components/schemas/Path",
      "description": "The position of an item."
     },
     "section": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index of a section."
     },
     "key": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "The order key."
     },
     "explanation": {
      "type": "string",
      "description": "The problem, as a sentence."
     }
    },
    "required": ["id", "explanation"],
    "description": "An order key that has a problem."
   },
   "HealthCheckRequest": {
    "type": "object",
    "properties": {
     "service": {
      "type": "string",
      "description": "The full name of a service, such as \"arrange.v1.Collections\"; empty: the server as a whole. For a service that the\nserver does not have, Check ends with NOT_FOUND, and Watch sends SERVING_STATUS_SERVICE_UNKNOWN."
     }
    },
    "additionalProperties": false,
    "description": "A request for the state of the server, or of one service of it."
   },
   "HealthCheckResponse": {
    "type": "object",
    "properties": {
     "status": {
      "$ref": "#/components/schemas/ServingStatus",
      "description": "Whether the server, or the service, can serve."
     },
     "slow_strategies": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/SlowStrategy"
      },
      "description": "The collections that can currently be read but not written, because their ordering strategy does not answer. They\nare those of the server as a whole, whatever the service is."
     }
    },
    "required": ["status", "slow_strategies"],
    "description": "The state of the server, or of one service of it."
   },
   "SlowStrategy": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection."
     },
     "strategy": {
      "type": "string",
      "description": "The name of the strategy."
     }
    },
    "required": ["collection", "strategy"],
    "description": "A collection that can currently be read but not written, because its ordering strategy, from a loaded library, has\nnot answered for some seconds."
   },
   "CreateOverlayRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "overlay": {
      "type": "string",
      "description": "The name of the overlay, an id. \"mine\" is shown by the clause `overlay mine` of a view, and can't be that of a shared\none. Required."
     },
     "shared": {
      "type": "boolean",
      "description": "Whether it is shared and belongs to no principal."
     },
     "principal": {
      "type": "string",
      "description": "Whose it is; empty for the caller. Must be empty for a shared one."
     }
    },
    "additionalProperties": false,
    "description": "A request to create an overlay."
   },
   "OverlayInfo": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection."
     },
     "overlay": {
      "type": "string",
      "description": "The name of the overlay."
     },
     "shared": {
      "type": "boolean",
      "description": "Whether it is shared."
     },
     "principal": {
      "type": "string",
      "description": "Whose it is; empty if it is shared."
     },
     "created_at_us": {
      "$ref": "#/components/schemas/Int64",
      "description": "When it was created, in microseconds since 1970-01-01T00:00:00Z."
     },
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version, which grows with each change."
     },
     "entries": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of entries."
     }
    },
    "required": ["collection", "overlay", "shared", "principal", "created_at_us", "version", "entries"],
    "description": "An overlay."
   },
   "GetOverlayRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "overlay": {
      "type": "string",
      "description": "The name of the overlay. Required."
     },
     "shared": {
      "type": "boolean",
      "description": "Whether it is shared."
     },
     "principal": {
      "type": "string",
      "description": "Whose it is; empty for the caller."
     },
     "first": {
      "$ref": "#/components/schemas/Int64",
      "description": "The index of the first entry of the page."
     },
     "limit": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of entries, 1 to 1000; 0 for 1000. A page has fewer if they do not fit into a frame."
     }
    },
    "additionalProperties": false,
    "description": "A request for the entries of an overlay."
   },
   "GetOverlayResponse": {
    "type": "object",
    "properties": {
     "info": {
      "$ref": "#/components/schemas/OverlayInfo",
      "description": "The overlay."
     },
     "entries": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/OverlayEntry"
      },
      "description": "The entries, in their sequence."
     }
    },
    "required": ["entries"],
    "description": "A page of the entries of an overlay."
   },
   "OverlayEntry": {
    "type": "object",
    "properties": {
     "item": {
      "type": "string",
      "description": "The id of the item."
     },
     "section": {
      "type": "string",
      "description": "The section of the collection in which it was placed. The entry counts only while the item is there."
     },
     "predecessors": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The items that were before it, the nearest first, at most 8; none if it was placed at the start."
     }
    },
    "required": ["item", "section", "predecessors"],
    "description": "An item that was placed in an overlay."
   },
   "ListOverlaysRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "principal": {
      "type": "string",
      "description": "Whose overlays are listed besides the shared ones; empty for those of the caller."
     }
    },
    "additionalProperties": false,
    "description": "A request for the overlays of a collection."
   },
   "ListOverlaysResponse": {
    "type": "object",
    "properties": {
     "overlays": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/OverlayInfo"
      },
      "description": "The shared ones, and then those of the principal; each in ascending order of the bytes of their names."
     }
    },
    "required": ["overlays"],
    "description": "The overlays of a collection."
   },
   "ResetOverlayRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "overlay": {
      "type": "string",
      "description": "The name of the overlay. Required."
     },
     "shared": {
      "type": "boolean",
      "description": "Whether it is shared."
     },
     "principal": {
      "type": "string",
      "description": "Whose it is; empty for the caller."
     },
     "items": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The items whose entries are removed, 1 to 1000; none if `all` is set."
     },
     "all": {
      "type": "boolean",
      "description": "Whether all entries are removed."
     }
    },
    "additionalProperties": false,
    "description": "A request to remove entries of an overlay."
   },
   "DeleteOverlayRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "overlay": {
      "type": "string",
      "description": "The name of the overlay. Required."
     },
     "shared": {
      "type": "boolean",
      "description": "Whether it is shared."
     },
     "principal": {
      "type": "string",
      "description": "Whose it is; empty for the caller."
     }
    },
    "additionalProperties": false,
    "description": "A request to delete an overlay."
   },
   "DeleteOverlayResponse": {
    "type": "object",
    "properties": {},
    "description": "The response to the deletion of an overlay."
   },
   "DescribeRequest": {
    "type": "object",
    "properties": {},
    "additionalProperties": false,
    "description": "A request for the descriptor set of the specification."
   },
   "DescribeResponse": {
    "type": "object",
    "properties": {
     "file_descriptor_set": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "A serialised google.protobuf.FileDescriptorSet of all files, imports included."
     }
    },
    "description": "The descriptor set of the specification."
   },
   "ServerAccessRequest": {
    "type": "object",
    "properties": {
     "containing": {
      "type": "string",
      "description": "Only principals whose names contain this text, in capital or small letters; empty: all."
     },
     "limit": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of principals in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE. The count\nincludes those that are left out."
     }
    },
    "additionalProperties": false,
    "description": "A request for who may do what."
   },
   "ServerAccessResponse": {
    "type": "object",
    "properties": {
     "unrestricted": {
      "type": "boolean",
      "description": "Whether the server has no access file, so that everybody may do everything. All else is empty then."
     },
     "file": {
      "type": "string",
      "description": "The path of the access file on the server."
     },
     "roles": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/AccessRole"
      },
      "description": "The roles of the file, in ascending order of their names."
     },
     "principals": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/AccessPrincipal"
      },
      "description": "The principals of the file with such names, in ascending order of them. \"anonymous\" stands for callers without credentials,\nwhere the file says what they may do."
     },
     "principal_count": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of principals with such names."
     },
     "limits": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/AccessLimit"
      },
      "description": "The limits of principals without limits of their own."
     },
     "issuer": {
      "$ref": "#/components/schemas/AccessIssuer",
      "description": "The signed tokens that the file accepts, if it accepts any."
     }
    },
    "required": ["unrestricted", "file", "roles", "principals", "principal_count", "limits"],
    "description": "Who may do what on a server."
   },
   "AccessRole": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name of the role."
     },
     "grants": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/AccessGrant"
      },
      "description": "What it allows and denies, in the order of the file."
     }
    },
    "required": ["name", "grants"],
    "description": "A role of an access file."
   },
   "AccessGrant": {
    "type": "object",
    "properties": {
     "pattern": {
      "type": "string",
      "description": "The pattern, such as \"board/**\"."
     },
     "may": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The permissions that it grants, as words of an access file."
     },
     "never": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The permissions that it denies, whatever else grants them."
     },
     "line": {
      "$ref": "#/components/schemas/Int64",
      "description": "Its line in the access file, counted from 1."
     }
    },
    "required": ["pattern", "may", "never", "line"],
    "description": "What a role allows and denies on the names that a pattern matches."
   },
   "AccessPrincipal": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name of the principal."
     },
     "roles": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The names of its roles, in the order of the file. \"admin\" is the built-in role with all permissions."
     },
     "tokens": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/AccessTokenInfo"
      },
      "description": "Its tokens, in the order of the file."
     },
     "certificates": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The subjects and alternative names of its certificates."
     },
     "users": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/UInt64"
      },
      "description": "Its users, by their ids, where it connects to a Unix socket."
     },
     "limits": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/AccessLimit"
      },
      "description": "Its own limits; for others those of the file hold, and then those of the server."
     }
    },
    "required": ["name", "roles", "tokens", "certificates", "users", "limits"],
    "description": "A principal of an access file."
   },
   "AccessTokenInfo": {
    "type": "object",
    "properties": {
     "expires_us": {
      "$ref": "#/components/schemas/Int64",
      "description": "When it expires, in microseconds since 1970-01-01T00:00:00Z. When left out: it doesn't."
     }
    },
    "description": "A token of an access file, without what is secret."
   },
   "AccessLimit": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "What is limited, as the access file calls it, such as \"connections\"."
     },
     "value": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum."
     }
    },
    "required": ["name", "value"],
    "description": "A limit of principals."
   },
   "AccessIssuer": {
    "type": "object",
    "properties": {
     "issuer": {
      "type": "string",
      "description": "What their claim `iss` must be."
     },
     "audience": {
      "type": "string",
      "description": "What their claim `aud` must be or contain."
     },
     "principal_claim": {
      "type": "string",
      "description": "The claim with the name of the principal."
     },
     "roles_claim": {
      "type": "string",
      "description": "The claim with the names of roles; empty if tokens grant none."
     }
    },
    "required": ["issuer", "audience", "principal_claim", "roles_claim"],
    "description": "The signed tokens (JWT) that an access file accepts."
   },
   "ServerLogRequest": {
    "type": "object",
    "properties": {
     "after": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The number of a line: the lines after it are read, the oldest first. 0: the newest lines. A number that the server has not\nreached, as after its restart, is the same as 0."
     },
     "limit": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of lines in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE."
     },
     "severity": {
      "$ref": "#/components/schemas/LogSeverity",
      "description": "Only lines of this severity and above. Lines below the level of the server's log are not written, so they are never\nthere."
     }
    },
    "additionalProperties": false,
    "description": "A request for lines of the log."
   },
   "ServerLogResponse": {
    "type": "object",
    "properties": {
     "lines": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/LogLine"
      },
      "description": "The lines, the oldest first."
     },
     "last": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The number of the newest line that was looked at, for `after` of the next request."
     },
     "missed": {
      "$ref": "#/components/schemas/UInt64",
      "description": "How many lines after `after` the server no longer had, of whatever severity. 0 in an answer with the newest lines."
     },
     "server_id": {
      "type": "string",
      "description": "The id of this run of the server, as in `Welcome`: the lines of another run have numbers of their own."
     }
    },
    "required": ["lines", "last", "missed", "server_id"],
    "description": "Lines of the log."
   },
   "LogLine": {
    "type": "object",
    "properties": {
     "number": {
      "$ref": "#/components/schemas/UInt64",
      "description": "Its number: the first line since the start of the server has the number 1."
     },
     "severity": {
      "$ref": "#/components/schemas/LogSeverity",
      "description": "How severe its event is."
     },
     "text": {
      "type": "string",
      "description": "The line as it was written, in the format of the server's log, without the line feed."
     }
    },
    "required": ["number", "severity", "text"],
    "description": "One line of the log."
   },
   "CompareRequest": {
    "type": "object",
    "properties": {
     "plan": {
      "type": "string",
      "description": "The plan in YAML, in the format of `arrange compare --config`; empty: the standard plan. At most 262144 bytes. A\nplan that names libraries or files is refused with INVALID_ARGUMENT, since they would be those of the server."
     },
     "page": {
      "type": "boolean",
      "description": "Whether the report is sent as a page of HTML as well, as `arrange compare --html` writes it."
     }
    },
    "additionalProperties": false,
    "description": "A request to compare ordering strategies."
   },
   "CompareResponse": {
    "type": "object",
    "properties": {
     "done": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of completed operations."
     },
     "total": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of all operations."
     },
     "report": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "A piece of the report; empty while the comparison runs. All pieces together are the JSON of `arrange compare\n--json`."
     },
     "page": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "A piece of the page, if it was asked for. The pieces follow those of `report`."
     }
    },
    "required": ["done", "total"],
    "description": "The progress of a comparison, or a piece of its report."
   },
   "BackupRequest": {
    "type": "object",
    "properties": {
     "collections": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The names of the collections and views to include, at most 1000. Empty for all."
     }
    },
    "additionalProperties": false,
    "description": "A request for a backup."
   },
   "BackupResponse": {
    "type": "object",
    "properties": {
     "data": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "The bytes of the piece."
     }
    },
    "description": "A piece of a backup. All pieces in their order are the backup file."
   },
   "ServerInfoRequest": {
    "type": "object",
    "properties": {
     "names": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "Names of collections and views, whether they exist or not: the response says what the caller may do with each of them. At\nmost 100."
     }
    },
    "additionalProperties": false,
    "description": "A request for the description of the server."
   },
   "ServerInfoResponse": {
    "type": "object",
    "properties": {
     "version": {
      "type": "string",
      "description": "The version of the program, such as \"1.0.0\"."
     },
     "server_id": {
      "type": "string",
      "description": "The id of this run of the server, as in `Welcome`; it changes with each restart."
     },
     "uptime_us": {
      "$ref": "#/components/schemas/Int64",
      "description": "How long the server has been running, in microseconds."
     },
     "counts": {
      "$ref": "#/components/schemas/ServerCounts",
      "description": "Statistics of the server; all 0 if the caller does not have the permission `admin`."
     },
     "limits": {
      "$ref": "#/components/schemas/ServerLimits",
      "description": "The limits for requests."
     },
     "nodes": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/NodeInfo"
      },
      "description": "The nodes of the service, in ascending order of their names and then of their ids. Empty if the server is not one\nof several nodes, or if the caller does not have the permission `admin`."
     },
     "features": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "What the server can do that earlier versions can't, where a client could not tell otherwise: an earlier server ignores\nfields that it does not know. \"undo\": Collections/Undo, and `stack` in transactions. \"past\": reading and\ncomparing kept versions. \"versions\": names of versions. \"restore\": Collections/Restore. \"bin\": the service Bin.\n\"caller\": `caller` in this message."
     },
     "caller": {
      "$ref": "#/components/schemas/CallerInfo",
      "description": "Who has made the call, and what that principal may do. Not set by servers without the feature \"caller\"."
     }
    },
    "required": ["version", "server_id", "uptime_us", "nodes", "features"],
    "description": "A description of a server, with its statistics and limits."
   },
   "CallerInfo": {
    "type": "object",
    "properties": {
     "principal": {
      "type": "string",
      "description": "The name of the principal; \"anonymous\" for a caller without credentials."
     },
     "identified_by": {
      "type": "string",
      "description": "What has identified the caller: \"certificate\"; \"token\", one of the access file; \"jwt\"; \"user\", that of the process at the\nother end of a Unix socket; or \"nothing\". Others can be added."
     },
     "expires_us": {
      "$ref": "#/components/schemas/Int64",
      "description": "When the credentials expire, in microseconds since 1970; the connection then ends. When left out: they don't expire."
     },
     "unrestricted": {
      "type": "boolean",
      "description": "Whether the server has no access file, so that everybody may do everything."
     },
     "permissions": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The permissions on the server as a whole, as words of an access file: \"admin\", \"metrics\". Others can be added."
     },
     "names": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/NamePermissions"
      },
      "description": "The permissions on each name of the request, in the order of the request."
     }
    },
    "required": ["principal", "identified_by", "unrestricted", "permissions", "names"],
    "description": "The caller of a server, and what it may do there at the moment of the call."
   },
   "NamePermissions": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name."
     },
     "permissions": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The permissions, as words of an access file in their order there, such as \"read\" and \"move\"; others can be added. Empty:\nwhatever has this name does not exist for the caller. They are the same whether anything has the name. A view may need\npermissions on the collections that it shows as well."
     }
    },
    "required": ["name", "permissions"],
    "description": "What a caller may do with a name."
   },
   "NodeInfo": {
    "type": "object",
    "properties": {
     "id": {
      "type": "string",
      "description": "The id of the node: random, drawn at each start of the node."
     },
     "name": {
      "type": "string",
      "description": "The name of the node, for people."
     },
     "address": {
      "type": "string",
      "description": "The address at which other nodes reach it, as host:port."
     },
     "slots": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/SlotRange"
      },
      "description": "The slots that it owns, as ranges in ascending order. The name of each collection and stored view belongs to one\nslot, and only the owner of the slot writes it."
     },
     "lease_ms": {
      "$ref": "#/components/schemas/Int64",
      "description": "The remaining time of its lease, in milliseconds; 0 if it has run out, and other nodes may take its slots."
     },
     "is_self": {
      "type": "boolean",
      "description": "Whether this is the answering node."
     },
     "replicas": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of collections of other owners that it follows, for subscriptions and views; 0 if it is not the\nanswering node."
     },
     "lag_ms": {
      "$ref": "#/components/schemas/Int64",
      "description": "The time since it last heard from the database, in milliseconds; 0 if it is not the answering node."
     },
     "problem": {
      "type": "string",
      "description": "Why the answering node could not reach it at its last attempt, such as that nothing listens at its address; empty if it\ncould, or has not tried. Calls for its collections then wait."
     }
    },
    "required": ["id", "name", "address", "slots", "lease_ms", "is_self", "replicas", "lag_ms", "problem"],
    "description": "One of the nodes that serve the collections of one database together, as the answering node knows it."
   },
   "SlotRange": {
    "type": "object",
    "properties": {
     "first": {
      "$ref": "#/components/schemas/Int64",
      "description": "The first slot."
     },
     "last": {
      "$ref": "#/components/schemas/Int64",
      "description": "The last slot, which is included."
     }
    },
    "required": ["first", "last"],
    "description": "Successive slots."
   },
   "ServerCounts": {
    "type": "object",
    "properties": {
     "collections": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of collections."
     },
     "open_collections": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of collections whose content is in memory; the others are loaded when they are used."
     },
     "connections": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of connections, including the caller's own."
     },
     "active_calls": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of calls in progress, including this one."
     },
     "commits": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The number of commits since the start of the server, in all collections."
     },
     "connection_bytes": {
      "$ref": "#/components/schemas/Int64",
      "description": "The memory used by the buffers of all connections, in bytes: incomplete frames, requests in progress, and responses\nthat were not read."
     },
     "refused_connections": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The number of connections refused since the start of the server because there were too many."
     },
     "connections_ended_for_memory": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The number of connections closed since the start of the server because all connections together used too much\nmemory."
     },
     "dropped_log_lines": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The number of log lines dropped since the start of the server because standard error was not read."
     },
     "store_bytes": {
      "$ref": "#/components/schemas/Int64",
      "description": "The size of the store on disk, in bytes."
     },
     "free_bytes": {
      "$ref": "#/components/schemas/Int64",
      "description": "The part of the store that is free, in bytes: it is reused, or returned to the file system while the server is\nidle."
     },
     "log_bytes": {
      "$ref": "#/components/schemas/Int64",
      "description": "The part of the store that is in the logs in front of the database, in bytes."
     }
    },
    "required": ["collections", "open_collections", "connections", "active_calls", "commits", "connection_bytes", "refused_connections", "connections_ended_for_memory", "dropped_log_lines", "store_bytes", "free_bytes", "log_bytes"],
    "description": "Statistics of the server."
   },
   "ServerLimits": {
    "type": "object",
    "properties": {
     "largest_frame": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum size of a frame, in bytes."
     },
     "operations_per_transaction": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of operations in one transaction."
     },
     "elements_per_transaction": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of elements that the operations of one transaction may name in total."
     },
     "fetch_page_size": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of items in one page of Collections/Fetch."
     },
     "list_page_size": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of collections in one page of Collections/List."
     },
     "history_commits": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of commits in one response of Collections/History."
     },
     "id_length": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum length of an id, in bytes."
     },
     "fields_per_element": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of fields of one element."
     },
     "field_bytes_per_element": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of bytes that the fields of one element may take in total, in their stored form."
     }
    },
    "required": ["largest_frame", "operations_per_transaction", "elements_per_transaction", "fetch_page_size", "list_page_size", "history_commits", "id_length", "fields_per_element", "field_bytes_per_element"],
    "description": "The limits for requests."
   },
   "SinkSettings": {
    "type": "object",
    "properties": {
     "url": {
      "type": "string",
      "description": "The address of the receiver of webhooks, with the scheme `https` or `http`. Required, unless `postgres` is set."
     },
     "collections": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "The names of collections, 1 to 32 patterns as in an access file: `*` stands for any run of characters between slashes, and\n`**` for any run. Required, unless there is a view."
     },
     "mode": {
      "$ref": "#/components/schemas/SinkMode",
      "description": "How commits become messages."
     },
     "secrets": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "Where the server finds the keys of signatures, 1 to 8: `env:NAME` for a variable of its environment, or `file:PATH`. Each has\nkeys of Standard Webhooks, separated by white space: `whsec_` for HMAC-SHA256, `whsk_` for ed25519. A message has a signature of\neach key. Required with `url`."
     },
     "allowed_addresses": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "Networks whose addresses may be reached although they are private, at most 32: `10.1.0.0/16`, `::1`."
     },
     "postgres": {
      "$ref": "#/components/schemas/PostgresMirror",
      "description": "The database into which the collections are written; in place of `url`, `secrets` and `allowed_addresses`."
     },
     "view": {
      "type": "string",
      "description": "The name of a stored view that is delivered in place of collections, as its definer would see it. Only with `url`, and with\nthe mode SINK_MODE_MERGED."
     }
    },
    "description": "What a sink delivers, and where."
   },
   "PostgresMirror": {
    "type": "object",
    "properties": {
     "connection": {
      "type": "string",
      "description": "Where the server finds the connection string: `env:NAME` for a variable of its environment, or `file:PATH`. Or the string\nitself, `postgresql://USER@HOST:PORT/DATABASE`, without a password. Required."
     },
     "schema": {
      "type": "string",
      "description": "The schema of the tables, which is made if it does not exist: 1 to 63 lowercase letters, digits and `_`, not a digit first. It\nhas no lists of a server and no other mirror. Required."
     },
     "moves": {
      "type": "boolean",
      "description": "Whether each move of an item is also added to the table `moves`."
     }
    },
    "description": "A PostgreSQL database into which a sink writes collections."
   },
   "CreateSinkRequest": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name of the sink, an id of at most 64 bytes. Required."
     },
     "settings": {
      "$ref": "#/components/schemas/SinkSettings",
      "description": "What it delivers. Required."
     },
     "paused": {
      "type": "boolean",
      "description": "Whether it is created paused."
     }
    },
    "additionalProperties": false,
    "description": "A request to create a sink."
   },
   "SinkInfo": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name."
     },
     "settings": {
      "$ref": "#/components/schemas/SinkSettings",
      "description": "What it delivers."
     },
     "created_at_us": {
      "$ref": "#/components/schemas/Int64",
      "description": "When it was created, in microseconds since 1970-01-01T00:00:00Z."
     },
     "definer": {
      "type": "string",
      "description": "The principal with whose rights it delivers; empty for the server itself."
     },
     "paused": {
      "type": "boolean",
      "description": "Whether it is paused for all collections."
     },
     "pause_reason": {
      "type": "string",
      "description": "Why it is paused; empty if it is not."
     }
    },
    "required": ["name", "created_at_us", "definer", "paused", "pause_reason"],
    "description": "A sink."
   },
   "GetSinkRequest": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name. Required."
     }
    },
    "additionalProperties": false,
    "description": "A request for the description of a sink."
   },
   "ListSinksRequest": {
    "type": "object",
    "properties": {
     "containing": {
      "type": "string",
      "description": "What the names of the sinks contain; empty for all of them."
     }
    },
    "additionalProperties": false,
    "description": "A request for the list of sinks."
   },
   "ListSinksResponse": {
    "type": "object",
    "properties": {
     "sinks": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/SinkInfo"
      },
      "description": "The sinks."
     }
    },
    "required": ["sinks"],
    "description": "All sinks."
   },
   "UpdateSinkRequest": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name. Required."
     },
     "settings": {
      "$ref": "#/components/schemas/SinkSettings",
      "description": "What it delivers from now on. Required."
     }
    },
    "additionalProperties": false,
    "description": "A request to replace the settings of a sink."
   },
   "PauseSinkRequest": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name. Required."
     }
    },
    "additionalProperties": false,
    "description": "A request to pause a sink."
   },
   "ResumeSinkRequest": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name. Required."
     }
    },
    "additionalProperties": false,
    "description": "A request to resume a sink."
   },
   "ReplaySinkRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection, or of the view of the sink. Required."
     },
     "sink": {
      "type": "string",
      "description": "The name of the sink. Required."
     },
     "after": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version after which commits are delivered again. When left out: the whole list is delivered. A view has none."
     }
    },
    "additionalProperties": false,
    "description": "A request to deliver something again."
   },
   "TestSinkRequest": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name of the sink. Required."
     }
    },
    "additionalProperties": false,
    "description": "A request to send a test."
   },
   "TestSinkResponse": {
    "type": "object",
    "properties": {
     "delivered": {
      "type": "boolean",
      "description": "Whether the receiver has answered with a status of 2xx, or the database can be written."
     },
     "status": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The HTTP status of the answer; 0 if there was none, and for databases."
     },
     "error": {
      "type": "string",
      "description": "What went wrong; empty if it was delivered."
     },
     "duration_us": {
      "$ref": "#/components/schemas/Int64",
      "description": "How long it took, in microseconds."
     }
    },
    "required": ["delivered", "status", "error", "duration_us"],
    "description": "What became of a test."
   },
   "DeleteSinkRequest": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name. Required."
     }
    },
    "additionalProperties": false,
    "description": "A request to delete a sink."
   },
   "SinkStatusRequest": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name. Required."
     },
     "limit": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of collections in the answer, 1 to 1000; 0 for 100."
     }
    },
    "additionalProperties": false,
    "description": "A request for the state of the deliveries of a sink."
   },
   "SinkStatusResponse": {
    "type": "object",
    "properties": {
     "sink": {
      "$ref": "#/components/schemas/SinkInfo",
      "description": "The sink."
     },
     "collection_count": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of collections that it delivers."
     },
     "lagging": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of collections of which not everything is delivered."
     },
     "failing": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of collections whose last delivery has failed, or for which the server has paused the sink."
     },
     "deliveries": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The deliveries that the receiver has accepted since the start of the server, of each node since its start."
     },
     "failures": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The deliveries that have failed since the start of the server, each attempt counted."
     },
     "collections": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/SinkProgress"
      },
      "description": "The collections that lag most."
     },
     "missing_nodes": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of nodes that have not answered, whose collections are missing."
     }
    },
    "required": ["collection_count", "lagging", "failing", "deliveries", "failures", "collections", "missing_nodes"],
    "description": "The state of the deliveries of a sink."
   },
   "SinkProgress": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection, or of the view."
     },
     "delivered": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version that the receiver has; 0 if it has none. Of a view: the number of the state that the receiver has."
     },
     "newest": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The newest version. Of a view: the number of the next state, as long as it is not known that nothing has changed."
     },
     "state": {
      "$ref": "#/components/schemas/SinkState",
      "description": "What the delivery is doing."
     },
     "lag_us": {
      "$ref": "#/components/schemas/Int64",
      "description": "How long it has lagged behind, in microseconds; 0 if it does not."
     },
     "attempts": {
      "$ref": "#/components/schemas/Int64",
      "description": "The failed attempts since the last success."
     },
     "next_attempt_us": {
      "$ref": "#/components/schemas/Int64",
      "description": "When the next attempt is made, in microseconds since 1970-01-01T00:00:00Z; 0 if none is planned."
     },
     "error": {
      "type": "string",
      "description": "The last error since the last success, or why it is paused; empty if there is none."
     }
    },
    "required": ["collection", "delivered", "newest", "state", "lag_us", "attempts", "next_attempt_us", "error"],
    "description": "How far a sink has delivered a collection, or its view."
   },
   "ListStrategiesRequest": {
    "type": "object",
    "properties": {},
    "additionalProperties": false,
    "description": "A request for the list of strategies."
   },
   "ListStrategiesResponse": {
    "type": "object",
    "properties": {
     "strategies": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Strategy"
      },
      "description": "The strategies, in ascending order of the bytes of their names."
     },
     "default_strategy": {
      "type": "string",
      "description": "The name of the default strategy of new collections."
     }
    },
    "required": ["strategies", "default_strategy"],
    "description": "The ordering strategies that a server has."
   },
   "Strategy": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name by which collections choose it, such as \"lexorank\"."
     },
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version of its key format, which is stored with every collection that uses it."
     },
     "key_form": {
      "$ref": "#/components/schemas/KeyForm",
      "description": "Whether keys are stored with the elements or follow from their ranks."
     },
     "maximum_key_length": {
      "$ref": "#/components/schemas/Int64",
      "description": "The length of the longest order key that it makes, in bytes; at most 255."
     },
     "summary": {
      "type": "string",
      "description": "One sentence to help users choose."
     },
     "parameters": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/StrategyParameter"
      },
      "description": "Its parameters. \"NAME:PARAMETER=NUMBER,PARAMETER=NUMBER\" chooses the strategy with parameters."
     }
    },
    "required": ["name", "version", "key_form", "maximum_key_length", "summary", "parameters"],
    "description": "An ordering strategy that a server has."
   },
   "StrategyParameter": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name of the parameter."
     },
     "summary": {
      "type": "string",
      "description": "One sentence to help users choose."
     },
     "minimum": {
      "$ref": "#/components/schemas/Int64",
      "description": "The smallest value."
     },
     "maximum": {
      "$ref": "#/components/schemas/Int64",
      "description": "The largest value."
     },
     "standard": {
      "$ref": "#/components/schemas/Int64",
      "description": "The default value."
     }
    },
    "required": ["name", "summary", "minimum", "maximum", "standard"],
    "description": "A parameter of an ordering strategy."
   },
   "SetVersionRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "version_name": {
      "type": "string",
      "description": "The name of the version: an id that is not a number. Required."
     },
     "version": {
      "$ref": "#/components/schemas/VersionReference",
      "description": "The version; not set: the newest."
     }
    },
    "additionalProperties": false,
    "description": "A request to give a version a name."
   },
   "NamedVersion": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "description": "The name."
     },
     "version": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version."
     },
     "set_at_us": {
      "$ref": "#/components/schemas/Int64",
      "description": "When the name was given to it, in microseconds since 1970-01-01T00:00:00Z."
     },
     "author": {
      "type": "string",
      "description": "The name of the principal that gave it; \"anonymous\" for a caller without credentials."
     }
    },
    "required": ["name", "version", "set_at_us", "author"],
    "description": "A version with a name."
   },
   "ListVersionsRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     }
    },
    "additionalProperties": false,
    "description": "A request for the versions of a collection that have names."
   },
   "ListVersionsResponse": {
    "type": "object",
    "properties": {
     "versions": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/NamedVersion"
      },
      "description": "They are sorted by version, the newest first, and then in ascending order of the bytes of their names."
     }
    },
    "required": ["versions"],
    "description": "The versions of a collection that have names."
   },
   "DeleteVersionRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "version_name": {
      "type": "string",
      "description": "The name of the version. Required."
     }
    },
    "additionalProperties": false,
    "description": "A request to delete the name of a version."
   },
   "DeleteVersionResponse": {
    "type": "object",
    "properties": {},
    "description": "The name was deleted."
   },
   "ListBinRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "page_size": {
      "$ref": "#/components/schemas/Int64",
      "description": "The maximum number of elements in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE. The\npage may have fewer so that it fits a frame."
     },
     "page_token": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "`next_page_token` of the previous page; empty: the first page. At most 1024 bytes."
     }
    },
    "additionalProperties": false,
    "description": "A request for a page of the bin."
   },
   "ListBinResponse": {
    "type": "object",
    "properties": {
     "elements": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/BinElement"
      },
      "description": "The removed elements, the newest first."
     },
     "next_page_token": {
      "type": "string",
      "contentEncoding": "base64url",
      "description": "The token for the next page; empty if this is the last one."
     }
    },
    "required": ["elements"],
    "description": "A page of the bin."
   },
   "BinElement": {
    "type": "object",
    "properties": {
     "id": {
      "type": "string",
      "description": "The id."
     },
     "is_section": {
      "type": "boolean",
      "description": "Whether it is a section."
     },
     "fields": {
      "$ref": "#/components/schemas/Fields",
      "description": "The fields that it had."
     },
     "section": {
      "type": "string",
      "description": "The id of the section that an item was in; empty for the default section, and for a section."
     },
     "items": {
      "$ref": "#/components/schemas/Int64",
      "description": "The number of items that were removed with a section, or with an item that they were below."
     },
     "removed_by": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version of the commit that removed it."
     },
     "removed_at_us": {
      "$ref": "#/components/schemas/Int64",
      "description": "When it was removed, in microseconds since 1970-01-01T00:00:00Z."
     },
     "author": {
      "type": "string",
      "description": "The name of the principal that removed it; \"anonymous\" for a caller without credentials; empty if unknown."
     },
     "parent": {
      "type": "string",
      "description": "The id of the item that an item of an outline was below; empty at the top of the section, and for a section."
     }
    },
    "required": ["id", "is_section", "fields", "section", "items", "removed_by", "removed_at_us", "author", "parent"],
    "description": "A removed element."
   },
   "PutBackRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     },
     "elements": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/RemovedElement"
      },
      "description": "The elements, 1 to 1000, each named once."
     },
     "request_id": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "Makes a retry safe: a second request with the same request id changes nothing and gets the response of the first.\n1 to 64 bytes, best random; empty: no request id."
     },
     "stack": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "$ref": "#/components/schemas/Bytes"
       }
      ],
      "description": "The stack on which the commit becomes a step, so that Undo can undo it, see `ApplyRequest.stack`."
     }
    },
    "additionalProperties": false,
    "description": "A request to put removed elements back."
   },
   "RemovedElement": {
    "type": "object",
    "properties": {
     "id": {
      "type": "string",
      "description": "The id of the element; empty for the default section."
     },
     "is_section": {
      "type": "boolean",
      "description": "Whether it is a section."
     },
     "removed_by": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The version of the commit that removed it, see `BinElement.removed_by`."
     }
    },
    "additionalProperties": false,
    "description": "An element of the bin, as a request names it."
   },
   "EmptyBinRequest": {
    "type": "object",
    "properties": {
     "collection": {
      "type": "string",
      "description": "The name of the collection. Required."
     }
    },
    "additionalProperties": false,
    "description": "A request to empty the bin."
   },
   "EmptyBinResponse": {
    "type": "object",
    "properties": {
     "oldest_kept": {
      "$ref": "#/components/schemas/UInt64",
      "description": "The oldest version that can be read from now on: the one that the call made."
     }
    },
    "required": ["oldest_kept"],
    "description": "The bin was emptied."
   }
  },
  "responses": {
   "Problem": {
    "description": "Why the request failed.",
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      }
     }
    }
   }
  },
  "securitySchemes": {
   "bearer": {
    "type": "http",
    "scheme": "bearer"
   },
   "ticket": {
    "type": "apiKey",
    "in": "query",
    "name": "ticket"
   }
  }
 }
}
"""#
