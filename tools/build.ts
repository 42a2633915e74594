// npm run build: makes what `npm run serve` serves. Needs the development packages; writes nothing but `build`.
import { buildPortal } from './setup/build.ts'
import { listenForEnd } from './setup/end-request.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'

await runTool(() => buildPortal(root, say, listenForEnd()))
