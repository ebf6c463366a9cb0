"""What a model is shown and asked, and how what it writes is held to the records."""
