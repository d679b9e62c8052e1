// An empty program: the time of a process of this runtime alone.
