import { BlockList, isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { ServerEnv } from './request-facts.ts'

export type TrustedProxies = BlockList

/** `10.0.0.0/8`, `2001:db8::/32`, or a single address. */
export function isAddressRange(text: string): boolean {
  const [address = '', length, rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest !== undefined) return false
  if (length === undefined) return true
  return /^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128)
}

/** @param ranges each one of `isAddressRange`. */
export function trustedProxies(ranges: string[]): TrustedProxies {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', length] = range.split('/')
    const family = familyOf(address)
    if (length === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(length), family)
  }
  return list
}

/**
 * The address of the client behind our own proxies. Each proxy appends to `X-Forwarded-For` the address it was called
 * from, so the list is read from its end for as long as the caller is one of ours; what is before that the client
 * may have made up.
 */
export function clientAddress(
  headers: { 'x-forwarded-for'?: string | string[] | undefined },
  socketAddress: string,
  trusted: TrustedProxies,
): string {
  let address = plainAddress(socketAddress)
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  while (forwarded.length > 0 && isIP(address) !== 0 && trusted.check(address, familyOf(address))) {
    const before = plainAddress(forwarded.pop() ?? '')
    if (isIP(before) === 0) break
    address = before
  }
  return address
}

/** The same for a request inside Hono; empty for one made in process, which has no socket. */
export function clientAddressOf(c: Context<ServerEnv>, trusted: TrustedProxies): string {
  if (!hasSocket(c.env)) return ''
  const headers = { 'x-forwarded-for': c.req.header('x-forwarded-for') }
  return clientAddress(headers, getConnInfo(c).remote.address ?? '', trusted)
}

/** What one party commands: an IPv4 address, or the 64 bits that IPv6 gives to each network. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = [], tail = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  const network = [...head, ...zeros, ...tail].slice(0, 4).map((group) => parseInt(group, 16))
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}

/** With its last part hidden: enough for a member to recognise a place. `203.0.113.*`, `2001:db8:1:*` */
export function maskAddress(address: string): string {
  const v4 = plainAddress(address)
  if (isIP(v4) === 4) return v4.replace(/\.\d+$/u, '.*')
  const groups = address.split(':').filter((group) => group !== '')
  return groups.length < 3 ? address : `${groups.slice(0, 3).join(':')}:*`
}

/** Without what some proxies and dual-stack sockets add: `::ffff:203.0.113.1`, `203.0.113.1:4711`, `[2001:db8::1]:4711` */
function plainAddress(text: string): string {
  const address = text.trim().replace(/^\[(.*)\](:\d+)?$/, '$1')
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}

function familyOf(address: string) {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

function hasSocket(env: unknown): boolean {
  return typeof env === 'object' && env !== null && 'incoming' in env
}
