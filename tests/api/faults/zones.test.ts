import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect } from 'vitest'
import { longTest } from '#tests/tries.ts'

const run = promisify(execFile)

async function lifeIn(zone: string) {
  const program = join(import.meta.dirname, 'zone-program.ts')
  const { stdout } = await run(process.execPath, [program], {
    env: { ...process.env, TZ: zone },
    maxBuffer: 50_000_000,
  })
  const [localDay = '', ...rest] = stdout.split('\n')
  return { localDay, text: rest.join('\n') }
}

describe('R10：年末と2月29日をまたぐ会員の記録は', () => {
  longTest('サーバーがどの地域の時刻で動いていても、1バイトも違わない', async () => {
    const [tokyo, ...elsewhere] = await Promise.all([
      lifeIn('Asia/Tokyo'),
      ...['America/Juneau', 'UTC'].map((zone) => lifeIn(zone)),
    ])
    // The zones did reach the programs: their own calendars say different days.
    expect(tokyo.localDay).toBe('1')
    for (const { localDay } of elsewhere) expect(localDay).toBe('31')
    expect(tokyo.text).toContain('"base_month": "2028-02"')
    expect(tokyo.text).toContain('2028-02-29')
    // December, January and February were billed and charged: 14 of 31 days, and the month of 29 February whole.
    expect(tokyo.text.match(/"total_yen": \d+,\n *"fixed_at"/g)).toHaveLength(3)
    expect(tokyo.text.match(/"state": "paid",\n *"period_from"/g)).toHaveLength(3)
    expect(tokyo.text).toContain('"period_to": "2028-02-29"')
    for (const { text } of elsewhere) {
      expect(firstDifference(text, tokyo.text)).toBeUndefined()
      expect(text === tokyo.text).toBe(true)
    }
  })
})

function firstDifference(one: string, other: string) {
  const others = other.split('\n')
  return one
    .split('\n')
    .map((line, n) => ({ line, other: others[n] }))
    .find((pair) => pair.line !== pair.other)
}
