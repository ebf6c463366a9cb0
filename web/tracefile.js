// @ts-check
/** A run as a file: saved as the events it emitted, opened by following them again. */
import { boxOf, graph, GRAPHS, isBoxed } from "./graphs.js";
import { emptyTrace, follow } from "./trace.js";

/**
 * @typedef {import("./types.js").RunEvent} RunEvent
 * @typedef {import("./types.js").Turn} Turn
 */

const KIND = "archivist-trace";
// A long run has a few hundred events; a file with more than this is none of ours.
const MOST = 20_000;

/** @param {Turn} turn */
export const traceText = ({ question, events, sources }) =>
  JSON.stringify({ kind: KIND, version: 1, question, sources, events }, null, 1);

/**
 * The run that a file tells of.
 * @param {string} text
 * @returns {Turn | null} null when the file is no saved run
 */
export function traceFrom(text) {
  const file = parsed(text);
  if (file?.kind !== KIND || file.version !== 1 || typeof file.question !== "string" || !Array.isArray(file.events))
    return null;
  const { question, events, sources } = file;
  if (events.length > MOST || !events.every(isEvent) || !Array.isArray(sources) || !sources.every(isReport))
    return null;
  return {
    id: "opened",
    conversation: "",
    question,
    status: "answered",
    answer: null,
    failure: null,
    soFar: [],
    events,
    trace: events.reduce(follow, emptyTrace()),
    sources,
  };
}

/**
 * Steps of a run that today's pictures have no place for: another version of the graph had them.
 * @param {import("./types.js").Trace} trace
 * @returns {Promise<string[]>}
 */
export async function unpictured(trace) {
  const steps = Object.values(trace.steps).filter(isBoxed);
  const pictures = Object.entries(GRAPHS).filter(([, dag]) => trace.dags[dag]);
  const known = new Set(Object.values(GRAPHS));
  const strangers = steps.filter(({ dag }) => !known.has(dag)).map(({ name }) => name);
  for (const [name, dag] of pictures) {
    const svg = await graph(name);
    const boxes = new Set([.../** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll(".node"))].map(({ dataset }) => dataset.node));
    strangers.push(...steps.filter((one) => one.dag === dag && !boxes.has(boxOf(one.placement ?? ""))).map(({ name }) => name));
  }
  return [...new Set(strangers)];
}

/** @param {string} text @returns {any} what the file holds, whatever it is */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON is no saved run; the caller says so.
    return null;
  }
}

const STATUSES = ["answered", "nothing-found", "refused", "throttled", "timed-out", "not-asked", "failed"];

/** @param {any} report @returns {report is import("./types.js").SourceReport} */
const isReport = (report) =>
  typeof report?.name === "string" &&
  STATUSES.includes(report.status) &&
  Number.isInteger(report.count) &&
  typeof report.detail === "string";

/** @param {any} event @returns {event is RunEvent} */
const isEvent = (event) =>
  [event?.kind, event?.run_id, event?.dag, event?.name].every((text) => typeof text === "string") &&
  [event.placement, event.output, event.parent_run_id].every((text) => text === null || typeof text === "string") &&
  (event.index === null || Number.isInteger(event.index)) &&
  Number.isFinite(event.at) &&
  Array.isArray(event.path) &&
  event.path.every((/** @type {unknown} */ name) => typeof name === "string") &&
  typeof event.detail === "object" &&
  event.detail !== null;
