// What a program sees of the types that imports the package by its name, under each of TypeScript's ways to find modules.

import { connect, type ConnectionState, type Element } from "@arrange/client";
import { toIndex } from "@arrange/client/drops";
import { EditableList } from "@arrange/client/edits";
import { eventStreams } from "@arrange/client/events";
import { openStorage } from "@arrange/client/indexeddb";
import { useList, useMove } from "@arrange/client/react";
import { moveRows } from "@arrange/client/rows";
import { attachSortable } from "@arrange/client/sortable";
import { attachTree } from "@arrange/client/tree-view";
import { outlineUpdates, TreeList } from "@arrange/client/trees";

type IsAny<T> = 0 extends 1 & T ? true : false;
type Client = ReturnType<typeof connect>;

// A declaration that can't be found is `any`, and everything made of it.
export const areAny: [
  IsAny<Client>, IsAny<ConnectionState>, IsAny<Element>, IsAny<Element["fields"]>, IsAny<Element["fields"][string]>,
  IsAny<Awaited<ReturnType<Client["fetch"]>>>, IsAny<Parameters<typeof attachSortable>[0]>,
  IsAny<ReturnType<typeof toIndex>>, IsAny<ReturnType<EditableList["insert"]>>,
  IsAny<ReturnType<typeof useList>["sections"]>,
  IsAny<ReturnType<ReturnType<typeof useMove>>>, IsAny<ReturnType<typeof eventStreams>>,
  IsAny<Awaited<ReturnType<typeof openStorage>>>, IsAny<ReturnType<TreeList["find"]>>,
  IsAny<ReturnType<typeof attachTree>>, IsAny<ReturnType<typeof outlineUpdates>>, IsAny<ReturnType<typeof moveRows>>,
] = [
  false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false,
];
