import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, instant, toTokyoDate, tokyoDate } from '../tokyo.ts'
import { deviceClaimStates } from './claim-states.ts'
import { claimsLeft, decideClaim, decideClaimable, type ClaimFacts } from './decide-claim.ts'
import { compareSeen } from './decide-registration.ts'
import { photographKind } from './photograph.ts'
import {
  answerBy,
  coverYearOf,
  exchangeOptionUntil,
  isWithin,
  makersWarrantyUntil,
} from './periods.ts'

const now = instant('2026-11-20T10:00:00+09:00')
const today = toTokyoDate(now)
const day = fc.integer({ min: 0, max: 9000 }).map((n) => addDays(tokyoDate('2016-01-01'), n))

describe('保証年度', () => {
  test('申し込んだ日から1年ごと。最終日は翌年の応当日の前日', () => {
    const joined = tokyoDate('2025-03-10')
    expect(coverYearOf(joined, joined)).toEqual({ from: '2025-03-10', until: '2026-03-09' })
    expect(coverYearOf(joined, tokyoDate('2026-03-09')).from).toBe('2025-03-10')
    expect(coverYearOf(joined, tokyoDate('2026-03-10'))).toEqual({
      from: '2026-03-10',
      until: '2027-03-09',
    })
  })

  test('2月29日に申し込むと、翌年は2月28日に始まる', () => {
    const joined = tokyoDate('2024-02-29')
    expect(coverYearOf(joined, tokyoDate('2025-02-27')).until).toBe('2025-02-27')
    expect(coverYearOf(joined, tokyoDate('2025-02-28'))).toEqual({
      from: '2025-02-28',
      until: '2026-02-27',
    })
    expect(coverYearOf(joined, tokyoDate('2028-02-29')).from).toBe('2028-02-29')
  })

  test('どの日も、ちょうど一つの年度に入り、年度は隙間なく続く', () => {
    fc.assert(
      fc.property(day, fc.nat(4000), (joined, later) => {
        const on = addDays(joined, later)
        const year = coverYearOf(joined, on)
        expect(isWithin(year, on)).toBe(true)
        const next = coverYearOf(joined, addDays(year.until, 1))
        expect(next.from).toBe(addDays(year.until, 1))
        expect([365, 366]).toContain(daysBetween(year.from, next.from))
      }),
    )
  })
})

const facts: ClaimFacts = {
  basis: 'cover',
  coveredFrom: tokyoDate('2025-10-01'),
  joinedOn: tokyoDate('2025-09-15'),
  claims: [],
}
const claim = (receivedOn: string, state = 'closed', isOpen = false) => ({
  orderNo: `A-${receivedOn}`,
  state,
  isOpen,
  receivedOn: tokyoDate(receivedOn),
})
const decide = (known: ClaimFacts, happenedOn: string, cause: 'failure' | 'damage' = 'damage') => {
  const may = decideClaim(known, { cause, happenedOn: tokyoDate(happenedOn) }, now)
  return may.ok ? 'ok' : may.code
}

describe('修理・交換の請求', () => {
  test('生じた日から30日目までは受け付け、31日目は受け付けない', () => {
    expect(decide(facts, '2026-10-21')).toBe('ok')
    expect(decide(facts, '2026-10-20')).toBe('CLAIM_TOO_LATE')
  })

  test('1つの年度に2回まで。年度が替わると、また2回受けられる', () => {
    const two = { ...facts, claims: [claim('2026-09-15'), claim('2026-10-01')] }
    expect(claimsLeft(two, today)).toBe(0)
    expect(decideClaimable(two, now)).toMatchObject({
      code: 'CLAIM_LIMIT_REACHED',
      freeFrom: instant('2027-09-15T00:00:00+09:00'),
    })
    // The day before the year began: of the year before.
    expect(
      claimsLeft({ ...facts, claims: [claim('2026-09-14'), claim('2026-10-01')] }, today),
    ).toBe(1)
  })

  test('お受けできなかった請求、取り下げた請求、期限切れの請求は数えない', () => {
    const states = ['refused', 'withdrawn', 'lapsed', 'closed']
    const claims = states.map((state) => claim('2026-10-01', state))
    expect(claimsLeft({ ...facts, claims }, today)).toBe(1)
  })

  test('進行中の請求があるあいだは、次を受け付けない', () => {
    const open = { ...facts, claims: [claim('2026-11-18', 'assessing', true)] }
    expect(decideClaimable(open, now)).toMatchObject({
      code: 'CLAIM_OPEN',
      blockedBy: 'A-2026-11-18',
    })
  })

  test('登録する前の日と、保証が終わったあとの日は、対象にならない', () => {
    const recent = { ...facts, coveredFrom: tokyoDate('2026-11-10') }
    expect(decide(recent, '2026-11-09')).toBe('CLAIM_OUTSIDE_COVER')
    expect(decide(recent, '2026-11-10')).toBe('ok')
    const left = { ...facts, coveredUntil: tokyoDate('2026-10-31') }
    expect(decide(left, '2026-10-31')).toBe('ok')
    expect(decide(left, '2026-11-01')).toBe('CLAIM_OUTSIDE_COVER')
    expect(decide({ ...facts, coveredUntil: tokyoDate('2026-10-20') }, '2026-10-20')).toBe(
      'COVER_ENDED',
    )
  })

  test('メーカーの保証がある自然故障は、先にメーカーへ。破損はすぐ受け付ける', () => {
    const warranted = { ...facts, makersWarrantyUntil: tokyoDate('2026-11-20') }
    expect(decide(warranted, '2026-11-19', 'failure')).toBe('MAKERS_WARRANTY_FIRST')
    expect(decide(warranted, '2026-11-19', 'damage')).toBe('ok')
    const over = { ...facts, makersWarrantyUntil: tokyoDate('2026-11-19') }
    expect(decide(over, '2026-11-19', 'failure')).toBe('ok')
  })

  test('端末交換オプションは、受け取りから24か月に1回', () => {
    const received = tokyoDate('2024-11-21')
    const bought: ClaimFacts = {
      basis: 'exchangeOption',
      coveredFrom: received,
      coveredUntil: exchangeOptionUntil(received),
      joinedOn: received,
      claims: [],
    }
    expect(bought.coveredUntil).toBe('2026-11-20')
    expect(decide(bought, '2026-08-01')).toBe('ok')
    expect(decide({ ...bought, coveredUntil: tokyoDate('2026-11-19') }, '2026-08-01')).toBe(
      'COVER_ENDED',
    )
    expect(decide({ ...bought, claims: [claim('2025-01-10')] }, '2026-11-01')).toBe(
      'EXCHANGE_OPTION_USED',
    )
  })

  test('何回請求しても、残りは0回と2回のあいだにある', () => {
    fc.assert(
      fc.property(fc.array(day, { maxLength: 8 }), day, (days, joinedOn) => {
        const claims = days.map((on) => claim(on))
        const left = claimsLeft({ ...facts, joinedOn, claims }, today)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(2)
      }),
    )
  })
})

test('結果は、請求の日を含めて3営業日目までに知らせる。土日と祝日は数えない', () => {
  const isHoliday = (on: string) => on === '2026-11-23'
  // Friday, (Saturday, Sunday, Monday a holiday), Tuesday, Wednesday.
  expect(answerBy(tokyoDate('2026-11-20'), isHoliday)).toBe('2026-11-25')
  expect(answerBy(tokyoDate('2026-11-21'), isHoliday)).toBe('2026-11-26')
  expect(answerBy(tokyoDate('2026-11-16'), isHoliday)).toBe('2026-11-18')
})

test('メーカーの保証は1年間、応当日の前日まで', () => {
  expect(makersWarrantyUntil(tokyoDate('2025-11-21'))).toBe('2026-11-20')
  expect(makersWarrantyUntil(tokyoDate('2024-02-29'))).toBe('2025-02-27')
})

test('設備が見た端末と入力を比べる。最後の1桁を0で伝える設備もある', () => {
  expect(compareSeen('490154203237518', '490154203237518')).toBe('same')
  expect(compareSeen('490154203237518', '490154203237510')).toBe('same')
  expect(compareSeen('490154203237518', '490154203237618')).toBe('otherDevice')
  expect(compareSeen('490154203237518', undefined)).toBe('notSeen')
})

test('ファイルは、先頭のバイトで見分ける', () => {
  expect(photographKind(Uint8Array.of(0xff, 0xd8, 0xff))).toBe('jpeg')
  expect(photographKind(Buffer.from('RIFF....WEBPVP8 '))).toBe('webp')
  expect(photographKind(Buffer.from('RIFF....WAVEfmt '))).toBeUndefined()
  expect(photographKind(Buffer.from('<svg/>'))).toBeUndefined()
})

test('どの請求も、終わりにたどり着ける', () => {
  const ends = new Set<string>(deviceClaimStates.terminal)
  const reaches = (state: string): boolean => {
    const seen = new Set<string>()
    const waiting = [state]
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      if (ends.has(one)) return true
      if (seen.has(one)) continue
      seen.add(one)
      for (const { from, to } of deviceClaimStates.transitions) if (from === one) waiting.push(to)
    }
    return false
  }
  expect(deviceClaimStates.states.filter((state) => !reaches(state))).toEqual([])
})
