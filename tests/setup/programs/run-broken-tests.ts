// A run of the tests whose browser cannot be had, while a part that needs nothing is at work and would not end by itself.
import { runTests } from '../../../tools/setup/run-tests.ts'

process.env.CHROMIUM_PATH = '/nowhere/chromium'
const [marker = ''] = process.argv.splice(2)

const part = (name: string, program: string) => ({
  name,
  commands: [['node', '-e', program]],
  needs: [],
})
await runTests(
  [
    part('stub-endless', `setInterval(() => {}, 1000) // ${marker}`),
    part('stub-next', `fs.writeFileSync(${JSON.stringify(marker)}, '')`),
    { ...part('stub-browser', ''), needs: ['browser'] },
  ],
  1,
)
