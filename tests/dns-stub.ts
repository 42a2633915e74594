import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A zone as the tests write it: `name/TYPE` and its values; an MX as `10 mx.example.jp`. */
export type Zone = Readonly<Record<string, readonly string[]>>

const types: ReadonlyMap<string, number> = new Map(
  Object.entries({ A: 1, PTR: 12, MX: 15, TXT: 16, AAAA: 28 }),
)
const typeNames: ReadonlyMap<number, string> = new Map(
  [...types].map(([name, number]) => [number, name]),
)

/** A DNS server on this machine that answers from a zone, as much of RFC 1035 as a resolver asks for. */
export async function startDns(zone: Zone) {
  const socket = createSocket('udp4')
  socket.on('message', (asked, { port, address }) =>
    socket.send(answerTo(zone, asked), port, address),
  )
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

const HEADER = 12

function answerTo(zone: Zone, asked: Buffer): Buffer {
  const { name, end } = readName(asked, HEADER)
  const type = typeNames.get(asked.readUInt16BE(end)) ?? ''
  const values = zone[`${name}/${type}`] ?? []
  const isKnown = Object.keys(zone).some((key) => key.startsWith(`${name}/`))
  const header = Buffer.from(asked.subarray(0, HEADER))
  // An authoritative answer; 3: there is no such name.
  header.writeUInt16BE(0x8580 | (isKnown ? 0 : 3), 2)
  header.writeUInt16BE(values.length, 6)
  header.fill(0, 8)
  const records = values.map((value) => recordOf(type, value))
  return Buffer.concat([header, asked.subarray(HEADER, end + 4), ...records])
}

function readName(from: Buffer, at: number) {
  const labels: string[] = []
  let end = at
  for (let length = from[end] ?? 0; length > 0; length = from[end] ?? 0) {
    labels.push(from.toString('latin1', end + 1, end + 1 + length))
    end += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: end + 1 }
}

/** The name of the question (a pointer to it), type, class, a minute, and the value. */
function recordOf(type: string, value: string): Buffer {
  const data = dataOf(type, value)
  const head = Buffer.from([0xc0, HEADER, 0, 0, 0, 1, 0, 0, 0, 60, 0, 0])
  head.writeUInt16BE(types.get(type) ?? 0, 2)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function dataOf(type: string, value: string): Buffer {
  if (type === 'A') return Buffer.from(value.split('.').map(Number))
  if (type === 'PTR') return nameOf(value)
  if (type === 'TXT')
    return Buffer.concat((value.match(/.{1,250}/gs) ?? []).map((piece) => labelOf(piece)))
  const [preference, host = ''] = value.split(' ')
  return Buffer.concat([Buffer.from([0, Number(preference)]), nameOf(host)])
}

const labelOf = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])
const nameOf = (name: string) => Buffer.concat([...name.split('.').map(labelOf), Buffer.from([0])])
