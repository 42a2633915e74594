import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { publishedPrices } from '../catalogue/price-book.ts'
import { instant, tokyoDate } from '../tokyo.ts'
import { decideRollBack, decideSwitch, freeMoves, moveCosts, rollBackUntil } from './decide-move.ts'
import { phoneMoveStates, workingSim, type PhoneMoveState } from './move-states.ts'

const book = publishedPrices

describe('移行の状態', () => {
  /** What the carrier does with the line at each event, told apart from the table. */
  const moved: Partial<Record<string, 'before' | 'new'>> = {
    switched: 'new',
    rolled_back: 'before',
  }

  test('どの順に何が起きても、使えるSIMはいつもちょうど1枚で、変わるのは切り替えと戻しのときだけ', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...phoneMoveStates.events), { maxLength: 40 }),
        (events) => {
          let state: PhoneMoveState = phoneMoveStates.initial
          let works: 'before' | 'new' = 'before'
          for (const event of events) {
            const next = phoneMoveStates.target(state, event)
            if (next === undefined) continue
            const after: 'before' | 'new' = moved[event] ?? works
            // A line that has ended works by neither: nothing is said of it.
            if (next !== 'voided') expect(workingSim(next), `${state} ${event}`).toBe(after)
            works = after
            state = next
          }
        },
      ),
    )
  })

  test('新しいSIMで使える前に、必ず新しいスマホの電波が見えている', () => {
    const before = phoneMoveStates.transitions.filter(({ event }) => event === 'switched')
    expect(before.map(({ from }) => from).toSorted()).toEqual(['seen', 'switching'])
    const seen = phoneMoveStates.transitions.filter(({ to }) => to === 'switching')
    expect(seen.map(({ from }) => from)).toEqual(['seen'])
  })

  test('切り替わるまでは会員が取りやめられ、切り替わったあとは取りやめではなく戻す', () => {
    const can = (event: 'withdrawn' | 'roll_back_asked') =>
      phoneMoveStates.states.filter((state) => phoneMoveStates.can(state, event, 'member'))
    expect(can('withdrawn')).toEqual([
      'id_check',
      'requested',
      'profile_ready',
      'downloaded',
      'seen',
    ])
    expect(can('roll_back_asked')).toEqual(['switched'])
  })

  test('回線が終われば、どの途中からも終わる', () => {
    const open = phoneMoveStates.states.filter((state) => !phoneMoveStates.isTerminal(state))
    const ended = open.filter((state) => phoneMoveStates.can(state, 'line_ended', 'system'))
    expect(ended).toEqual(open.filter((state) => state !== 'none'))
  })
})

describe('切り替えと戻し', () => {
  test('電波が見えるまでは切り替えられない', () => {
    expect(decideSwitch('downloaded', false)).toMatchObject({ code: 'MOVE_NOT_SEEN' })
    expect(decideSwitch('seen', false).ok).toBe(true)
    expect(decideSwitch('switching', false)).toMatchObject({ code: 'MOVE_NOT_SEEN' })
    expect(decideSwitch('seen', true)).toMatchObject({ code: 'SUSPENDED' })
  })

  test('戻せるのは切り替えから24時間のあいだ。ちょうど24時間では遅い', () => {
    const undoUntil = rollBackUntil(instant('2026-12-01T10:51:00+09:00'))
    const at = (text: string, wasLost = false) =>
      decideRollBack({ state: 'switched', undoUntil, wasLost }, instant(text))
    expect(at('2026-12-02T10:50:59+09:00').ok).toBe(true)
    expect(at('2026-12-02T10:51:00+09:00')).toMatchObject({ code: 'ROLL_BACK_OVER' })
    expect(at('2026-12-01T11:00:00+09:00', true)).toMatchObject({ code: 'ROLL_BACK_LOST' })
    const state = 'completed'
    expect(
      decideRollBack({ state, undoUntil: undefined, wasLost: false }, undoUntil),
    ).toMatchObject({ code: 'ROLL_BACK_OVER' })
  })

  test('1年に2回まで無料、3回目からはeSIMの再発行と同じ料金', () => {
    const on = tokyoDate('2026-12-01')
    const tenths = (used: number) =>
      moveCosts(used, on, book).map(({ amountTenthsYen, row }) => [row?.key, amountTenthsYen])
    expect([0, 1, 2, 5].map(tenths)).toEqual([
      [],
      [],
      [['oneOff.esimReissue', 2000]],
      [['oneOff.esimReissue', 2000]],
    ])
    expect(freeMoves(1, on)).toEqual({ perYear: 2, left: 1 })
    expect(freeMoves(3, on)).toEqual({ perYear: 2, left: 0 })
  })
})
