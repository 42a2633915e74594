import { createServer } from 'node:net'
import { StartRefusal } from '#process/start-refusal.ts'

const defaultPort = 3000

/** @throws {StartRefusal} for anything but a port number. */
export function readPort(text: string | undefined): number {
  const port = Number(text ?? defaultPort)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw new StartRefusal(`PORT must be a whole number from 1 to 65535; it is "${text}".`)
}

/** @throws {StartRefusal} when something listens there already, or we may not. */
export async function refuseTakenPort(port: number): Promise<void> {
  const code = await tryToListen(port)
  if (!code) return
  const why = code === 'EACCES' ? 'needs rights that this user lacks' : 'is in use'
  throw new StartRefusal(
    `Port ${port} ${why}: stop what listens there, or choose another, e.g. PORT=${port < 65_000 ? port + 1 : 3001} npm start.`,
  )
}

function tryToListen(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    probe.listen(port, () => probe.close(() => resolve(undefined)))
  })
}
