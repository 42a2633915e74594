import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'

const SENT_BYTES = 400_000_000
const MAY_GROW_BYTES = 40_000_000

let child: ChildProcess
let port: number
beforeAll(async () => {
  child = fork(join(import.meta.dirname, 'large-bodies-program.ts'), { execArgv: [] })
  port = await readCount()
})
afterAll(() => child?.kill())

async function readCount(): Promise<number> {
  const [number] = await once(child, 'message')
  return Number(number)
}

async function highestMemory() {
  const answer = readCount()
  child.send('memory')
  return answer
}

/** Sends until it is done or the server hangs up; the status it answered. */
async function send(path: string, bytes: number) {
  const asking = request({ port, path, method: 'POST', agent: false })
  const answering = once(asking, 'response')
  const part = Buffer.alloc(100_000)
  const parts = Readable.from(
    (function* () {
      for (let sent = 0; sent < bytes; sent += part.length) yield part
    })(),
  )
  await Promise.all([answering, pipeline(parts, asking).catch(() => undefined)])
  const [{ statusCode }] = await answering
  return statusCode
}

test.each(['/callbacks/carrier', '/mypage/data/charge.html', '/auth/logout'])(
  '400 MB を %s に送っても 413 で断り、使うメモリは増えない',
  async (path) => {
    await send(path, 100_000)
    const before = await highestMemory()
    expect(await send(path, SENT_BYTES)).toBe(413)
    expect((await highestMemory()) - before).toBeLessThan(MAY_GROW_BYTES)
  },
)
