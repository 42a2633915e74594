import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('読むのをやめても（`npm run findings | head`）、道具の仕事は止まらない', () => {
  const program = join(import.meta.dirname, 'programs', 'print-much.ts')
  const command = `"$0" "$1" | head -n 2; exit "\${PIPESTATUS[0]}"`
  const run = spawnSync('bash', ['-c', command, process.execPath, program], { encoding: 'utf8' })
  expect({ status: run.status, said: run.stdout, complaints: run.stderr }).toEqual({
    status: 3,
    said: 'line 0\nline 1\n',
    complaints: 'done\n',
  })
})
