// npm run serve -- web | worker. First of all the compiled code, then what it was compiled from.
import { useCompiledCode } from './setup/compile-cache.ts'
import { root } from './setup/root.ts'

useCompiledCode(root)
const { servePart } = await import('./setup/serve-part.ts')
await servePart()
