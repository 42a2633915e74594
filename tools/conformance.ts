// npm run conformance -- <system> <url>: tries every numbered sentence of docs/outside-systems.md on a system (docs/conformance.md).
import { runTool } from './setup/run-tool.ts'
import { tryConformance } from './setup/try-conformance.ts'

await runTool(() => tryConformance(process.argv.slice(2)))
