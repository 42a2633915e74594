import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { OPEN_API_PATH } from '#vocabulary/connection.ts'
import { exampleOf } from './examples.ts'
import { snippetFile } from './snippets.ts'

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

/** Runs a file of the page as somebody would who has copied it. */
async function run(name: string, site: string, key: string) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-snippet-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, name)
  writeFileSync(file, snippetFile(name).replaceAll('{{link.site}}', site))
  const env = { ...process.env, ACCESS_KEY: key, NODE_NO_WARNINGS: '1' }
  return promisify(execFile)(process.execPath, [file], { env })
}

test('ページの10行のスクリプトは、写したままで動き、残りを言う', async () => {
  const site = await startWire()
  expect(snippetFile('residual.mjs').trim().split('\n')).toHaveLength(10)
  const { stdout } = await run('residual.mjs', site, 'hbk_key')
  expect(stdout).toBe('残り 1.09 GB（2026-11-20T10:00:00+09:00 現在）\n')
  await expect(run('residual.mjs', site, 'hbk_other')).rejects.toThrow('KEY_NOT_VALID')
})
