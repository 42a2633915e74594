import { dateText, yenText } from './figures.ts'
import type { PriceBook, PrintedRate } from './figures.ts'
import { escapeHtml } from './html-tree.ts'

type Row = { label: string; key: string; note: string }

const lineKinds = [
  { kind: 'data', label: 'データ' },
  { kind: 'sms', label: 'データ＋SMS' },
  { kind: 'voice', label: '音声通話' },
] as const

const carried = '購入した月の{{rule topupCarryMonths}}後の月末まで'
const topups: Row[] = [
  { key: 'topup.100mb', label: '100MB', note: carried },
  { key: 'topup.500mb', label: '500MB', note: carried },
  { key: 'topup.1gb', label: '1GB', note: carried },
  { key: 'topup.1gbNoCarry', label: '1GB（当月限り）', note: '購入した月の月末まで' },
]

const oneOffs: Row[] = [
  { key: 'oneOff.simIssue', label: '新規発行手数料', note: '新しくSIMを発行するとき。1枚ごと' },
  { key: 'oneOff.simPreparation', label: 'SIM準備料', note: '新規発行手数料と合わせて。1枚ごと' },
  {
    key: 'oneOff.simChange',
    label: 'SIMサイズ変更・再発行手数料',
    note: 'SIMカードのサイズを変えるとき、なくしたとき',
  },
  {
    key: 'oneOff.simChangePreparation',
    label: 'SIM準備料（サイズ変更・再発行）',
    note: 'サイズ変更・再発行手数料と合わせて',
  },
  {
    key: 'oneOff.esimReissue',
    label: 'eSIM再発行手数料',
    note: '機種変更などでeSIMをもう一度発行するとき。SIM準備料はかかりません',
  },
  {
    key: 'oneOff.kindChange',
    label: 'SIM種別変更手数料',
    note: 'データ・データ＋SMS・音声通話の間で変えるとき',
  },
  {
    key: 'oneOff.kindChangePreparation',
    label: 'SIM準備料（種別変更）',
    note: '種別変更手数料と合わせて',
  },
  { key: 'oneOff.planSizeChange', label: 'データ容量の変更', note: '何度変えてもかかりません' },
  { key: 'oneOff.paperDocument', label: '契約書面の郵送', note: '紙で受け取るとき。1回ごと' },
  { key: 'oneOff.cancellation', label: '解約', note: '違約金も手数料もありません' },
  {
    key: 'oneOff.portOutWeb',
    label: '他社への乗りかえ（MNP転出）',
    note: 'マイページでの手続き',
  },
]

const options: Row[] = [
  {
    key: 'option.tenMinuteCalls',
    label: '10分かけ放題',
    note: '国内への1回{{rule tenMinuteCallsFree}}までの通話。音声通話SIM',
  },
  { key: 'option.voicemail', label: '留守番電話', note: '音声通話SIM' },
  { key: 'option.callWaiting', label: '割込通話', note: '音声通話SIM' },
  { key: 'option.forwarding', label: '転送電話', note: '音声通話SIM。転送先までの通話料は別' },
  {
    key: 'option.internationalCallStop',
    label: '国際電話の発信停止',
    note: '音声通話SIM',
  },
  { key: 'option.deviceCover', label: 'つながる端末保証', note: '1回線に1台' },
  { key: 'option.security', label: 'セキュリティ', note: '1回線ごと' },
  { key: 'option.remoteSupport', label: 'リモートサポート', note: '契約ごと' },
  { key: 'option.magazines', label: 'タブホ（雑誌読み放題）', note: '契約ごと' },
  { key: 'option.publicWifi', label: '公衆Wi-Fi', note: '契約ごと' },
]

const voiceRates: Row[] = [
  { key: 'voice.per30s', label: '国内通話', note: '30秒ごと。端末の電話アプリからの発信' },
  {
    key: 'talk.per30s',
    label: '{{brand.talk}}での国内通話',
    note: '30秒ごと。専用アプリからの発信',
  },
]

const fees: Row[] = [
  { key: 'fee.universal', label: 'ユニバーサルサービス料', note: '電話番号ごと・月額' },
  { key: 'fee.relay', label: '電話リレーサービス料', note: '電話番号ごと・月額' },
  {
    key: 'fee.broadbandUniversal',
    label: 'ブロードバンドユニバーサルサービス料',
    note: '回線ごと・月額',
  },
]

const smsLengths = [70, 134, 201, 268, 335, 402, 469, 536, 603, 670]

/** The whole tables a page may ask for: one place for their words, every figure from the price book. */
export function table(name: string, book: PriceBook): string | undefined {
  if (name === 'plans') return planTable(book)
  if (name === 'share') return shareTable(book)
  if (name === 'sms') return smsTable(book)
  if (name === 'fees') return feeTable(book)
  if (name === 'topups') return rowTable(book, topups, 'データチャージの料金', '使える期間', '料金')
  if (name === 'oneOff') return rowTable(book, oneOffs, '一度だけかかる費用', 'かかるとき', '費用')
  if (name === 'options') return rowTable(book, options, 'オプションの月額料金', '対象', '月額')
  if (name === 'voice') return rowTable(book, voiceRates, '通話料', '単位', '料金')
  return undefined
}

function planTable(book: PriceBook): string {
  const rows = book.plans().map((plan) => [
    { label: 'データ容量', text: `${plan.name === 'ライト' ? 'ライト（低速のみ）' : plan.name}` },
    ...lineKinds.map(({ kind, label }) => ({
      label,
      text: money(book, `plan.${plan.code}.${kind}`),
    })),
    { label: 'シェアコース', text: plan.shareable ? '選べます' : '選べません' },
  ])
  return grid('データ容量とSIMの種類ごとの月額料金（税込）', since(book, 'plan.13.voice'), rows)
}

function shareTable(book: PriceBook): string {
  const rows = lineKinds.map(({ kind, label }) => [
    { label: '追加する回線', text: `${label}SIM` },
    { label: '1回線ごとの月額', text: money(book, `share.${kind}`) },
  ])
  return grid('シェアコースで2回線目から加わる月額（税込）', since(book, 'share.voice'), rows)
}

function smsTable(book: PriceBook): string {
  const home = smsLengths.map((length, index) => [
    {
      label: '1通の文字数（全角）',
      text: `${index === 0 ? 1 : (smsLengths[index - 1] ?? 0) + 1}〜${length}文字`,
    },
    { label: '国内への送信', text: money(book, `sms.${length}`) },
  ])
  return grid('SMSの送信料（税込）。受信は無料です', since(book, 'sms.70'), home)
}

/** Rates that have moved and will move: every known row, so that an old bill can be read too. */
function feeTable(book: PriceBook): string {
  const rows = fees.flatMap((fee) =>
    book.rates(fee.key).map((rate) => [
      { label: '料金', text: fee.label },
      { label: '期間', text: period(rate) },
      { label: '金額', text: yenText(rate.tenthsYen) },
      { label: '単位', text: fee.note },
    ]),
  )
  return grid('法令にもとづき各社共通でかかる料金（税込）', '', rows)
}

function rowTable(
  book: PriceBook,
  rows: Row[],
  caption: string,
  noteLabel: string,
  amountLabel: string,
): string {
  const cells = rows.map((row) => [
    { label: '項目', text: row.label },
    { label: amountLabel, text: money(book, row.key) },
    { label: noteLabel, text: row.note },
    { label: '適用開始', text: dateText(rateOf(book, row.key).validFrom) },
  ])
  return grid(`${caption}（税込）`, '', cells)
}

type Cell = { label: string; text: string }

function grid(caption: string, note: string, rows: Cell[][]): string {
  const head = (rows[0] ?? []).map((cell) => `<th scope="col">${escapeHtml(cell.label)}</th>`)
  const body = rows.map(([first, ...rest]) => {
    const title =
      first && `<th scope="row" data-label="${first.label}">${escapeHtml(first.text)}</th>`
    const cells = rest.map(
      (cell) => `<td data-label="${escapeHtml(cell.label)}">${escapeHtml(cell.text)}</td>`,
    )
    return `<tr>${title}${cells.join('')}</tr>`
  })
  return [
    '<div class="table-scroll"><table class="table table--stack">',
    `<caption>${escapeHtml(caption)}${note === '' ? '' : `<br><span class="small">${note}</span>`}</caption>`,
    `<thead><tr>${head.join('')}</tr></thead>`,
    `<tbody>${body.join('\n')}</tbody>`,
    '</table></div>',
  ].join('\n')
}

function money(book: PriceBook, key: string): string {
  return yenText(rateOf(book, key).tenthsYen)
}

function since(book: PriceBook, key: string): string {
  return `${dateText(rateOf(book, key).validFrom)}から`
}

function period(rate: PrintedRate): string {
  const start = dateText(rate.validFrom)
  return rate.validTo === undefined ? `${start}から` : `${start}から${dateText(rate.validTo)}まで`
}

function rateOf(book: PriceBook, key: string): PrintedRate {
  const rate = book.rate(key) ?? book.rates(key).at(-1)
  if (rate === undefined) throw new Error(`the catalogue has no rate ${key}`)
  return rate
}
