import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockHolder, tryLock, waitForLock } from '#process/folder-lock.mjs'
import { runProgram } from './run-program.ts'
import { scratchFolder } from './scratch-folder.ts'

test('one holder at a time, and the next as soon as it lets go', async () => {
  const file = join(scratchFolder(), 'lock')
  const first = tryLock(file)
  expect(tryLock(file)).toEqual({ heldBy: process.pid })
  expect(lockHolder(file)).toBe(process.pid)
  const waits: number[] = []
  const second = waitForLock(file, (pid) => waits.push(pid))
  if (first.heldBy === undefined) first.release()
  expect((await second).heldBy).toBeUndefined()
  expect(waits).toEqual([process.pid])
})

test('a killed holder holds nothing, and its number given out again does not either', () => {
  const folder = scratchFolder()
  const file = join(folder, 'lock')
  const dead = spawnSync('true').pid
  writeFileSync(file, `${dead} 123@boot 0`)
  expect(lockHolder(file)).toBeUndefined()
  writeFileSync(file, `${process.pid} 123@boot 0`)
  expect(lockHolder(file)).toBeUndefined()
  expect(tryLock(file).heldBy).toBeUndefined()
  expect(readdirSync(folder)).toEqual(['lock'])
})

test('of twenty processes that find a dead lock at once, one gets it', async () => {
  const file = join(scratchFolder(), 'lock')
  writeFileSync(file, '999999999 1@boot 0')
  const all = Array.from({ length: 20 }, () => runProgram('take-lock.ts', [file]))
  const words = await Promise.all(all.map(async (one) => (await one.says(/mine|held/))[0]))
  expect(words.filter((word) => word === 'mine')).toHaveLength(1)
})
