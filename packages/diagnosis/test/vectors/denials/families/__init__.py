"""One module for each room of causes; each calls `broken` for every artefact of its families."""
