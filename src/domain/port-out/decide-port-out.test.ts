import { describe, expect, test } from 'vitest'
import {
  blocked,
  mnpIssued,
  quietContract,
  sampleNow,
  withFirstLine,
} from '#tests/facts/sample-facts.ts'
import { instant } from '../tokyo.ts'
import { decidePortOut, type PortOutCommand } from './decide-port-out.ts'

const decide = (command: PortOutCommand, facts = quietContract, at = sampleNow) =>
  decidePortOut(command, facts, 'L1', at)
const issued = withFirstLine({ mnp: mnpIssued })

describe('番号ポータビリティ転出', () => {
  test('音声通話SIMの回線ならいつでも申し込め、解約の予約があっても申し込める', () => {
    expect(decide({ type: 'request' })).toEqual({ ok: true, value: [{ type: 'requested' }] })
    expect(decide({ type: 'request' }, blocked.cancellationBooked).ok).toBe(true)
    expect(decide({ type: 'request' }, withFirstLine({ kind: 'data' }))).toMatchObject({
      code: 'NOT_VOICE_LINE',
    })
    expect(decide({ type: 'request' }, issued)).toMatchObject({ code: 'MNP_NUMBER_LIVE' })
  })

  test('ワンストップの同意も15日で失効し、番号を待つだけの申し込みは失効しない', () => {
    const at = (text: string) => instant(`${text}+09:00`)
    const { issuedOn } = mnpIssued
    for (const state of ['requested', 'issuing'] as const) {
      const consented = withFirstLine({ mnp: { orderNo: 'P1', state, issuedOn } })
      expect(decide({ type: 'expire' }, consented, at('2026-12-02T23:59:59'))).toMatchObject({
        code: 'NOT_DUE',
      })
      expect(decide({ type: 'expire' }, consented, at('2026-12-03T00:00:00'))).toEqual({
        ok: true,
        value: [
          { type: 'consent_expired' },
          { type: 'cooldown_started', renewableOn: '2026-12-04' },
        ],
      })
      const waiting = withFirstLine({ mnp: { orderNo: 'P1', state } })
      expect(decide({ type: 'expire' }, waiting, at('2027-01-01T00:00:00'))).toMatchObject({
        code: 'WRONG_STATE',
      })
    }
    const refused = withFirstLine({ mnp: { orderNo: 'P1', state: 'refused', issuedOn } })
    expect(decide({ type: 'request' }, refused, at('2026-12-03T12:00:00')).ok).toBe(true)
  })

  test('期限が過ぎると失効し、翌々日から新しい番号を申し込める', () => {
    const at = (text: string) => instant(`${text}+09:00`)
    expect(decide({ type: 'expire' }, issued, at('2026-12-02T23:59:59'))).toMatchObject({
      code: 'NOT_DUE',
    })
    expect(decide({ type: 'expire' }, issued, at('2026-12-03T00:00:00'))).toEqual({
      ok: true,
      value: [{ type: 'number_expired' }, { type: 'cooldown_started', renewableOn: '2026-12-04' }],
    })
    const cooling = withFirstLine({ mnp: { ...mnpIssued, state: 'cooldown' } })
    expect(decide({ type: 'endCooldown' }, cooling, at('2026-12-03T23:59:59'))).toMatchObject({
      code: 'NOT_DUE',
    })
    expect(decide({ type: 'endCooldown' }, cooling, at('2026-12-04T00:00:00')).ok).toBe(true)
    expect(decide({ type: 'expire' })).toMatchObject({ code: 'WRONG_STATE' })
    expect(decide({ type: 'endCooldown' })).toMatchObject({ code: 'WRONG_STATE' })
  })
})
