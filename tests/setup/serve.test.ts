import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../tools/setup/free-port.ts'
import { root } from '../../tools/setup/root.ts'
import { createTestDatabase } from '../api/database.ts'
import { productionEnvironment } from './production-environment.ts'

let databaseUrl = ''
beforeAll(async () => {
  databaseUrl = await createTestDatabase()
})

/** `npm run serve -- web` under the pinned Node, as a process that may read files and write none. */
async function serve(part: 'web' | 'worker', changes: Record<string, string> = {}) {
  const PORT = String(await freePort())
  const words = ['--permission', '--allow-fs-read=*', '--allow-net', join(root, 'tools/serve.ts')]
  const child = spawn(process.execPath, [...words, part], {
    cwd: root,
    env: { ...productionEnvironment(databaseUrl), PORT, ...changes },
    stdio: 'pipe',
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => said.includes('ready') && resolve())
    void ended.then(() => reject(new Error(`it ended before it was ready: ${said}`)))
  })
  return { port: Number(PORT), child, ready, ended, said: () => said }
}

test('three web processes and a worker start at once from one folder, in which nothing is written', async () => {
  const before = filesOf(join(root, 'build'))
  const webs = await Promise.all([serve('web'), serve('web'), serve('web')])
  const worker = await serve('worker')
  await Promise.all([...webs, worker].map((one) => one.ready))
  for (const { port } of webs) {
    const page = await fetch(`http://127.0.0.1:${port}/fee`)
    expect(page.status).toBe(200)
    const html = await page.text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
    expect(script).not.toBe('')
    expect((await fetch(`http://127.0.0.1:${port}${script}`)).status).toBe(200)
    const view = await fetch(`http://127.0.0.1:${port}/assets/cop/views/fee/index.default.html`)
    expect(await view.text()).toContain('1,188円')
  }
  expect(filesOf(join(root, 'build'))).toEqual(before)
})

/** Every file with the moment at which it was last written. */
function filesOf(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => [name, statSync(join(folder, name)).mtimeMs])
}
