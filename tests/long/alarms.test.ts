import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { alarms, watchFolder } from '../alarms.ts'
import { findOnPath, installSystemPackages } from '../../tools/setup/system-package.ts'

const copy = mkdtempSync(join(tmpdir(), 'alarms-'))
cpSync(watchFolder, copy, { recursive: true })
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function promtool(...words: string[]) {
  if (!findOnPath('promtool')) installSystemPackages(['prometheus'], () => undefined)
  const { status, stdout, stderr, error } = spawnSync('promtool', words, { encoding: 'utf8' })
  if (error)
    throw new Error('This test needs promtool, and none is here: apt-get install prometheus.', {
      cause: error,
    })
  return { status, said: `${stdout}${stderr}` }
}

test('Prometheus は設定と規則を読み、どの警報も、言った時刻に鳴る', () => {
  expect(promtool('check', 'config', join(watchFolder, 'prometheus.yaml'))).toMatchObject({
    status: 0,
    said: expect.stringContaining(`${alarms.length} rules found`),
  })
  const { status, said } = promtool('test', 'rules', join(watchFolder, 'alarms.test.yaml'))
  expect(said).toContain('SUCCESS')
  expect(status).toBe(0)
})

test.each([
  ['1時間遅く鳴る', /\) > 10800/, ') > 14400', 'PortalFeedStopped'],
  ['早すぎる', /for: 1d/, 'for: 1h', 'PortalFindingsWait'],
  ['値の名が違う', /portal_laws_broken/, 'portal_law_broken', 'PortalLawBroken'],
  ['健康な値で鳴る', /,kind!="health"/, '', 'nothing pages'],
])('わざと変えた規則を見つける：%s', (_, from, to, named) => {
  const file = join(copy, 'alarms.yaml')
  const rules = readFileSync(join(watchFolder, 'alarms.yaml'), 'utf8')
  writeFileSync(file, rules.replace(from, to))
  const { status, said } = promtool('test', 'rules', join(copy, 'alarms.test.yaml'))
  expect(status).toBe(1)
  if (named.startsWith('Portal')) expect(said).toContain(named)
})
