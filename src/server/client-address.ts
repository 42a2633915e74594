import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { ServerEnv } from './request-facts.ts'

/** Where a request came from, with its last part hidden: enough for a member to recognise a place. */
export function maskedAddressOf(c: Context<ServerEnv>): string {
  // Requests made in process have no socket.
  const address = hasSocket(c.env) ? getConnInfo(c).remote.address : undefined
  return address === undefined ? '' : maskAddress(address)
}

function hasSocket(env: unknown): boolean {
  return typeof env === 'object' && env !== null && 'incoming' in env
}

/** `203.0.113.*`, `2001:db8:1:*` */
export function maskAddress(address: string): string {
  const v4 = address.replace(/^::ffff:/u, '')
  if (/^\d+\.\d+\.\d+\.\d+$/u.test(v4)) return v4.replace(/\.\d+$/u, '.*')
  const groups = address.split(':').filter((group) => group !== '')
  return groups.length < 3 ? address : `${groups.slice(0, 3).join(':')}:*`
}
