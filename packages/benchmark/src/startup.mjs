// Nothing: what a process of this runtime costs by itself.
