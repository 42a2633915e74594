import { createServer } from 'node:net'
import { listenAt } from '#process/listen-at.ts'
import { StartRefusal } from '#process/start-refusal.ts'

const defaultPort = 3000

/** @throws {StartRefusal} for anything but a port number. */
export function readPort(text: string | undefined): number {
  const port = Number(text ?? defaultPort)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw new StartRefusal(`PORT must be a whole number from 1 to 65535; it is "${text}".`)
}

/**
 * Before anything is begun. For a demo only: who is let in at this look is thrown out again, and with him what a proxy
 * has sent already. @throws {StartRefusal} when something listens there already, or we may not.
 */
export async function refuseTakenPort(port: number): Promise<void> {
  const probe = createServer()
  await listenAt(probe, { variable: 'PORT', port, host: process.env.HOST || undefined })
  await new Promise((resolve) => probe.close(resolve))
}
