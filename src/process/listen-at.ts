import type { Server } from 'node:net'
import { StartRefusal } from './start-refusal.ts'

/** Which variable of the environment named the port: who has to change it reads its name. */
export type ListenAt = {
  variable: 'PORT' | 'CONSOLE_PORT' | 'METRICS_PORT' | 'RETURNED_MAIL_PORT'
  port: number
  host: string | undefined
}

/** Listens there, or on every address without a host. @throws {StartRefusal} for a port or an address that cannot be had. */
export async function listenAt(server: Server, at: ListenAt): Promise<void> {
  const { port, host } = at
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, host }, () => {
        server.off('error', reject)
        resolve()
      })
    })
  } catch (error) {
    throw refusalOf(error, at) ?? error
  }
}

function refusalOf(error: unknown, { variable, port, host }: ListenAt): StartRefusal | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const another = `or choose another, e.g. ${variable}=${port < 65_000 ? port + 1 : 3001}.`
  if (code === 'EADDRINUSE')
    return new StartRefusal(`Port ${port} is in use: stop what listens there, ${another}`)
  if (code === 'EACCES')
    return new StartRefusal(
      `Port ${port} needs rights that this user lacks: give it them, ${another}`,
    )
  if (host !== undefined && /^(EADDRNOTAVAIL|ENOTFOUND|EAI_|EINVAL)/.test(code))
    return new StartRefusal(`HOST ${host} is no address of this machine.`)
  return undefined
}
