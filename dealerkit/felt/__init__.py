"""The felt: places, chips, acts and what they do. What can happen at a table, and nothing else."""
