import { billedTerm } from '#vocabulary/billed-term.ts'
import { brand } from '#brand'
import { formatDay } from '#backend/mail/japanese-date.ts'
import type { DocumentContent, PrintedTable } from '#backend/pdf/content.ts'
import { formatTenthsYen, formatYen } from '#vocabulary/yen.ts'
import { toTokyoDate, tokyoDate, type Instant } from '#domain/tokyo.ts'
import type { InvoiceData, ReturnData } from '../rows.ts'

type Issued = { readonly invoiceNo: string; readonly at: Instant }
type Charge = InvoiceData['charges'][number]

const taxWords = { excluded: '税抜', included: '税込', outOfScope: '対象外' } as const
const settledWords = {
  credit: '前の請求の残高を充当',
  points: 'ポイントを充当',
  card: 'クレジットカードでお支払い',
} as const

const day = (date: string) => formatDay(tokyoDate(date))
const month = (text: string) => `${Number(text.slice(0, 4))}年${Number(text.slice(5))}月`

/** What a qualified invoice says, with everything the law asks of it (消費税法 第57条の4第1項). */
export function invoiceSheet(data: InvoiceData, { invoiceNo, at }: Issued): DocumentContent {
  const period = `${day(data.periodFrom)}〜${day(data.periodTo)}`
  return {
    title: '適格請求書',
    addressee: `${data.recipientName} 様`,
    lead: [
      `${brand.service}の${month(data.month)}分のご利用料金を、次のとおりご請求します。`,
      ...(data.replaces === undefined
        ? []
        : [
            `この適格請求書は、${day(data.replaces.issuedOn)}に発行した${data.replaces.invoiceNo}を修正したものです。`,
          ]),
    ],
    figure: { label: billedTerm(data), value: formatYen(data.totalYen) },
    facts: [
      { label: '請求書番号', value: invoiceNo },
      ...(data.replaces === undefined
        ? []
        : [{ label: '修正前の番号', value: data.replaces.invoiceNo }]),
      { label: '発行日', value: formatDay(toTokyoDate(at)) },
      { label: '取引年月日', value: period },
      ...issuerRows(data),
    ],
    blocks: [
      {
        heading: '取引の内容',
        table: linesTable(data.charges),
        paragraphs: ['取引日の記載がない行の取引日は、上の取引年月日です。'],
      },
      {
        heading: '税率ごとの合計',
        table: ratesTable(data.rates, data.outOfScopeYen),
        paragraphs: [
          '消費税額は、税率ごとの税込の合計から一度だけ計算し、1円未満を切り捨てています。',
        ],
      },
      {
        heading: 'お支払いの状況',
        rows: [
          { label: '合計', value: formatYen(data.totalYen) },
          ...data.settled.map(({ by, yen, on }) => ({
            label: `${settledWords[by]}\n${day(on)}`,
            value: formatYen(-yen),
          })),
          { label: '発行日のお支払い残高', value: formatYen(data.leftYen), strong: true },
        ],
      },
    ],
    footer: `${brand.service}　適格請求書　${invoiceNo}`,
  }
}

/** What a qualified return invoice says (消費税法 第57条の4第3項). */
export function returnSheet(data: ReturnData, { invoiceNo, at }: Issued): DocumentContent {
  return {
    title: '適格返還請求書',
    addressee: `${data.recipientName} 様`,
    lead: [`${brand.service}のご利用料金のうち、次の金額をお返しします。`],
    figure: { label: '返還する金額（税込）', value: formatYen(-data.totalYen) },
    facts: [
      { label: '返還請求書番号', value: invoiceNo },
      { label: '発行日', value: formatDay(toTokyoDate(at)) },
      { label: '返還を行う日', value: day(data.returnedOn) },
      {
        label: 'もとの取引',
        value: data.supplied
          .map((of) =>
            of.invoiceNo === undefined
              ? `${month(of.month)}分`
              : `${month(of.month)}分（適格請求書 ${of.invoiceNo}）`,
          )
          .join('\n'),
      },
      { label: '返還の内容', value: data.content },
      ...issuerRows(data),
    ],
    blocks: [
      { heading: '返還の内訳', table: linesTable(data.charges) },
      {
        heading: '税率ごとの合計',
        table: ratesTable(data.rates, 0),
        paragraphs: [
          '消費税額は、税率ごとの税込の合計から一度だけ計算し、1円未満を切り捨てています。',
        ],
      },
    ],
    footer: `${brand.service}　適格返還請求書　${invoiceNo}`,
  }
}

/** 「再発行（1回目） 2026年12月5日（土）」, on every page of a copy. */
export const reissueMark = (copyNumber: number, at: Instant) =>
  `再発行（${copyNumber}回目）　${formatDay(toTokyoDate(at))}`

const issuerRows = ({ issuer }: Pick<InvoiceData, 'issuer'>) => [
  {
    label: '発行者',
    value: `${issuer.name}\n${issuer.address}\n電話 ${issuer.telephone}`,
  },
  { label: '登録番号', value: issuer.registrationNumber },
]

function linesTable(charges: readonly Charge[]): PrintedTable {
  return {
    columns: [
      { header: '内容', share: 12 },
      { header: '取引日', share: 5 },
      { header: '税率', share: 3 },
      { header: '金額', share: 6, numeric: true },
    ],
    rows: charges.map((charge) => [
      charge.explanation === '' ? charge.label : `${charge.label}\n${charge.explanation}`,
      charge.suppliedOn === undefined ? '' : day(charge.suppliedOn),
      charge.taxPercent === undefined ? '対象外' : `${charge.taxPercent}%`,
      `${formatTenthsYen(charge.amountTenthsYen)}（${taxWords[charge.tax]}）`,
    ]),
  }
}

function ratesTable(rates: InvoiceData['rates'], outOfScopeYen: number): PrintedTable {
  return {
    columns: [
      { header: '区分', share: 8 },
      { header: '税込の合計', share: 5, numeric: true },
      { header: '税抜の金額', share: 5, numeric: true },
      { header: '消費税額', share: 5, numeric: true },
    ],
    rows: [
      ...rates.map(({ taxPercent, totalYen, exTaxYen, taxYen }) => [
        `${taxPercent}%対象`,
        formatYen(totalYen),
        formatYen(exTaxYen),
        formatYen(taxYen),
      ]),
      ...(outOfScopeYen === 0
        ? []
        : [['対象外（免税・不課税）', formatYen(outOfScopeYen), '', '']]),
    ],
  }
}
