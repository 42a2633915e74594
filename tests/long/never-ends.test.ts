import { expect, test } from 'vitest'
import { liveByTheHour } from '../api/walk/hours.ts'

/** With this seed the worker is late at each of the three turns of a month. */
const seed = Number(process.env['WALK_SEED'] ?? 15)
const days = Number(process.env['WALK_DAYS'] ?? 92)

test(
  `十二人が三か月、一時間ずつ暮らしても、画面どうしも帳簿も食い違わない（種 ${seed}、${days}日）`,
  { timeout: 7_200_000 },
  async () => {
    const life = await liveByTheHour({ days, seed })
    const { steps, hours, members, deeds, closes, figuresRead, found, took } = life
    const done = [...deeds].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const { exact, inRange, beside } = closes.forecasts
    const begun = done.filter(([deed]) => deed.includes('accepted'))
    const kinds = new Set(begun.map(([deed]) => deed.split(/[,+:]/)[0]))
    const times = begun.reduce((sum, [, n]) => sum + n, 0)
    process.stdout.write(
      [
        `seed ${seed}: ${steps} steps in ${hours} hours, ${members} members`,
        `${times} times accepted, ${kinds.size} kinds: ${[...kinds].join(' ')}`,
        `${closes.bills} bills compared, ${figuresRead} figures read`,
        `forecast of a month's last hour: ${exact} met, ${inRange} in its range, ${beside.length} beside it`,
        ...beside.map((one) => `  ${one}`),
        ...[...took].map(([part, ms]) => `  ${(ms / 1000).toFixed(1)} s ${part}`),
        ...done.map(([deed, n]) => `  ${n} × ${deed}`),
        '',
      ].join('\n'),
    )
    expect([...found].map(([sentence, at]) => `${sentence}（${at}）`)).toEqual([])
    expect(kinds.size).toBeGreaterThan(days >= 30 ? 15 : 0)
  },
)
