import { createServer } from 'node:http'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { createGracefulEnd } from './graceful-end.ts'

/** A visitor in a thread of its own: says by the shared flag that it is connected, then what it was answered. */
const visitor = `
  const { workerData, parentPort } = require('node:worker_threads')
  const { connect } = require('node:net')
  const connected = new Int32Array(workerData.connected)
  let heard = ''
  const socket = connect(workerData.port, '127.0.0.1', () => {
    socket.write('GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n')
    Atomics.store(connected, 0, 1)
    Atomics.notify(connected, 0)
  })
  socket.on('data', (part) => (heard += part))
  socket.on('error', (error) => parentPort.postMessage(error.code))
  socket.on('end', () => parentPort.postMessage(heard.split('\\r\\n')[0]))`

test('忙しい間に来た人には、終わる時刻を過ぎていても答える', async () => {
  const server = createServer((_, answer) => answer.end('here'))
  const end = createGracefulEnd(server, 10)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const connected = new SharedArrayBuffer(4)
  const port = typeof address === 'object' ? address?.port : undefined

  const ended = end()
  const thread = new Worker(visitor, { eval: true, workerData: { connected, port } })
  onTestFinished(() => thread.terminate().then(() => undefined))
  // Busy until the system has accepted the visitor, and for longer than the drain.
  Atomics.wait(new Int32Array(connected), 0, 0, 10_000)
  for (const until = performance.now() + 50; performance.now() < until;);
  expect(await once(thread, 'message')).toEqual(['HTTP/1.1 200 OK'])
  await ended
})
