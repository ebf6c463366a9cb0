"""What runs at the placements of the graphs, one file a stage of a visit."""
