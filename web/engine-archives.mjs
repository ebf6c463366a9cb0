// @ts-check
/**
 * Archives of Python's files, as buildtools/bytecode.py packs them, and how they are unpacked: beside this thread where
 * the browser lets a worker have a worker of its own, so that the interpreter is compiled meanwhile.
 */

/** Files by their paths. @typedef {Map<string, Uint8Array>} Files */
/** @typedef {(packed: Uint8Array) => Uint8Array} Decode */

/** An archive's files, once its bytes are there. @param {Promise<ArrayBuffer>} bytes @returns {Promise<Files>} */
export const unpacked = async (bytes) =>
  opened(await ("WorkerGlobalScope" in globalThis && "Worker" in globalThis ? aside(bytes) : here(bytes)));

/** Reads archives at once, for whoever cannot wait. @returns {Promise<(packed: Uint8Array) => Files>} */
export async function reader() {
  const decode = decoder(await decoding());
  return (packed) => opened(decode(packed));
}

/** What an archive holds. @param {Uint8Array} archive @returns {Files} */
function opened(archive) {
  let begin = 4 + new DataView(archive.buffer, archive.byteOffset).getUint32(0, true);
  const sizes = JSON.parse(new TextDecoder().decode(archive.subarray(4, begin)));
  return new Map(Object.entries(sizes).map(([path, size]) => [path, archive.subarray(begin, (begin += size))]));
}

/** @param {Promise<ArrayBuffer>} bytes */
async function here(bytes) {
  const [code, packed] = await Promise.all([decoding(), bytes]);
  return decoder(code)(new Uint8Array(packed));
}

/** @param {Promise<ArrayBuffer>} bytes @returns {Promise<Uint8Array>} */
async function aside(bytes) {
  const helper = new Worker(new URL("./engine-unpack.mjs", import.meta.url), { type: "module" });
  try {
    const done = answerOf(helper); // listened for from the start: it may fail before the bytes are there
    const [code, packed] = await Promise.all([decoding(), bytes]);
    helper.postMessage({ code, packed }, [packed]);
    return await done;
  } finally {
    helper.terminate();
  }
}

/** @param {Worker} helper @returns {Promise<Uint8Array>} */
function answerOf(helper) {
  const answer = new Promise((resolve, fail) => {
    helper.onmessage = ({ data }) => (data instanceof Uint8Array ? resolve(data) : fail(new Error(data)));
    helper.onerror = () => fail(new Error("The thread that unpacks Python's files did not start."));
  });
  answer.catch(() => {});
  return answer;
}

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiling;
/** Zstandard's decoder. */
const decoding = () =>
  (compiling ??= WebAssembly.compileStreaming(fetch(new URL("./vendor/zstd/zstd.wasm", import.meta.url))));

/**
 * What it gives lies in a memory of its own, which goes when nobody looks at that any more.
 * @param {WebAssembly.Module} code @returns {Decode}
 */
export const decoder = (code) => (packed) => {
  const { exports } = new WebAssembly.Instance(code, { env: { emscripten_notify_memory_growth() {} } });
  const { memory, malloc, ZSTD_findDecompressedSize: sizeOf, ZSTD_decompress: decompress } = /** @type {any} */ (exports);
  const source = malloc(packed.length);
  new Uint8Array(memory.buffer).set(packed, source);
  const room = Number(sizeOf(source, packed.length));
  const target = malloc(room);
  const size = decompress(target, room, source, packed.length);
  if (size !== room) throw new Error("An archive of Python's files is damaged.");
  return new Uint8Array(memory.buffer, target, size);
};
