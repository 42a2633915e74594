import { describe, expect, test } from 'vitest'
import { blocked, quietContract, sampleNow, withFirstLine } from '#tests/facts/sample-facts.ts'
import type { ContractFacts } from '../exclusion/facts.ts'
import { blockerReasons } from '../exclusion/reason.ts'
import { blockers } from '../exclusion/matrix.ts'
import { tokyoDate } from '../tokyo.ts'
import { decideJoin, decideLeave, type OptionFact, type OptionPlace } from './decide-option.ts'
import type { OptionState } from './option-states.ts'
import { leaveTiming } from './timing.ts'

const voicemail: OptionPlace = { code: 'voicemail', lineId: 'L1' }
const security: OptionPlace = { code: 'security', lineId: 'L1' }
const voice = withFirstLine({ kind: 'voice' })
const having = (place: OptionPlace, state: OptionState, busyWith?: string): OptionFact[] => [
  { ...place, state, busyWith },
]
const join = (place: OptionPlace, facts: ContractFacts, active: OptionFact[] = []) => {
  const may = decideJoin(place, { facts, active }, sampleNow)
  return may.ok ? { undoes: may.value.undoes } : may.code
}
const leave = (place: OptionPlace, facts: ContractFacts, active: OptionFact[] = []) => {
  const may = decideLeave(place, { facts, active }, sampleNow)
  return may.ok ? 'allowed' : may.code
}

describe('申し込み', () => {
  test('音声オプションは音声の回線だけ、ほかはどの回線でも', () => {
    expect(join(voicemail, voice)).toEqual({ undoes: false })
    expect(join(voicemail, withFirstLine({ kind: 'data' }))).toBe('NOT_VOICE_LINE')
    expect(join(security, withFirstLine({ kind: 'data' }))).toEqual({ undoes: false })
    expect(join(security, withFirstLine({ state: 'ended' }))).toBe('LINE_NOT_ACTIVE')
    expect(join({ code: 'publicWifi', lineId: undefined }, quietContract)).toEqual({
      undoes: false,
    })
  })

  test.each(blockers)('%sのあいだは、排他表のとおり', (blocker) => {
    const isFine = ['kindChangeOpen', 'simOrderOpen', 'handoverOpen'].includes(blocker)
    expect(join(security, blocked[blocker])).toEqual(
      isFine ? { undoes: false } : blockerReasons[blocker],
    )
  })

  test('解約を受け付けた月のうちの申し込みは、取り消しになり、未払いでもできる', () => {
    const active = having(security, 'cancel_requested')
    expect(join(security, voice, active)).toEqual({ undoes: true })
    expect(join(security, blocked.unpaid, active)).toEqual({ undoes: true })
  })

  test('返事を待っているあいだと、利用中は、重ねて受け付けない', () => {
    expect(join(security, voice, having(security, 'active'))).toBe('OPTION_ALREADY_ACTIVE')
    for (const state of ['joining', 'active', 'ended'] as const)
      expect(join(security, voice, having(security, state, 'A-1'))).toBe('OPTION_CHANGE_OPEN')
    expect(join(security, voice, having(security, 'ended'))).toEqual({ undoes: false })
  })
})

describe('解約', () => {
  test('利用中なら、未払いでも停止中でもできる。フィルタリングだけは窓口', () => {
    const active = having(security, 'active')
    expect(leave(security, voice, active)).toBe('allowed')
    expect(leave(security, blocked.unpaid, active)).toBe('allowed')
    expect(leave(security, blocked.suspended, active)).toBe('allowed')
    expect(leave(security, voice)).toBe('OPTION_NOT_ACTIVE')
    expect(leave(security, voice, having(security, 'cancel_requested'))).toBe(
      'OPTION_LEAVING_BOOKED',
    )
    const filtering: OptionPlace = { code: 'filtering', lineId: 'L1' }
    expect(leave(filtering, voice, having(filtering, 'active'))).toBe('OPTION_LEFT_AT_DESK')
  })

  test('最終利用日は月末。回線が先に終わるなら、その日', () => {
    expect(leaveTiming(sampleNow).effectiveOn).toBe('2026-11-30')
    expect(leaveTiming(sampleNow, tokyoDate('2026-11-25')).effectiveOn).toBe('2026-11-25')
    expect(leaveTiming(sampleNow, tokyoDate('2026-12-31')).effectiveOn).toBe('2026-11-30')
  })
})
