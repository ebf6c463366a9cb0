// @ts-check
/**
 * What build.py knows: under which address each of Python's files lies, and of the snapshot what Pyodide wants to see of it
 * first, how large the memory is, how many functions the interpreter's table must have for it, and the sum over what a fresh
 * interpreter must have below `end`.
 * @type {{ files?: Record<string, string>, snapshot?: { head: string, size: number, table: number, end: number, sum: number } }}
 */
export const BUILT = {};
