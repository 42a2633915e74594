import { existsSync, readdirSync } from 'node:fs'
import { processCommand } from '#process/live-process.mjs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from './run-program.ts'
import { scratchFolder } from './scratch-folder.ts'

test('準備の失敗は、進行中の部分を終わらせ、ほかを始めず、一文で伝える', async () => {
  const marker = join(scratchFolder(), 'begun')
  const run = runProgram('run-broken-tests.ts', [marker])
  expect(await run.ended).toEqual({
    code: 1,
    output: '',
    complaints: 'CHROMIUM_PATH is /nowhere/chromium, but no Chromium runs from there.\n',
  })
  expect(existsSync(marker)).toBe(false)
  expect(commandsWith(marker)).toEqual([])
})

/** Of the processes that run now. */
const commandsWith = (word: string) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => processCommand(Number(pid)) ?? '')
    .filter((command) => command.includes(word))
