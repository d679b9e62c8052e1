#!/usr/bin/env node
import { runProgram } from "./run-program.ts";

void runProgram(process.argv.slice(2));
