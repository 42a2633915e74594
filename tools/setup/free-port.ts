import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below those that the system hands out by itself (Linux: from 32768): one of its own would be given to the next outgoing
 * connection of anybody as soon as we let go of it, before what is to listen there has started.
 */
const [FIRST, BEHIND] = [24_000, 32_768]

/** A port nobody listens on at this moment, for benches and tests. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, BEHIND)
  return (await isFree(port)) ? port : freePort()
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}
