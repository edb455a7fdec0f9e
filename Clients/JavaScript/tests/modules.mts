// What a program sees of the types that imports the package by its name, under each of TypeScript's ways to find modules.

import { connect, type ConnectionState, type Element } from "arrange-client";
import { attachSortable } from "arrange-client/sortable";

type IsAny<T> = 0 extends 1 & T ? true : false;
type Client = ReturnType<typeof connect>;

// A declaration that can't be found is `any`, and everything made of it.
export const areAny: [
  IsAny<Client>, IsAny<ConnectionState>, IsAny<Element>, IsAny<Element["fields"]>, IsAny<Element["fields"][string]>,
  IsAny<Awaited<ReturnType<Client["fetch"]>>>, IsAny<Parameters<typeof attachSortable>[0]>,
] = [false, false, false, false, false, false, false];
