import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeFolder, removeOfTheDead, processFolder } from './process-folder.ts'

test('強制終了された試験が残したフォルダーは次の試験が消し、動いている試験のものは残す', () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  const left = join(tmpdir(), `portal-left-${pid}-aB3dE6`)
  mkdirSync(left)
  const own = processFolder('own')
  removeOfTheDead()
  expect([existsSync(left), existsSync(own)]).toEqual([false, true])
  removeFolder(own)
  expect(existsSync(own)).toBe(false)
})
