import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockHolder, tryLock, waitForLock } from '#process/folder-lock.mjs'
import { runProgram } from './run-program.ts'
import { scratchFolder } from './scratch-folder.ts'

test('持ち主は1人ずつで、放せばすぐ次の人になる', async () => {
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

test('止められた持ち主は何も持たず、その番号が使い回されても持たない', () => {
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

test('持ち主のない鍵に20の処理が同時に来ても、得るのは1つ', async () => {
  const file = join(scratchFolder(), 'lock')
  writeFileSync(file, '999999999 1@boot 0')
  const all = Array.from({ length: 20 }, () => runProgram('take-lock.ts', [file]))
  const words = await Promise.all(all.map(async (one) => (await one.says(/mine|held/))[0]))
  expect(words.filter((word) => word === 'mine')).toHaveLength(1)
})
