"""The mathematics of results: who is stronger, by how much, and how sure that is. Pure numbers in, pure numbers out."""
