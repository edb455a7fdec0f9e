// Receives the webhooks of a sink, and says how each list changes. It needs nothing but Node.
//
//     KEY=$(cat key) node receiver.js 8000

import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const key = Buffer.from((process.env.KEY ?? "").trim().replace(/^whsec_/, ""), "base64");
const largest = 1 << 20;

/** Whether one of the signatures is right, and the message is not older than five minutes. */
function isSigned(headers, body) {
  const age = Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"]));
  const content = Buffer.concat([Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`), body]);
  const right = Buffer.from("v1," + createHmac("sha256", key).update(content).digest("base64"));
  const given = String(headers["webhook-signature"]).split(" ").map((each) => Buffer.from(each));
  return age < 300 && given.some((each) => each.length === right.length && timingSafeEqual(each, right));
}

/** The state that is known of each list: what is to survive a restart is written together with what follows from a message. */
const known = new Map();

/** Exactly once, by one comparison: a message counts if it begins where the last one has ended. */
function receive(message) {
  if (message.type === "arrange.test") return 204;
  const name = message.view ?? message.collection;
  if (message.type === "arrange.list" || message.from === known.get(name)) {
    known.set(name, message.to);
    for (const change of message.changes ?? []) console.log(name, change.change, change.id, change.to ?? "");
  } else if (message.to !== known.get(name)) {
    return 409; // Something is missing: the server sends the whole list.
  }
  return 204;
}

createServer((request, response) => {
  const parts = [];
  let length = 0;
  request.on("data", (part) => {
    length += part.length;
    if (length <= largest) parts.push(part);
    else request.destroy();
  });
  request.on("end", () => {
    const body = Buffer.concat(parts);
    response.writeHead(isSigned(request.headers, body) ? receive(JSON.parse(body)) : 401).end();
  });
}).listen(Number(process.argv[2]), "127.0.0.1");
