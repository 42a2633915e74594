// A tool that prints more than a pipe holds, and has more to do afterwards.
import { setImmediate as nextRound } from 'node:timers/promises'
import { runTool } from '../../../tools/setup/run-tool.ts'

await runTool(async () => {
  for (let line = 0; line < 30_000; line += 1) {
    process.stdout.write(`line ${line}\n`)
    if (line % 100 === 0) await nextRound()
  }
  process.stderr.write('done\n')
  return 3
})
