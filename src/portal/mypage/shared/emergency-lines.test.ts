import { expect, test } from 'vitest'
import { emergencyLines, type EmergencyTrouble } from './emergency-lines.ts'

const since = '2026-11-23T09:10:00+09:00'
const outage = (
  state: EmergencyTrouble['emergencyCalls']['state'],
  more: Partial<EmergencyTrouble> = {},
): EmergencyTrouble => ({
  state: 'ongoing',
  emergencyCalls: { state, ...(state === 'unknown' || state === 'unaffected' ? {} : { since }) },
  otherWays: [],
  ...more,
})
const said = (...outages: EmergencyTrouble[]) => emergencyLines(outages).map(({ text }) => text)

test.each([
  [
    'stopped',
    '110・118・119への通報：つながりません（11/23（月）9:10から）。固定電話、公衆電話、ほかの携帯電話会社の電話をお使いください。',
  ],
  [
    'degraded',
    '110・118・119への通報：つながりにくくなっています（11/23（月）9:10から）。つながらないときは、固定電話、公衆電話、ほかの携帯電話会社の電話をお使いください。',
  ],
  [
    'unknown',
    '110・118・119への通報：影響があるかどうかを確かめています。つながらないときは、固定電話、公衆電話、ほかの携帯電話会社の電話をお使いください。',
  ],
] as const)(
  '障害のあいだ、緊急通報が「%s」なら、そう言い、代わりに使えるものを言う',
  (state, text) => {
    expect(said(outage(state))).toEqual([text])
  },
)

test('影響がないとき、元に戻ったとき、障害が終わったときは、何も言わない', () => {
  expect(said(outage('unaffected'), outage('restored'))).toEqual([])
  expect(
    said(outage('stopped', { state: 'resolved' }), outage('stopped', { state: 'planned' })),
  ).toEqual([])
  expect(emergencyLines(undefined)).toEqual([])
})

test('いくつもの障害があれば、いちばん悪いものを言い、係が入れた代わりの方法を言う', () => {
  const roaming = outage('stopped', { otherWays: ['roaming', 'publicPhone'] })
  expect(said(outage('unknown'), outage('degraded'), roaming)).toEqual([
    '110・118・119への通報：つながりません（11/23（月）9:10から）。JAPANローミング、公衆電話をお使いください。',
  ])
  expect(emergencyLines([roaming])).toMatchObject([
    { tone: 'danger', action: { href: '/support/emergency.html', label: '緊急通報のかけ方' } },
  ])
})
