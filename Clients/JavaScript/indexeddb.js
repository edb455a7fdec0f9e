// A storage for lists in IndexedDB, for which browsers have more room than for localStorage.

/** The version of the database, and its only store: texts by their keys. */
const VERSION = 1;
const STORE = "texts";

/**
 * @param {string} [name]
 * @returns {Promise<import("./indexeddb").IndexedStorage>}
 */
export async function openStorage(name = "arrange") {
  const opening = indexedDB.open(name, VERSION);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await done(opening);
  // Another page may want to remove the database.
  database.onversionchange = () => database.close();
  /** @type {Map<string, string | undefined>} */
  const texts = new Map();
  // What other pages write from now on is newer than what is read.
  const channel = new BroadcastChannel(`arrange ${name}`);
  channel.onmessage = ({ data: [key, text] }) => void texts.set(key, text);
  const store = database.transaction(STORE).objectStore(STORE);
  const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
  keys.forEach((key, index) => {
    if (!texts.has(String(key))) texts.set(String(key), values[index]);
  });

  /**
   * @param {string} key
   * @param {string} [text] none where it is removed
   */
  function write(key, text) {
    const changed = database.transaction(STORE, "readwrite").objectStore(STORE);
    if (text === undefined) changed.delete(key);
    else changed.put(text, key);
    texts.set(key, text);
    channel.postMessage([key, text]);
  }
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: write,
    removeItem: (key) => write(key),
    close() {
      channel.close();
      database.close();
    },
  };
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
