import { expect, test } from 'vitest'
import {
  caseReasons,
  recordParts,
  staffRoles,
  workQueues,
  type CaseReason,
  type RecordPart,
} from '#vocabulary/console.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import {
  mayOpenFor,
  revealsContact,
  revealsIdentity,
  shownOf,
  type GrantFacts,
} from './grant-parts.ts'

const parts = namesOf(recordParts)

const facts = (reason: CaseReason, more: Partial<GrantFacts> = {}): GrantFacts => ({
  reason,
  about: null,
  proof: 'none',
  codes: [],
  byLaw: [],
  ...more,
})

const shown = (of: GrantFacts) =>
  parts
    .filter((part) => shownOf(of, part) !== 'nothing')
    .map((part) => (shownOf(of, part) === 'subjects' ? `${part}（件名）` : part))
    .join(' ')

test('何のために開いたかで、見えるものはこの表のとおり', () => {
  expect({
    確認前: shown(facts('contact')),
    照合だけ: shown(facts('contact', { proof: 'weak' })),
    確認後: shown(facts('contact', { proof: 'strong' })),
    安全: shown(facts('safety')),
    法令: shown(facts('legal')),
    点検: shown(facts('review')),
    業務の対象なし: shown(facts('work')),
  }).toEqual({
    確認前: '',
    照合だけ: '',
    確認後: 'summary lines orders billing data contact（件名） device record',
    安全: 'summary lines orders data contact（件名） device record',
    法令: 'summary lines orders billing data contact device record',
    点検: 'summary lines orders billing data contact device record',
    業務の対象なし: '',
  })
})

test('業務で開いたときは、その業務の対象だけが見える。請求はお金の業務だけ', () => {
  const of = Object.fromEntries(
    namesOf(workQueues).map((about) => [about, shown(facts('work', { about }))]),
  )
  expect(of).toEqual({
    identity: 'summary',
    application: 'summary orders',
    succession: 'summary lines orders',
    claim: 'summary lines device',
    refund: 'summary billing',
    answer: 'summary orders billing',
    order: 'summary lines orders',
    usage: 'summary lines data',
    bill: 'summary billing',
    unpaid: 'summary billing contact（件名）',
    message: 'summary contact（件名）',
    hold: 'summary orders device',
    ticket: 'summary',
    approval: 'summary',
  })
})

test('通話・日ごとの利用・利用中の端末は、会員がそれだけのために出した番号でだけ見える', () => {
  const secret: RecordPart[] = ['calls', 'dailyUse', 'seenDevice']
  for (const reason of namesOf(caseReasons))
    for (const about of [null, ...namesOf(workQueues)])
      for (const part of secret) {
        const seen = shownOf(facts(reason, { about, proof: 'strong', codes: ['calls'] }), part)
        expect([reason, about, part, seen]).toEqual([
          reason,
          about,
          part,
          reason === 'contact' && part === 'calls' ? 'masked' : 'nothing',
        ])
      }
  expect(shownOf(facts('contact', { proof: 'weak', codes: ['calls'] }), 'calls')).toBe('nothing')
})

test('本人確認の内容は、本人確認と承継の業務でだけ1つずつ見せられる', () => {
  const open = namesOf(caseReasons).flatMap((reason) =>
    namesOf(workQueues)
      .filter((about) => revealsIdentity(facts(reason, { about, proof: 'strong' })))
      .map((about) => `${reason} ${about}`),
  )
  expect(open).toEqual(['work identity', 'work succession'])
})

test('連絡先は、電話の相手が確認できるまでは1つも見せられない', () => {
  expect(revealsContact(facts('contact'))).toBe(false)
  expect(revealsContact(facts('contact', { proof: 'weak' }))).toBe(false)
  expect(revealsContact(facts('contact', { proof: 'strong' }))).toBe(true)
  expect(revealsContact(facts('work'))).toBe(false)
  expect(revealsContact(facts('work', { about: 'order' }))).toBe(true)
  expect(revealsContact(facts('safety'))).toBe(true)
})

test('相手の確認なしに見える理由では、不正対策と個人情報の担当だけが開ける', () => {
  const openers = Object.fromEntries(
    namesOf(caseReasons).map((reason) => [
      reason,
      namesOf(staffRoles)
        .filter((role) => mayOpenFor([role], reason))
        .join(' '),
    ]),
  )
  expect(openers).toEqual({
    contact: 'desk procedures billing fraud',
    work: 'desk procedures billing fraud',
    fault: 'desk procedures billing fraud',
    safety: 'fraud privacy',
    legal: 'privacy',
    review: 'privacy',
  })
  expect(mayOpenFor(['planning', 'fraud'], 'safety')).toBe(true)
  expect(mayOpenFor([], 'contact')).toBe(false)
})

test('通信の秘密は、法令で開いたときも、2人が書面で開いたものだけが見える', () => {
  const opened = { byLaw: ['calls'] } as const
  expect(shownOf(facts('legal', opened), 'calls')).toBe('masked')
  expect(shownOf(facts('legal', opened), 'dailyUse')).toBe('nothing')
  expect(shownOf(facts('legal', { proof: 'strong', codes: ['calls'] }), 'calls')).toBe('nothing')
  for (const reason of ['contact', 'safety', 'review', 'work', 'fault'] as const)
    expect(shownOf(facts(reason, { ...opened, proof: 'strong' }), 'calls')).toBe('nothing')
})
