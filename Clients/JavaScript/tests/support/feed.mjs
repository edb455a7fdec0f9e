// The server's side of a subscription.

import { encode } from "../../src/codec.js";
import { diff } from "../../src/diff.js";
import { emptyBatch } from "./lists.mjs";

export const EPOCH = 7n;

/** An item; its key is left out as the server does it. */
export const item = (id, fields = {}) => ({ id, fields });

/** A list of one section. */
export const flat = (...ids) => [{ id: "", fields: {}, items: ids.map((id) => item(id)) }];

/** Some bytes that stand for a version. */
export const token = (version) => Uint8Array.of(1, version);

/** The messages of a subscription, as a server sends them. */
export class Feed {
  #sequence = 0;

  constructor(peer, open) {
    this.peer = peer;
    this.open = open;
  }

  send(message) {
    const body = encode("SubscribeResponse", { epoch: EPOCH, ...message });
    return this.peer.send({ type: 4, stream: this.open.stream, sequence: ++this.#sequence, body });
  }

  page(version, sections, { page = 0, last = true, reason = "first", size, ...rest } = {}) {
    return this.send({
      version,
      resumeToken: last ? token(version) : undefined,
      snapshot: {
        reason, page, last,
        size: size ?? { sections: sections.length, items: sections.reduce((sum, { items }) => sum + items.length, 0) },
        sections: sections.map(({ items, firstItem = 0, index, ...section }, place) => {
          return { index: index ?? place, section, firstItem, items };
        }),
      },
      ...rest,
    });
  }

  batch(from, version, before, after, rest = {}) {
    const batch = { ...(diff(before, after) ?? emptyBatch(before)), fromVersion: from, commits: version - from };
    return this.send({ version, resumeToken: token(version), batch, ...rest });
  }

  progress(version, rest = {}) {
    return this.send({ version, resumeToken: token(version), progress: {}, ...rest });
  }

  /** The credit that the client has given. */
  get credit() {
    return Math.max(this.open.credit, ...this.peer.of(7).map(({ credit }) => credit));
  }
}

/** The ids of a list, by sections. */
export const order = (sections) => sections.map(({ id, items }) => `${id}:${items.map((one) => one.id).join("")}`).join(" ");
