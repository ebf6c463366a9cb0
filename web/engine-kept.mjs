// @ts-check
/**
 * Copies of unpacked archives in the file system that the browser gives this site for itself: a visit after the first has
 * nothing to unpack. What is not whole, or of another build, is never read.
 */
import { addressOf, FOLDER } from "./engine-archives.mjs";

// Sites beside each other under one origin share that file system.
const PLACE = `python ${encodeURIComponent(FOLDER.pathname)}`;

/** By its content, which the address tells. @param {string} name */
const named = (name) => addressOf(name).search.slice(1) || "none";

/** The copy of an archive, or nothing where there is none or it cannot be had. @param {string} name */
export async function copy(name) {
  try {
    const bytes = await whole(await (await folder()).getFileHandle(named(name)));
    return bytes?.length ? bytes : null;
  } catch {
    return null;
  }
}

/** Whether it was tried to keep a copy. @param {string} name @returns {Promise<boolean>} */
export const tried = async (name) => (await folder()).getFileHandle(named(name)).then(Boolean, () => false);

/**
 * Keeps a copy in place of those of other builds, if it can be read back in time; else a note that it cannot.
 * @param {string} name @param {Uint8Array<ArrayBuffer>} bytes @param {number} time in milliseconds
 */
export async function keep(name, bytes, time) {
  await forget();
  const file = await (await folder()).getFileHandle("part", { create: true });
  await written(file, bytes);
  const begun = performance.now();
  if ((await whole(file))?.length !== bytes.length || performance.now() - begun > time) await written(file, new Uint8Array());
  await /** @type {Handled} */ (file).move(named(name)); // what is not whole never gets the name
}

/** @param {FileSystemFileHandle} file @param {Uint8Array<ArrayBuffer>} bytes */
async function written(file, bytes) {
  const handle = await /** @type {Handled} */ (file).createSyncAccessHandle();
  try {
    handle.truncate(0);
    handle.write(bytes, { at: 0 });
    handle.flush();
  } finally {
    handle.close();
  }
}

/** All of a file, which other tabs may read too; nothing when that was cut short. @param {FileSystemFileHandle} file */
async function whole(file) {
  const handle = await /** @type {Handled} */ (file).createSyncAccessHandle({ mode: "read-only" });
  try {
    const bytes = new Uint8Array(handle.getSize());
    return handle.read(bytes, { at: 0 }) === bytes.length ? bytes : null;
  } finally {
    handle.close();
  }
}

/** Removes every copy. */
export async function forget() {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(PLACE, { recursive: true }).catch(() => {});
}

/** @typedef {{ getSize: () => number, read: (into: Uint8Array, options: { at: number }) => number, write: (from: Uint8Array, options: { at: number }) => number, truncate: (length: number) => void, flush: () => void, close: () => void }} Handle */
/** @typedef {FileSystemFileHandle & { createSyncAccessHandle: (options?: object) => Promise<Handle>, move: (name: string) => Promise<void> }} Handled */

async function folder() {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(PLACE, { create: true });
}
