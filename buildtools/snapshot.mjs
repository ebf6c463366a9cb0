// Takes a snapshot of Python's memory under Node, out of the site that is being built.
// Usage: node snapshot.mjs WEB_FOLDER SHARED_FOLDER; the second takes snapshot.zst and snapshot.json.
//
// Node has to be as new as the browsers: what they know of WebAssembly decides how the interpreter numbers its functions.
import { readFile, writeFile } from "node:fs/promises";
import { constants, zstdCompressSync } from "node:zlib";
import { siteInNode } from "./node.mjs";

const PAGE = 4096; // in which the machine hands out memory: one that nobody writes costs nothing
const HEADER = 48; // of Pyodide's own; the second of its 32-bit numbers tells where the memory begins

// Of Zstandard: 16 s of a processor. Level 19 takes 21 s for a hundredth less, 15 takes 8 s for a twelfth more.
const LEVEL = 18;

const [folder, shared] = process.argv.slice(2);
const { files, start, summed } = await siteInNode(folder);
/** @type {Uint8Array[]} the interpreter's memory before and after it set itself up */
const fresh = [];
const parts = { ...files(), seen: (module) => fresh.push(module.HEAPU8.slice()) };
const pyodide = await start(parts, { _makeSnapshot: true });
const laid = new Map((await Promise.all(parts.archives)).flatMap((one) => [...one]));
pyodide.FS.writeFile("/paths.json", JSON.stringify([...laid.keys()]));
const script = await readFile(new URL("snapshot.py", import.meta.url), "utf8");
await pyodide.runPythonAsync(`${script}\nawait fall_asleep()`, { globals: pyodide.toPy({}) });
// Pyodide found our packages lying there and noted them; what it notes it expects to be empty.
for (const name of Object.keys(pyodide.loadedPackages)) delete pyodide.loadedPackages[name];

const snapshot = pyodide.makeMemorySnapshot();
const begin = new Uint32Array(snapshot.buffer, 0, HEADER / 4)[1];
const data = [...laid].filter(([path]) => !/\.(pyc|so|zip|bin)$|\.dist-info\//.test(path));
const memory = snapshot.subarray(begin);
const { ___heap_base: heap, _sbrk: top, _emscripten_stack_get_current: stack, _emscripten_stack_get_end: floor } = pyodide._module;
memory.fill(0, floor(), stack());
forget(memory, heap, top(0));
const still = floor() - (floor() % PAGE);
const stretches = [...written(memory, heap)];
const heads = stretches.map(([begin, bytes]) => /** @type {const} */ ([begin, bytes.length]));
await writeFile(`${shared}/snapshot.zst`, packed(new Map([...stretches.map(([at, bytes]) => [`heap@${at}`, bytes]), ...data])));
const head = Buffer.from(snapshot.subarray(0, begin)).toString("base64");
const sum = summed(memory, heads, still);
const told = { head, size: memory.length, table: pyodide._module.wasmTable.length, end: still, sum };
await writeFile(`${shared}/snapshot.json`, JSON.stringify(told));
process.exit(0); // Python's loop would keep Node waiting

/**
 * The pages that differ from a fresh interpreter's, each stretch of them with its place. What lies below the heap is the
 * same in every fresh interpreter wherever setting itself up did not change it.
 */
function* written(memory, heap) {
  const empty = new Uint8Array(PAGE);
  const own = fresh[1].findLastIndex((byte) => byte !== 0);
  const same = (at) => {
    const page = memory.subarray(at, at + PAGE);
    const like = (all) => Buffer.compare(page, all.subarray(at, at + PAGE)) === 0;
    if (at + PAGE <= heap) return fresh.every(like);
    return at > own && Buffer.compare(page, empty) === 0;
  };
  let begin = -1;
  for (let at = 0; at <= memory.length; at += PAGE) {
    const differs = at < memory.length && !same(at);
    if (differs && begin < 0) begin = at;
    if (!differs && begin >= 0) {
      yield [begin, memory.subarray(begin, at)];
      begin = -1;
    }
  }
}

/**
 * Empties what malloc has free. Its chunks lie one after the other: four bytes, the size with two bits that say whether
 * the chunk before and this one are used, and in a free one the links of its list or, from 256 bytes on, its tree.
 */
function forget(memory, heap, top) {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length / 4);
  for (let at = heap, size = 0; at < top; at += size) {
    const word = words[at / 4 + 1];
    size = word & ~7;
    if (size < 16 || at + size > top) throw new Error(`Malloc's chunk at ${at} has ${size} bytes: it is another malloc.`);
    if (!(word & 2) && at + size < top) memory.fill(0, at + (size < 256 ? 16 : 32), at + size);
  }
}

/** An archive, as bytecode.py packs it. */
function packed(all) {
  const header = Buffer.from(JSON.stringify(Object.fromEntries([...all].map(([path, bytes]) => [path, bytes.length]))));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  const params = {
    [constants.ZSTD_c_compressionLevel]: LEVEL,
    [constants.ZSTD_c_windowLog]: 26,
  };
  return zstdCompressSync(Buffer.concat([length, header, ...all.values()]), { params });
}
