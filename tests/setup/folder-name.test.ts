import { spawnSync } from 'node:child_process'
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { longTest } from '#tests/tries.ts'
import { root } from '../../tools/setup/root.ts'

/** Files of their own, not a link to the folder: a program that looks where it really is would leave the name. */
function linkTree(from: string, to: string) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkSync(source, target)
  }
}

/** The checkout as it is now, in a folder with a space and Japanese letters in its name. */
function checkoutElsewhere(): string {
  const folder = mkdtempSync(join(root, '.data', '新しい フォルダ '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of [
    'src',
    'demo',
    'content',
    'docs',
    'tests',
    'package.json',
    'vitest.config.ts',
  ])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  linkTree(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

longTest('「新しい フォルダ」に置いても、検査は同じ結果になる', { timeout: 120_000 }, () => {
  const folder = checkoutElsewhere()
  const check = spawnSync(
    join(folder, 'node_modules/.bin/vitest'),
    ['run', '--project', 'unit', 'src/server/content/check', 'src/server/content/build.test.ts'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
    },
  )
  expect(check.stderr).toBe('')
  expect(check.stdout).toMatch(/Test Files {2}(\d+) passed \(\1\)/)
})
