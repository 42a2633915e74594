import { afterEach, describe, expect, test } from 'vitest'
import { createOutageBoard } from './outage-board.ts'

type Board = ReturnType<typeof createOutageBoard>
let board: Board
afterEach(() => board.stop())

const status = (asOf: string, title?: string) => ({
  asOf,
  services: [],
  incidents: title === undefined ? [] : [{ ...incident, title }],
})
const incident = {
  incidentId: 'out_1',
  title: '',
  kind: 'outage' as const,
  severity: 'outage' as const,
  state: 'ongoing' as const,
  services: [],
  areas: [],
  from: '2026-11-20T09:00:00+09:00',
  emergencyCalls: { state: 'unknown' as const },
  otherWays: [],
  updatedAt: '2026-11-20T09:00:00+09:00',
  updates: [],
}

describe('公開ページの障害情報', () => {
  test('障害が増えると版が変わり、時刻が進んだだけでは変わらない', async () => {
    const answers = [status('10:00'), status('10:01'), status('10:02', '通話の障害')]
    board = createOutageBoard({
      read: async () => answers.shift() ?? status('later'),
      onFailure: () => undefined,
      everyMs: 3_600_000,
    })
    await board.look()
    const quiet = board.edition()
    await board.look()
    expect(board.edition()).toBe(quiet)
    await board.look()
    expect(board.edition()).toBe(quiet + 1)
    expect(board.known().status?.incidents[0]?.title).toBe('通話の障害')
  })

  test('データベースが止まっても、最後に分かったことがその時刻とともに残り、直れば新しくなる', async () => {
    const failures: unknown[] = []
    let isDown = false
    board = createOutageBoard({
      read: async () => {
        if (isDown) throw new Error('down')
        return status('10:00', '通話の障害')
      },
      onFailure: (cause) => failures.push(cause),
      everyMs: 3_600_000,
    })
    await board.look()
    const before = board.edition()
    isDown = true
    await board.look()
    await board.look()
    expect(board.known()).toMatchObject({ isCurrent: false, status: { asOf: '10:00' } })
    expect([board.edition(), failures.length]).toEqual([before + 1, 1])
    isDown = false
    await board.look()
    expect(board.known().isCurrent).toBe(true)
  })

  test('まだ一度も読めていないときは、分からないと言う', async () => {
    board = createOutageBoard({
      read: () => Promise.reject(new Error('down')),
      onFailure: () => undefined,
      everyMs: 3_600_000,
    })
    await board.look()
    expect(board.known()).toEqual({ status: undefined, isCurrent: false })
  })
})
