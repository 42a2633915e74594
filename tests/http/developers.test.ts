import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { portalUrl, visit } from './portal.ts'

test('開発者のページを開き、10行のスクリプトと見本のキーを写すと、登録もログインもなく、そのまま動く', async () => {
  const page = await visit().open('/developers')
  /** With its lines, as one copies it. */
  const blockOf = (label: string) => {
    const [, markup = ''] =
      new RegExp(`aria-label="${label}"><code>([^<]*)</code>`).exec(page.html) ?? []
    const marks = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
    return markup.replaceAll(
      /&(amp|lt|gt|quot|apos);/g,
      (_, name: keyof typeof marks) => marks[name],
    )
  }
  const script = blockOf('residual.mjs')
  expect(script.trimEnd().split('\n')).toHaveLength(10)
  const [, ACCESS_KEY = ''] = /^export ACCESS_KEY=(\w+)$/.exec(blockOf('キーを入れる')) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'portal-copied-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'residual.mjs')
  writeFileSync(file, script)
  const env = { ...process.env, NODE_NO_WARNINGS: '1', ACCESS_KEY }
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env })
  expect(stdout).toBe('残り 1.09 GB（2026-11-20T10:00:00+09:00 現在）\n')
})

test('スクリプトなしでも、どの呼び出しのページにも、写して打てるcurlの1行がある', async () => {
  const page = await visit().open('/developers/reference/highSpeedStatusPut.html')
  expect(page.textsOf('code')[0]).toContain(`curl -X PUT "${portalUrl}/api/v1/high_speed/status/"`)
})
