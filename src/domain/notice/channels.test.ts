import { describe, expect, test } from 'vitest'
import { noticeKinds } from '#vocabulary/notice.ts'
import { channelsOf } from './channels.ts'

const off = { mail: false, sms: false }
const on = { mail: true, sms: true }

describe('お知らせを送る先', () => {
  test('何も選んでいない人には、すべてメールで届き、SMSは届かない', () => {
    for (const kind of noticeKinds)
      expect(channelsOf(kind, undefined), kind).toEqual({ mail: true, sms: false })
  })

  test.each([
    ['procedure', true],
    ['debt', true],
    ['security', true],
    // Whether there is one at all is decided by the alert's own setting.
    ['alert', true],
    ['billing', false],
    ['data', false],
    ['outage', false],
  ] as const)('%s のメールは、止めても届く：%s', (kind, isSent) => {
    expect(channelsOf(kind, off)).toEqual({ mail: isSent, sms: false })
  })

  test('メールが届かないあいだは、止められないものだけをメールで試し、急ぐものはSMSでも送る', () => {
    expect(noticeKinds.map((kind) => ({ kind, ...channelsOf(kind, undefined, true) }))).toEqual([
      { kind: 'procedure', mail: true, sms: false },
      { kind: 'billing', mail: false, sms: false },
      { kind: 'debt', mail: true, sms: true },
      { kind: 'alert', mail: false, sms: false },
      { kind: 'data', mail: false, sms: false },
      { kind: 'outage', mail: false, sms: false },
      { kind: 'security', mail: true, sms: true },
    ])
    expect(channelsOf('outage', on, true)).toEqual({ mail: false, sms: true })
  })

  test('SMSは、短い言葉で足り、急ぐものだけに選べる', () => {
    expect(noticeKinds.filter((kind) => channelsOf(kind, on).sms)).toEqual([
      'debt',
      'outage',
      'security',
    ])
  })
})
