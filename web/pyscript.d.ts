// PyScript's core as the hidden frame uses it; build.py puts the real one at this path in dist/.

interface PyScriptWorker extends Worker {
  /** Functions that the other side may call, both ways; a call across is a promise. */
  sync: Record<string, (...values: any[]) => unknown>;
  /** Resolves when the worker's script has run to its end, rejects with its error. */
  ready: Promise<PyScriptWorker>;
}

declare module "*/pyscript/core.js" {
  export const hooks: {
    main: { onWorker: Set<(wrap: unknown, worker: PyScriptWorker) => void> };
  };
}
