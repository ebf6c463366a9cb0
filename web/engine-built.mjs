// @ts-check
/**
 * What build.py knows: under which address each of Python's files lies, and of the snapshot what Pyodide wants to see of it
 * first, how large the memory is, and how many functions the interpreter's table must have for it.
 * @type {{ files?: Record<string, string>, snapshot?: { head: string, size: number, table: number } }}
 */
export const BUILT = {};
