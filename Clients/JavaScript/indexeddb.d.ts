/**
 * Opens a storage for lists in IndexedDB, which has more room than `localStorage`. It fails where the browser does not give
 * the page a database, as in some private windows; a list can then be shown without a storage.
 *
 *     const storage = await openStorage();
 *     const list = new EditableList(client, "board", { storage });
 *
 * All pages of an origin that name the same storage share it. If two of them make changes within the same moment that the
 * server does not answer, those of one of them may not be kept over a reload.
 */
export function openStorage(name?: string): Promise<IndexedStorage>;

export interface IndexedStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Writes what was set, and closes the database. Lists that use the storage are to be closed before. */
  close(): void;
}
