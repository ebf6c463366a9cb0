/** The way of a run through the two graphs, as [dag, placement, port]. */
export const PARENT_START = [
  ["the-archivist", "recall-context", "recalled"],
  ["the-archivist", "classify-intent", "on-topic"],
];

const search = (placement, port) => ["book-search-scatter", placement, port];

export const SEARCH = (name) => [
  search("extract-query", "retry"),
  search("extract-query", "success"),
  search("decide-tools", "tools"),
  search("recall-candidates", "recalled"),
  search("build-book-worksets", "ready"),
  search("book-search-scatter", "success"),
  search("book-search-gather", "success"),
  search("rank-candidates", "ranked"),
  ...(name === "nothing"
    ? [search("merge-candidates", "empty"), search("no-results", "failed")]
    : [
        search("merge-candidates", "ranked"),
        search("record-findings", "recorded"),
        search("has-citations-gate", "pass"),
        search("recall-past-visits", "recalled"),
        search("found", "completed"),
      ]),
];

export const PARENT_DONE = [["the-archivist", "respond-to-visitor", "success"]];

export const TOOLS = (name) => [
  { tool: "web_search_books", ms: 60, fails: name === "down" ? "throttled" : null },
  { tool: "subject_search", ms: 85, fails: null },
  { tool: "wikipedia_summary", ms: 35, fails: null },
];
