// The stream of bytes: frames, each after its length as a varint.

import { decode } from "./codec.js";

/** The values of Frame.type. */
export const HELLO = 1;
export const WELCOME = 2;
export const OPEN = 3;
export const DATA = 4;
export const END = 5;
export const CANCEL = 6;
export const CREDIT = 7;
export const PING = 8;
export const PONG = 9;
export const GOAWAY = 10;

/** The flag of a frame that is ignored where its type is unknown. */
export const IGNORE_IF_UNKNOWN = 1;

/** The largest frame, in bytes, until a greeting allows larger ones. */
export const LARGEST_FRAME = 1048576;

/** The largest frame, in bytes, that a greeting can allow. */
export const LARGEST_FRAME_EVER = 16777216;

/** The most bytes that a frame takes beside its body. */
export const FRAME_OVERHEAD = 160;

/** The most bytes of a length. */
const LONGEST_LENGTH = 4;

/**
 * Puts bytes together.
 *
 * @param {Uint8Array[]} pieces
 */
export function joined(pieces) {
  const bytes = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let place = 0;
  for (const piece of pieces) {
    bytes.set(piece, place);
    place += piece.length;
  }
  return bytes;
}

/** Frames from bytes that come in pieces of any size. */
export class FrameDecoder {
  /** The largest frame that is taken, in bytes. */
  limit = LARGEST_FRAME;
  /** The beginning of an incomplete frame. */
  #rest = new Uint8Array(0);

  /**
   * Takes the next bytes, and calls a function for each frame that they complete.
   *
   * @param {Uint8Array} input
   * @param {(frame: import("./generated/types").Frame) => void} receive
   */
  push(input, receive) {
    const bytes = this.#rest.length ? joined([this.#rest, input]) : input;
    let start = 0;
    while (start < bytes.length) {
      let length = 0;
      let place = start;
      for (let byte = 128; byte > 127 && place < bytes.length; place++) {
        byte = bytes[place];
        length |= (byte & 127) << (7 * (place - start));
        if (place - start === LONGEST_LENGTH || length > this.limit) {
          throw new Error(`a frame is larger than ${this.limit} bytes`);
        }
      }
      if (bytes[place - 1] > 127 || place + length > bytes.length) break;
      start = place + length;
      receive(decode("Frame", bytes.subarray(place, start)));
    }
    // What is kept is copied, so that no large piece is kept for the sake of a few bytes.
    this.#rest = bytes.slice(start);
  }
}
