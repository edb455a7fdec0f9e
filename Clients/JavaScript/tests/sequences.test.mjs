// Random transactions against a real server: after each, the list that was folded from batches is the server's own.
//
// SEQUENCES says how many subscriptions there are, each followed for some transactions.

import { test } from "node:test";
import { connect } from "../arrange.js";
import { SEED, seeded } from "./support/random.mjs";
import { followed } from "./support/sequences.mjs";
import { startServer } from "./support/server.mjs";

const SEQUENCES = Number(process.env.SEQUENCES ?? 400);

test(`${SEQUENCES} random sequences of batches are folded to the server's list`, { timeout: 600_000 }, seeded(async () => {
  const server = await startServer();
  const client = connect(server.url);
  try {
    const changes = await followed(client, SEQUENCES);
    console.log(`${SEQUENCES} sequences, ${changes} lists and batches (SEED=${SEED})`);
  } finally {
    await client.close();
    await server.stop();
  }
}));
