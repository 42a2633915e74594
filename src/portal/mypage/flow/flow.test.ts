import { fullNameOfLine, lineWithSim, nameOfLine } from '#portal/mypage/shared/line-words.ts'
import { describe, expect, test } from 'vitest'
import { cancellationApi } from '#protocol/cancellation.ts'
import { lineApi } from '#protocol/line.ts'
import { planSizeApi } from '#protocol/plan-size.ts'
import { portOutApi } from '#protocol/port-out.ts'
import { simApi } from '#protocol/sim.ts'
import { againAddress, doneAddress, noteOf, stepOf } from './address.ts'
import { attempt } from './attempt.ts'
import { parseGiven, sentencesFor } from '#protocol/form.ts'
import { ApiError } from '#protocol/http.ts'
import { formatDelta, formatLimit } from './wording.ts'
import { insteadOf } from './refusal.tsx'

const at = (path: string) => new URL(path, 'https://portal.example')

const voice = {
  nickname: '',
  number: '09000001001',
  position: 1,
  simKind: 'voice',
  simSize: 'nano',
} as const

describe('手続きの段階は、アドレスだけで決まる', () => {
  test.each([
    ['/mypage/plan/change.html', { name: 'input' }],
    ['/mypage/plan/change.html?plan=18', { name: 'input' }],
    ['/mypage/plan/change.html?step=confirm&plan=18', { name: 'confirm' }],
    ['/mypage/plan/change.html?step=done', { name: 'input' }],
    ['/mypage/plan/change.html?undo=A-1', { name: 'undo', orderNo: 'A-1' }],
    ['/mypage/plan/change.html?done=A-1&step=confirm', { name: 'done', orderNo: 'A-1' }],
  ])('%s', (path, step) => {
    expect(stepOf(at(path))).toEqual(step)
  })

  test('受付番号は、アドレスの区切りになる文字を含んでも元のまま読める', () => {
    const address = at(doneAddress('/mypage/order.html', 'A&b=1'))
    expect(stepOf(address)).toEqual({ name: 'done', orderNo: 'A&b=1' })
  })

  test('戻ってきた確認画面は、選んだ回線をすべて覚えている', () => {
    const again = at(againAddress(at('/a.html?step=confirm&lineId=x&lineId=y'), 'verified'))
    expect(again.searchParams.getAll('lineId')).toEqual(['x', 'y'])
    expect(noteOf(again)).toBe('verified')
    expect(noteOf(at('/a.html?note=anything'))).toBeUndefined()
  })
})

describe('入力の不足は、項目ごとに、その手続きのAPIが言う文で伝える', () => {
  const read = (query: string) => parseGiven(simApi.simAddCostGet.query, new URLSearchParams(query))

  test('選択肢にない答えは、選ばれていないのと同じ', () => {
    expect(read('size=huge')).toEqual({
      fields: { kind: ['SIMの種別を選んでください。'], size: ['SIMのタイプを選んでください。'] },
    })
  })

  test('答えがそろえば、誤りはない', () => {
    expect(read('kind=data&size=esim')).toEqual({ value: { kind: 'data', size: 'esim' } })
  })

  test('数と印と複数の選択は、APIの型になる。空のままの任意の項目は、なかったことになる', () => {
    const given = new URLSearchParams('conditions=c&lineIds=x&lineIds=y&agreed=yes')
    expect(parseGiven(cancellationApi.simCancelReservePost.body, given)).toEqual({
      value: { conditions: 'c', lineIds: ['x', 'y'], agreed: true },
    })
    const size = new URLSearchParams('conditions=c&plan=18&effectiveOn=2026-12-01')
    expect(parseGiven(planSizeApi.couponRegisterPost.body, size)).toEqual({
      value: { conditions: 'c', plan: 18, effectiveOn: '2026-12-01' },
    })
    const off = new URLSearchParams('lineId=x&on=off')
    expect(parseGiven(lineApi.malwareBlockStatusPut.body, off)).toEqual({
      value: { lineId: 'x', on: false },
    })
  })

  test('印のない同意は、送る前に、その文で断られる', () => {
    const parsed = parseGiven(
      portOutApi.portOutIssuanceRequestPost.body,
      new URLSearchParams('conditions=c&lineId=x'),
    )
    expect(parsed).toEqual({
      fields: { agreed: ['内容を確認し、同意にチェックを入れてください。'] },
    })
  })

  test('eSIMのEIDは、写したままの形で受け付け、足りない桁と打ち間違いを言う', () => {
    const eidOf = (typed: string) =>
      sentencesFor(
        simApi.simAddPost.body,
        new URLSearchParams({ kind: 'data', size: 'esim', eid: typed }),
        ['kind', 'size', 'eid'],
      )
    expect(eidOf('EID: 8904 9032-0000 0000 0000 0000 0027 0017')).toEqual({})
    expect(eidOf('')).toEqual({
      eid: ['eSIMには端末のEID（32桁）が必要です。端末の設定画面で確認して入力してください。'],
    })
    expect(eidOf('8904 9032')).toEqual({
      eid: ['EIDは32桁の数字です。いまは8桁です。端末の設定画面で確認してください。'],
    })
    // 27 and 00 have changed places.
    expect(eidOf('89049032000000000000000027000017')).toEqual({
      eid: [
        'EIDのどこかの数字が違っているようです。端末の画面と見比べて、もう一度入力してください。',
      ],
    })
  })
})

describe('期限と金額の言い方', () => {
  test.each([
    ['2026-12-01T00:00:00+09:00', '2026年11月30日（月）24:00まで'],
    ['2027-01-01T00:00:00+09:00', '2026年12月31日（木）24:00まで'],
    ['2026-11-29T12:00:00+09:00', '2026年11月29日（日）12:00まで'],
    ['2026-11-29T15:00:00Z', '2026年11月29日（日）24:00まで'],
  ])('%s', (instant, words) => {
    expect(formatLimit(instant)).toBe(words)
  })

  test('差額は、上がるのか下がるのかを符号で示す', () => {
    expect([formatDelta(660), formatDelta(-308), formatDelta(0)]).toEqual([
      '＋660円',
      '−308円',
      '変わりません',
    ])
  })

  test('名前のない回線は、番号だけで呼ぶ', () => {
    expect(fullNameOfLine({ ...voice, nickname: '' })).toBe('090-0000-1001')
    expect(fullNameOfLine({ ...voice, nickname: '健一' })).toBe('健一（090-0000-1001）')
  })

  test('開通前の回線は、移す番号か名前か、何回線目のどのSIMかで見分けられる', () => {
    const none = { ...voice, number: '00000000000', nickname: '' }
    const second = { ...none, position: 2, simKind: 'data', simSize: 'esim' } as const
    expect([none, second, { ...second, nickname: '健一' }, voice].map(lineWithSim)).toEqual([
      '開通前の回線（音声通話SIM・nanoSIM）',
      '開通前の2回線目（データSIM・eSIM）',
      '健一（開通前・データSIM・eSIM）',
      '090-0000-1001・音声通話SIM・nanoSIM',
    ])
    expect(nameOfLine(second)).toBe('開通前の2回線目（データSIM・eSIM）')
  })
})

test('進行中の手続きが妨げているときは、その手続きへ案内する', () => {
  expect(insteadOf({ code: 'SIM_ORDER_OPEN', blockedBy: 'A-1' })?.href).toBe(
    '/mypage/order.html?no=A-1',
  )
  expect(insteadOf({ code: 'CANCELLATION_BOOKED', blockedBy: 'A-1' })?.href).toBe(
    '/mypage/sim/cancel.html',
  )
  expect(insteadOf({ code: 'SIZE_UNCHANGED' })).toBeUndefined()
})

test('つながらないあいだに送っても、入力したものは画面に残る。開こうとしただけなら、つながらないと言う画面になる', async () => {
  const unavailable = () => Promise.reject(new ApiError({ httpStatus: 0, body: undefined }))
  const form = new FormData()
  const call = () => Promise.reject(new Error('nothing is kept over a login'))
  const url = at('/mypage/contact.html')
  expect(await attempt(url, unavailable(), { call, form })).toMatchObject({
    refused: {
      code: 'UNAVAILABLE',
      message: expect.stringContaining('数分後にもう一度'),
    },
  })
  await expect(attempt(url, unavailable())).rejects.toMatchObject({ init: { status: 503 } })
})
