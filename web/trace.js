// @ts-check
/**
 * Follows a run from its events: which steps ran, which arrows were taken, when each tool worked.
 *
 * @typedef {import("./types.js").Trace} Trace
 * @typedef {import("./types.js").Step} Step
 * @typedef {import("./types.js").RunEvent} RunEvent
 * @typedef {import("./types.js").ToolRun} ToolRun
 */

import { followModel } from "./modeltrace.js";

const TOOL = "urn:noocodec:tool:";

/** @returns {Trace} */
export const emptyTrace = () => ({ started: null, ended: null, steps: {}, taken: {}, tools: {}, dags: {}, model: null });

/** The name under which an arrow is kept. @param {string} placement @param {string} port */
export const arrow = (placement, port) => `${placement} → ${port}`;

/**
 * The trace with one more event.
 * @param {Trace} trace @param {RunEvent} event
 * @returns {Trace}
 */
export function follow(trace, event) {
  const timed = {
    ...trace,
    started: trace.started ?? event.at,
    dags: { ...trace.dags, [event.dag]: /** @type {true} */ (true) },
  };
  const next = event.dag.startsWith(TOOL) ? withTool(timed, event) : timed;
  switch (event.kind) {
    case "node-start":
    case "phase-start":
    case "item-start":
      return withStep(next, event, started);
    case "node-end":
    case "phase-end":
    case "item-end":
      return taking(withStep(next, event, ended), event);
    case "retry":
      return withStep(next, event, (step) => ({ ...step, status: "retried", tries: step.tries + 1 }));
    case "error":
      return withStep(next, event, (step) => ({ ...step, status: "failed", notes: noted(step, event) }));
    case "parked":
      return withStep(next, event, (step) => ({ ...step, status: "parked" }));
    case "warning":
      return withStep(next, event, (step) => ({ ...step, notes: noted(step, event) }));
    case "note":
      if (event.detail.what === "step") return withStep(next, event, told);
      return { ...next, model: followModel(next.model, event.detail) };
    case "run-end":
      return event.parent_run_id ? next : { ...next, ended: event.at };
    default:
      return next;
  }
}

/** @param {RunEvent} event */
const keyOf = (event) => event.path.join("/") + (event.index === null ? "" : `#${event.index}`);

/** @param {Trace} trace @param {RunEvent} event @param {(step: Step, event: RunEvent) => Step} change */
function withStep(trace, event, change) {
  const key = keyOf(event);
  // What a nested run says of itself belongs to the step that it runs in.
  if (event.placement === null && !(key in trace.steps)) return trace;
  const step = trace.steps[key] ?? fresh(key, event);
  return { ...trace, steps: { ...trace.steps, [key]: change(step, event) } };
}

/** @param {string} key @param {RunEvent} event @returns {Step} */
const fresh = (key, { placement, dag, name, path, index, at }) => ({
  key,
  placement,
  dag,
  name,
  path,
  index,
  status: "running",
  output: null,
  tries: 0,
  started: at,
  ended: null,
  notes: [],
  given: {},
  made: {},
});

/** @param {Step} step @returns {Step} */
const started = (step) => ({ ...step, status: "running", tries: step.tries + 1, ended: null });

/** @param {Step} step @param {RunEvent} event @returns {Step} */
const ended = (step, event) => ({ ...step, status: statusOf(step, event), output: event.output, ended: event.at });

/** @param {Step} step @param {RunEvent} event @returns {Step} */
const told = (step, { detail }) => ({ ...step, given: lines(detail.given), made: lines(detail.made) });

/** A saved run may hold anything. @param {unknown} value @returns {Record<string, string>} */
const lines = (value) => (value && typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)])) : {});

/** @param {Step} step @param {RunEvent} event @returns {Step["status"]} */
function statusOf(step, event) {
  if (event.output === "retry") return "retried";
  if (event.output === "parked") return "parked";
  const broken = event.kind === "item-end" && (event.output === "error" || event.output === "failed");
  return broken || step.status === "failed" ? "failed" : "done";
}

/** @param {Trace} trace @param {RunEvent} event */
function taking(trace, event) {
  if (event.kind !== "node-end" || event.placement === null || event.output === null) return trace;
  return { ...trace, taken: { ...trace.taken, [arrow(event.placement, event.output)]: /** @type {true} */ (true) } };
}

/** @param {Step} step @param {RunEvent} event */
function noted(step, event) {
  const said = event.detail.message ?? event.detail.code;
  return typeof said === "string" ? [...step.notes, said] : step.notes;
}

/** @param {Trace} trace @param {RunEvent} event */
function withTool(trace, event) {
  const known = trace.tools[event.run_id];
  const tool = known ?? {
    key: event.run_id,
    tool: event.dag.slice(TOOL.length),
    status: "running",
    since: trace.steps[event.path.join("/")]?.started ?? event.at,
    started: event.at,
    ended: null,
  };
  return { ...trace, tools: { ...trace.tools, [tool.key]: worked(tool, event) } };
}

/** @param {ToolRun} tool @param {RunEvent} event @returns {ToolRun} */
function worked(tool, event) {
  if (event.kind === "error" || event.output === "error" || event.output === "failed")
    return { ...tool, status: "failed", ended: event.at };
  if (event.kind === "run-end")
    return { ...tool, status: tool.status === "failed" ? "failed" : "done", ended: event.at };
  return { ...tool, ended: tool.status === "running" ? null : event.at };
}
