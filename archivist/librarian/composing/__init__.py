"""Writing an answer by rule, and holding it against the records."""
