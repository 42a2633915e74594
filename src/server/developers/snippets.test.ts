import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request as ask } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newWebhookSecret, signaturesOf } from '#backend/adapters/webhook-signature.ts'
import { OPEN_API_PATH } from '#vocabulary/connection.ts'
import { exampleEvent } from './events.ts'
import { exampleOf } from './examples.ts'
import { snippetFile } from './snippets.ts'

const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** Answers the one question of a script as the wire would, to the right key. */
async function startWire() {
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === 'Bearer hbk_key'
    const isRight = request.url === `${OPEN_API_PATH}/high_speed/residual/`
    const body = isKnown
      ? { code: 200, result: exampleOf('highSpeedResidualGet').result }
      : { code: 'KEY_NOT_VALID', title: 'このアクセスキーは使えません。' }
    response.writeHead(isKnown && isRight ? 200 : 401, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** A file of the page as somebody has copied it, with the packages that it names. */
function copied(name: string, site = '') {
  const folder = mkdtempSync(join(tmpdir(), 'portal-snippet-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(packages, join(folder, 'node_modules'))
  const file = join(folder, name)
  writeFileSync(file, snippetFile(name).replaceAll('{{link.site}}', site))
  return { folder, file }
}

const environment = { ...process.env, NODE_NO_WARNINGS: '1' }

async function run(name: string, site: string, key: string) {
  const { file } = copied(name, site)
  return promisify(execFile)(process.execPath, [file], {
    env: { ...environment, ACCESS_KEY: key },
  })
}

test('ページの10行のスクリプトは、写したままで動き、残りを言う', async () => {
  const site = await startWire()
  expect(snippetFile('residual.mjs').trim().split('\n')).toHaveLength(10)
  const { stdout } = await run('residual.mjs', site, 'hbk_key')
  expect(stdout).toBe('残り 1.09 GB（2026-11-20T10:00:00+09:00 現在）\n')
  await expect(run('residual.mjs', site, 'hbk_other')).rejects.toThrow('KEY_NOT_VALID')
})

/** The receiver of the page, at a socket of its own: no port is taken. */
async function startReceiver(secret: string) {
  const { folder, file } = copied('receive.mjs')
  const socketPath = join(folder, 'receiver')
  const env = { ...environment, WEBHOOK_SECRET: secret, PORT: socketPath }
  const receiver = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void receiver.kill())
  let written = ''
  receiver.stdout.setEncoding('utf8').on('data', (part: string) => (written += part))
  await vi.waitFor(() => expect(existsSync(socketPath)).toBe(true), { timeout: 20_000 })
  const post = (headers: Record<string, string>, body: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = ask({ socketPath, method: 'POST', headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode))
      })
      sent.once('error', reject)
      sent.end(body)
    })
  return { post, written: () => written }
}

test('ページのJavaScriptの受け取りは、私たちの署名を受け取り、ほかの鍵・変えられた本文・古い時刻を断る', async () => {
  const secret = newWebhookSecret()
  const { post, written } = await startReceiver(secret)
  const body = JSON.stringify(exampleEvent)
  const now = Math.floor(Date.now() / 1000)
  const signed = (secrets: string[], seconds = now) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': signaturesOf(secrets, { id: 'msg_1', seconds, body }),
  })
  expect(await post(signed([secret]), body)).toBe(204)
  expect(await post(signed([newWebhookSecret(), secret]), body)).toBe(204)
  expect(await post(signed([newWebhookSecret()]), body)).toBe(400)
  expect(await post(signed([secret]), body.replace('bill-1', 'bill-2'))).toBe(400)
  expect(await post(signed([secret], now - 301), body)).toBe(400)
  expect(written().match(/^msg_1 bill\.ready/gmu)).toHaveLength(2)
})
