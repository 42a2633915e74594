import { describe, expect, test } from 'vitest'
import { brand } from '#brand'
import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import { createSealing } from '#backend/db/sealing.ts'
import { lineAad } from '#backend/contract/line-mapping.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import { planSizeChange } from '#backend/plan-size/procedure.ts'
import { simOrder } from '#backend/sim/procedure.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { instant, tokyoDate } from '#domain/tokyo.ts'
import { changeOfOrder } from './queries/change.ts'
import { textOf, type DocumentContent } from '#backend/pdf/content.ts'
import { contractContent, type DocumentSubject } from './queries/contract-content.ts'

const sealing = createSealing('a secret for the documents of tests')
const contract: ContractRow = {
  contract_id: 'ctr_internal',
  account_id: 'acc_internal',
  plan_code: 13,
  course: 'single',
  status: 'active',
  suspension_reason: null,
  applied_at: instant('2026-11-01T20:00:00+09:00'),
  started_on: tokyoDate('2026-11-05'),
  document_received_on: tokyoDate('2026-11-04'),
  ends_on: null,
  unpaid_since: null,
  succession_since: null,
  collection_paused_until: null,
  succeeded_at: null,
  version: 1,
}
const line = (kind: LineRow['kind'], number: string): LineRow => ({
  contract_id: 'ctr_internal',
  line_id: `line_${number}`,
  carrier_ref: 'ref',
  position: 1,
  kind,
  sim_size: 'nano',
  number_sealed: sealing.seal(lineAad.number(`line_${number}`), number),
  number_index: '',
  iccid_sealed: '',
  status: 'active',
  suspension_reason: null,
  nickname: '',
  nickname_sealed: '',
  activated_on: tokyoDate('2026-11-05'),
  ends_on: null,
  ported_out_on: null,
  high_speed_on: true,
  high_speed_changed_at: null,
  carrier_speed: 'high',
  malware_block: true,
  version: 1,
})
const book = publishedPrices
const subject: DocumentSubject = {
  book,
  version: 1,
  contract,
  lines: [line('voice', '09000001001')],
  options: [],
  holder: {
    name: '髙橋 徹',
    kana: '',
    email: 'toru@example.jp',
    birth: undefined,
    phone: '09000003001',
    zipCode: '5300001',
    address: '大阪府大阪市北区梅田3-1-1',
    addressMasked: '',
  },
  asOf: tokyoDate('2026-11-04'),
  sender: { publicUrl: 'https://portal.example.jp', inquiryUrl: 'https://support.example.jp/' },
}

function rowsOf({ blocks }: DocumentContent, heading: string) {
  const { rows = [] } = blocks.find((one) => one.heading === heading) ?? {}
  return Object.fromEntries(rows.map(({ label, value }) => [label, value]))
}

const order = (changes: Partial<OrderRow>): OrderRow => ({
  contract_id: 'ctr_internal',
  order_no: 'A-TEST-0000-0001',
  line_id: null,
  held_until: null,
  procedure: 'planSizeChange',
  state: 'applied',
  details: { fromPlan: 13, toPlan: 18 },
  requested_at: instant('2026-11-20T10:00:00+09:00'),
  changed_at: instant('2026-12-01T00:00:00+09:00'),
  closed_at: instant('2026-12-01T00:00:00+09:00'),
  effective_on: tokyoDate('2026-12-01'),
  undo_until: null,
  expected_on: null,
  version: 1,
  ...changes,
})

const procedureOf = ({ procedure }: OrderRow) =>
  procedure === 'planSizeChange' ? planSizeChange : simOrder

describe('契約書面に書かれていること', () => {
  const written = contractContent(subject, sealing)

  test('法律が求める項目が、この順にある', () => {
    expect(written.blocks.map(({ heading }) => heading)).toEqual([
      'ご契約者',
      'ご契約の内容',
      '毎月の料金',
      '通話とSMSの料金',
      '最初にかかる費用',
      '手続きの手数料',
      'データチャージの料金',
      'お支払い',
      '通信速度と通信の制限',
      '解約と転出',
      '初期契約解除',
      '電気通信事業者とお問い合わせ先',
    ])
  })

  test('契約者と事業者は、名前、住所、電話番号までわかる', () => {
    expect(rowsOf(written, 'ご契約者')).toEqual({
      氏名: '髙橋 徹 様',
      住所: '〒530-0001 大阪府大阪市北区梅田3-1-1',
      電話番号: '090-0000-3001',
    })
    expect(rowsOf(written, '電気通信事業者とお問い合わせ先')).toEqual({
      事業者: `${brand.company}（${brand.representative}）\n代理店を通じた契約は行っていません。`,
      届出番号: brand.telecomNotificationNumber,
      住所: brand.address,
      電話: `${brand.telephone}（10時から18時まで）`,
      お問い合わせ:
        'https://support.example.jp/\n24時間受け付けています。回答は10時から18時までです。',
      マイページ: 'https://portal.example.jp/mypage/top.html',
      約款: 'https://portal.example.jp/agreement/mobile.html',
    })
  })

  test('料金はすべて税込で、税抜の金額はかっこの中にある。合計は請求と同じ計算', () => {
    expect(rowsOf(written, '毎月の料金')).toEqual({
      '基本料金 3GB（音声通話SIM）': '1,188円（税抜1,080円）',
      ユニバーサルサービス料: '2.2円',
      電話リレーサービス料: '1.1円',
      '合計（1か月）': '1,191円（税込）',
    })
    expect(rowsOf(written, '最初にかかる費用')).toEqual({
      SIM発行手数料: '3,300円（税抜3,000円）',
      SIM準備料: '433円（税抜394円）',
      '合計（初回のみ）': '3,733円（税込）',
    })
    expect(rowsOf(written, '通話とSMSの料金')).toMatchObject({
      国内通話: '22円／30秒',
      ひびきトークからの発信: '11円／30秒',
      'SMSの送信（海外へ）': '1通100円（消費税対象外）',
    })
  })

  test('初期契約解除の期間は、利用開始日から8日間の日付で書かれている', () => {
    expect(rowsOf(written, '初期契約解除')).toEqual({
      期間: '2026年11月5日（木）から2026年11月12日（木）まで\n初日を含めて8日間です。',
    })
  })

  test('使い始める月のデータ容量は日割りで書き、まだ使い始めていなければ、いつ使い始めたときかも書く', () => {
    const label = '最初の月のデータ容量'
    const rowOf = (changes: Partial<DocumentSubject>) =>
      rowsOf(contractContent({ ...subject, ...changes }, sealing), 'ご契約の内容')[
        label
      ]?.replaceAll('\u00a0', ' ')
    // From 5 November 26 of 30 days: 3 GB × 26 ÷ 30.
    expect(rowOf({})).toBe('2.6 GB（日割り）')
    const unbegun = { contract: { ...contract, started_on: null } }
    expect(rowOf(unbegun)).toBe('2026年11月4日（水）に使い始めたとき、2.7 GB（日割り）')
    expect(rowOf({ asOf: tokyoDate('2026-12-01') })).toBeUndefined()
  })

  test('内部の番号は、どこにも印字しない', () => {
    expect(textOf(written)).not.toMatch(/ctr_|acc_|line_|doc_/)
  })

  test('データSIMだけの契約には、通話の料金を書かない', () => {
    const data = contractContent({ ...subject, lines: [line('data', '02000001001')] }, sealing)
    expect(data.blocks.find(({ heading }) => heading === '通話とSMSの料金')).toEqual({
      heading: '通話とSMSの料金',
      paragraphs: ['データSIMのため、音声通話とSMSはご利用いただけません。'],
    })
    expect(rowsOf(data, '毎月の料金')).not.toHaveProperty('ユニバーサルサービス料')
  })
})

describe('変更の書面に書かれていること', () => {
  const asOf = tokyoDate('2026-12-01')
  const changed = (changes: Partial<OrderRow>) => {
    const row = order(changes)
    const change = changeOfOrder(procedureOf(row), row, subject.lines, sealing, { on: asOf, book })
    return contractContent({ ...subject, version: 2, asOf, change }, sealing)
  }

  test('何がいつ変わり、いくらかかったか。初期契約解除の期間は、終わっていれば終わったと書く', () => {
    const written = changed({})
    expect(rowsOf(written, '変更の内容')).toEqual({
      手続き: 'データ容量の変更',
      受付番号: 'A-TEST-0000-0001',
      変わった日: '2026年12月1日（火）',
      データ容量: '3GBから8GBへ',
      データ容量変更手数料: '0円',
      この変更でかかる費用: '0円（税込）',
    })
    expect(rowsOf(written, '初期契約解除')).toEqual({
      期間: '2026年11月5日（木）から2026年11月12日（木）まで\nこの期間は終わっています。',
    })
    expect(textOf(written)).not.toContain('8日間')
    expect(written.blocks.map(({ heading }) => heading)).not.toContain('最初にかかる費用')
  })

  test('種別の変更は、前と後の種別、新しい番号、費用がわかる', () => {
    const body = { order: 'kindChange', kind: 'voice', simSize: 'nano' }
    const details = { wish: body, fromKind: 'sms' }
    const written = changed({
      procedure: 'simKindChange',
      state: 'switched',
      line_id: 'line_09000001001',
      details,
    })
    expect(rowsOf(written, '変更の内容')).toEqual({
      手続き: 'SIMの種別変更',
      受付番号: 'A-TEST-0000-0001',
      変わった日: '2026年12月1日（火）',
      SIMの種別: 'データ＋SMSから音声通話SIMへ',
      新しい電話番号: '090-0000-1001',
      SIM種別変更手数料: '3,300円（税抜3,000円）',
      SIM準備料: '433円（税抜394円）',
      この変更でかかる費用: '3,733円（税込）',
    })
  })

  test('期間のうちに変わったときは、まだ申し出できる日付を書く', () => {
    const early = tokyoDate('2026-11-10')
    const row = order({ effective_on: early })
    const change = changeOfOrder(planSizeChange, row, subject.lines, sealing, { on: early, book })
    const written = contractContent({ ...subject, version: 2, asOf: early, change }, sealing)
    expect(rowsOf(written, '初期契約解除')).toEqual({
      期間: '2026年11月5日（木）から2026年11月12日（木）まで\n初日を含めて8日間です。',
    })
  })
})
