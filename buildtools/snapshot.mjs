// Takes a snapshot of Python's memory under Node, out of the site that is being built.
// Usage: node snapshot.mjs WEB_FOLDER SHARED_FOLDER; the second takes snapshot.zst and snapshot.json.
//
// Node has to be as new as the browsers: what they know of WebAssembly decides how the interpreter numbers its functions.
import { readFile, writeFile } from "node:fs/promises";
import { constants, zstdCompressSync } from "node:zlib";
import { siteInNode } from "./node.mjs";

const PAGE = 4096; // in which the machine hands out memory: an empty one costs nothing until it is written
const HEADER = 48; // of Pyodide's own; the second of its 32-bit numbers tells where the memory begins

// Of Zstandard: 16 s of a processor. Level 19 takes 21 s for a hundredth less, 15 takes 8 s for a twelfth more.
const LEVEL = 18;

const [folder, shared] = process.argv.slice(2);
const { files, start } = await siteInNode(folder);
const parts = files();
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
await writeFile(`${shared}/snapshot.zst`, packed(new Map([...written(memory), ...data])));
const head = Buffer.from(snapshot.subarray(0, begin)).toString("base64");
const told = { head, size: memory.length, table: pyodide._module.wasmTable.length };
await writeFile(`${shared}/snapshot.json`, JSON.stringify(told));
process.exit(0); // Python's loop would keep Node waiting

/** The pages of memory that hold anything but zeros, each stretch of them by its place: a third of all are empty. */
function* written(memory) {
  let begin = -1;
  for (let at = 0; at < memory.length; at += PAGE) {
    const holds = memory.subarray(at, at + PAGE).some((byte) => byte !== 0);
    if (holds && begin < 0) begin = at;
    if (!holds && begin >= 0) {
      yield [`heap@${begin}`, memory.subarray(begin, at)];
      begin = -1;
    }
  }
  if (begin >= 0) yield [`heap@${begin}`, memory.subarray(begin)];
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
